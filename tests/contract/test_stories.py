"""Three weeks with four people: what must be known of them, and what no longer, at each step.

Each file in `stories/` is played once, turn by turn, against a server of its own whose clock goes
as the story's does. Every check of a story is a test; so is that all of its other steps went well.
"""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from contract.playing import Playing, instant
from contract.seeing import Seeing
from contract.story_files import STORIES, read_story
from contract.timed_server import timed_server
from ports.set_clock import SetClock

TOLD = {path.stem: read_story(path) for path in sorted(STORIES.glob("*.toml"))}
CHECKS = [(name, check.name) for name, story in TOLD.items() for check in story.checks]


@cache
def played(name: str) -> dict[str, list[str]]:
    """What went wrong, by step."""
    story = TOLD[name]
    clock = SetClock(instant(story.steps[0].at))

    async def play(folder: Path) -> dict[str, list[str]]:
        async with timed_server(folder / "data", clock) as channel:
            playing = Playing(story, Seeing(channel, f"story-{name}"), clock)
            await playing.play()
        return playing.faults

    with TemporaryDirectory(prefix="myosotis-story-") as folder:
        return asyncio.run(play(Path(folder)))


@pytest.mark.parametrize(("story", "check"), CHECKS)
def test_it_holds_at_each_step(story: str, check: str) -> None:
    assert played(story).get(check, []) == []


@pytest.mark.parametrize("story", TOLD)
def test_every_turn_is_taken_and_every_order_carried_out(story: str) -> None:
    checks = {check for name, check in CHECKS if name == story}
    faults = [
        f"{step}: {fault}"
        for step, found in played(story).items()
        if step not in checks
        for fault in found
    ]
    assert faults == []
