"""Charts of times and sizes as SVG, legible on light and on dark pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from xml.sax.saxutils import escape

from quality.chart import FAINT, OURS, PLAIN, TEXT

WIDTH = 780


def spans(title: str, rows: Sequence[tuple[str, float, float]], names: tuple[str, str]) -> str:
    """Rows of a label and two figures in milliseconds, of which the second is the larger."""
    left, right, top, step, bar = 234.0, 78.0, 64.0, 26.0, 14.0
    bottom = top + step * len(rows)
    scale = WIDTH - left - right
    largest = max((high for _, _, high in rows), default=1.0)
    parts = [*_opening(title, bottom + 26)]
    for name, colour, x in ((names[0], OURS, left), (names[1], PLAIN, left + 130)):
        parts.append(f'<rect x="{x:g}" y="33" width="12" height="12" rx="2" fill="{colour}"/>')
        parts.append(_text(x + 18, 44, name))
    for tick in ticks(largest):
        x = left + scale * tick / largest
        parts.append(_line(x, top - 6, x, bottom - 6))
        parts.append(_text(x, bottom + 12, f"{tick:g} ms", "middle", 11))
    for number, (label, low, high) in enumerate(rows):
        y = top + step * number
        parts.append(_text(left - 12, y + bar - 2, label, "end"))
        for figure, colour in ((high, PLAIN), (low, OURS)):
            parts.append(
                f'<rect x="{left:g}" y="{y:g}" width="{scale * figure / largest:.1f}" '
                f'height="{bar:g}" rx="2" fill="{colour}"/>'
            )
        told = f"{figure_of(low)} · {figure_of(high)}"
        parts.append(_text(left + scale * high / largest + 6, y + bar - 3, told, size=11))
    return "\n".join([*parts, "</svg>"]) + "\n"


@dataclass(frozen=True, slots=True)
class Curve:
    """One figure as it grows: points of how many there are, more than 0, and what that takes."""

    title: str
    unit: str
    points: Sequence[tuple[int, float]]


def growth(title: str, along: str, curves: Sequence[Curve]) -> str:
    """A small chart for each of `curves`, two a row; the numbers along the bottom by powers."""
    left, gap, high, step = 46, 70, 130, 200
    wide = (WIDTH - 2 * left - gap) / 2
    top = 74
    rows = -(-len(curves) // 2)
    parts = [*_opening(title, top + step * rows - 12)]
    for number, curve in enumerate(curves):
        x = left + (number % 2) * (wide + gap)
        y = top + step * (number // 2)
        parts += _curve(curve, along, x, y, wide, high)
    return "\n".join([*parts, "</svg>"]) + "\n"


def ticks(largest: float) -> list[float]:
    """Round numbers from 0 on, five to ten of them, none beyond `largest`."""
    if largest <= 0:
        return [0.0]
    power = 10.0 ** floor(log10(largest))
    step = next(each for each in (power / 5, power / 2, power, 2 * power) if largest / each < 9)
    return [step * number for number in range(int(largest / step) + 1)]


def figure_of(value: float) -> str:
    """Three digits, as far as they are of use."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _curve(curve: Curve, along: str, x: float, y: float, wide: float, high: float) -> list[str]:
    largest = max((value for _, value in curve.points), default=0.0) or 1.0
    least = log10(max(1, min((count for count, _ in curve.points), default=1)))
    most = log10(max(10, max((count for count, _ in curve.points), default=10)))
    parts = [_text(x, y - 12, f"{curve.title}, {curve.unit}", weight="600")]
    for tick in ticks(largest):
        at = y + high * (1 - tick / largest)
        parts.append(_line(x, at, x + wide, at))
        parts.append(_text(x - 6, at + 4, f"{tick:g}", "end", 11))
    places = []
    for count, value in curve.points:
        across = x + wide * (log10(count) - least) / (most - least or 1)
        places.append((across, y + high * (1 - value / largest), count, value))
    drawn = " ".join(f"{across:.1f},{down:.1f}" for across, down, _, _ in places)
    parts.append(f'<polyline points="{drawn}" fill="none" stroke="{OURS}" stroke-width="2"/>')
    for across, down, count, value in places:
        parts.append(f'<circle cx="{across:.1f}" cy="{down:.1f}" r="3.5" fill="{OURS}"/>')
        parts.append(_text(across, down - 8, figure_of(value), "middle", 11))
        parts.append(_text(across, y + high + 16, f"{count:,}", "middle", 11))
    parts.append(_text(x + wide, y + high + 32, along, "end", 11))
    return parts


def _opening(title: str, height: float) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" '
        f'width="{WIDTH}" height="{height:g}" role="img" font-family="system-ui, sans-serif" '
        'font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<text x="0" y="18" font-size="15" font-weight="600" fill="{TEXT}">{escape(title)}</text>',
    ]


def _text(
    x: float, y: float, text: str, anchor: str = "start", size: int = 13, weight: str = "400"
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="{anchor}" fill="{TEXT}">{escape(text)}</text>'
    )


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{x:.1f}" x2="{to_x:.1f}" y1="{y:.1f}" y2="{to_y:.1f}" stroke="{FAINT}"/>'
