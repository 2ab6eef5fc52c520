"""Pages of results of which several programs each write their own part."""

from pathlib import Path


def put_part(page: Path, part: str, text: str) -> None:
    """Writes `text` in the place of the part of that name; at the end where there is none yet.

    A part lies between two HTML comments, and what is around it is left as it is.
    """
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    known = page.read_text(encoding="utf-8") if page.exists() else ""
    before, _, rest = known.partition(begin)
    _, _, after = rest.partition(end)
    if before and not before.endswith("\n\n"):
        before = before.rstrip("\n") + "\n\n"
    after = after.lstrip("\n")
    between = "\n" if after else ""
    written = f"{before}{begin}\n{text.strip()}\n{end}\n{between}{after}"
    page.write_text(written, encoding="utf-8")
