"""What the pages show: blocks of code, and code within their sentences."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PAGES = sorted(
    path.relative_to(REPOSITORY).as_posix()
    for pattern in ("*.md", "docs/**/*.md", "clients/*/README.md", "models/**/README.md")
    for path in REPOSITORY.glob(pattern)
    if path.name != "CHANGELOG.md" and "build" not in path.relative_to(REPOSITORY).parts
)
"""All that tell how things are now, by their paths in the repository."""
_FENCED = re.compile(r"^```(.*)\n((?s:.*?))^```$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block: its page, the line on which it begins, its language and what is in it."""

    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def text_of(page: str) -> str:
    return (REPOSITORY / page).read_text(encoding="utf-8")


def _blocks(page: str) -> Iterator[Block]:
    text = text_of(page)
    for found in _FENCED.finditer(text):
        yield Block(page, text.count("\n", 0, found.start()) + 1, found[1], found[2])


BLOCKS = [block for page in PAGES for block in _blocks(page)]


def the_block(page: str, beginning: str) -> Block:
    """The one block of the page that begins so."""
    (found,) = (each for each in BLOCKS if each.page == page and each.text.startswith(beginning))
    return found


def inline_code(page: str) -> list[str]:
    """What stands between backticks within the sentences and tables of a page, in their order."""
    return re.findall(r"`([^`\n]+)`", _FENCED.sub("", text_of(page)))


def commands(block: Block) -> list[list[str]]:
    """The words of each command of a block of shell, without comments."""
    lines = block.text.replace("\\\n", " ").splitlines()
    return [words for line in lines if (words := shlex.split(line, comments=True))]
