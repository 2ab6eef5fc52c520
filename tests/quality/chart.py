"""A bar chart as SVG: two bars a row, legible on light and on dark pages."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

WIDTH, LEFT, RIGHT, TOP = 780, 234, 66, 64
BAR, GAP = 13, 16
TEXT, FAINT, OURS, PLAIN = "#767f8a", "#8a93a055", "#2f81d6", "#98a2ae"
"""Text of 4 : 1 against white as well as against the usual dark grounds; no ground of its own."""


def bars(title: str, rows: Sequence[tuple[str, float, float]], names: tuple[str, str]) -> str:
    """`rows` of a label and two figures of 0 to 1; `names` says what the two are."""
    step = 2 * BAR + GAP
    bottom = TOP + step * len(rows)
    height = bottom + 26
    scale = WIDTH - LEFT - RIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" font-family="system-ui, sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<text x="0" y="18" font-size="15" font-weight="600" fill="{TEXT}">{escape(title)}</text>',
    ]
    for name, colour, x in ((names[0], OURS, LEFT), (names[1], PLAIN, LEFT + 130)):
        parts.append(f'<rect x="{x}" y="33" width="12" height="12" rx="2" fill="{colour}"/>')
        parts.append(f'<text x="{x + 18}" y="44" fill="{TEXT}">{escape(name)}</text>')
    for tenths in (0, 2, 4, 6, 8, 10):
        tick = LEFT + scale * tenths / 10
        parts.append(
            f'<line x1="{tick:g}" x2="{tick:g}" y1="{TOP - 6}" y2="{bottom - 6}" stroke="{FAINT}"/>'
        )
        parts.append(
            f'<text x="{tick:g}" y="{bottom + 12}" font-size="11" text-anchor="middle" '
            f'fill="{TEXT}">{tenths / 10:g}</text>'
        )
    for number, (label, ours, plain) in enumerate(rows):
        y = TOP + step * number
        parts.append(
            f'<text x="{LEFT - 12}" y="{y + BAR + 4}" text-anchor="end" fill="{TEXT}">'
            f"{escape(label)}</text>"
        )
        for figure, colour, weight, at in (
            (ours, OURS, "600", y),
            (plain, PLAIN, "400", y + BAR + 1),
        ):
            parts.append(
                f'<rect x="{LEFT}" y="{at}" width="{max(0.0, scale * figure):.1f}" '
                f'height="{BAR}" rx="2" fill="{colour}"/>'
            )
            parts.append(
                f'<text x="{LEFT + scale * figure + 6:.1f}" y="{at + 11}" font-size="11" '
                f'font-weight="{weight}" fill="{TEXT}">{figure:.3f}</text>'
            )
    parts.append("</svg>")
    return "\n".join(parts) + "\n"
