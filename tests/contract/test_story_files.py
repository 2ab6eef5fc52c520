"""Stories are read as they are written, and a fault in one is told with its place."""

from __future__ import annotations

from copy import deepcopy
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from contract.story import Check, Forget, Phrases, Talk
from contract.story_files import STORIES, parse_story, read_story
from contract.story_table import StoryFault

FILES = sorted(STORIES.glob("*.toml"))
STORY: dict[str, Any] = {
    "about": "somebody moves",
    "language": "en",
    "time_zone": "Europe/London",
    "step": [
        {
            "talk": "s1",
            "at": datetime(2026, 3, 29, 0, 59, 40),
            "turns": [{"user": "hi"}, {"companion": "hello"}],
        },
        {"end": "s1", "at": datetime(2026, 3, 29, 3)},
        {"maintain": True, "at": datetime(2026, 3, 29, 4)},
        {"forget": "query", "query": "the move", "at": datetime(2026, 3, 29, 5)},
        {
            "check": "it is known",
            "time_zone": "Asia/Shanghai",
            "at": datetime(2026, 3, 29, 19),
            "memories": {"has": ["a", ["b", "c"]], "dated": {"a": date(2026, 3, 29)}},
            "recall": [{"ask": "where?", "first": "here"}],
        },
    ],
}


def changed(*path: str | int, to: Any) -> dict[str, Any]:
    """STORY with one value set."""
    story = deepcopy(STORY)
    place: Any = story
    for each in path[:-1]:
        place = place[each]
    place[path[-1]] = to
    return story


def test_a_story_is_read() -> None:
    story = parse_story("moving", STORY)
    talk, _, _, forget, check = story.steps
    assert isinstance(talk, Talk)
    assert [(line.speaker, line.content) for line in talk.lines] == [
        ("user", "hi"),
        ("companion", "hello"),
    ]
    assert isinstance(forget, Forget)
    assert forget.query == "the move"
    assert isinstance(check, Check)
    assert check.memories is not None
    assert check.memories.has == (("a",), ("b", "c"))
    assert check.recall[0].first == ("here",)
    assert check.at.astimezone(UTC) == datetime(2026, 3, 29, 11, tzinfo=UTC)


def test_forty_seconds_pass_between_turns_even_where_clocks_go_forward() -> None:
    [talk, *_] = parse_story("moving", STORY).steps
    assert isinstance(talk, Talk)
    first, second = talk.lines
    assert second.at.astimezone(UTC) - first.at.astimezone(UTC) == timedelta(seconds=40)
    assert second.at.hour == 2


def test_phrases_are_found_in_any_case_and_missed_by_name() -> None:
    phrases = Phrases(has=(("Piano", "钢琴"), ("bristol",)), lacks=("callum",))
    assert phrases.faults("it", "钢琴 in Bristol") == []
    assert phrases.faults("it", "Callum plays") == [
        "it: no Piano / 钢琴",
        "it: no bristol",
        "it: has callum",
    ]


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (changed("language", to="fr"), "moving: language must be one of zh, en"),
        (changed("time_zone", to="Mars/Olympus"), "moving: no zone is called 'Mars/Olympus'"),
        (changed("step", to=[]), "moving: step must be a list of tables"),
        (changed("mood", to="good"), "moving: does not know mood"),
        (changed("step", 1, "at", to="noon"), "moving, step 2: at must be a local time"),
        (
            changed("step", 1, "at", to=datetime(2026, 3, 28)),
            "moving, step 2: is earlier than the step before it",
        ),
        (changed("step", 1, "maintain", to=True), "moving, step 2: must have exactly one of talk"),
        (
            changed("step", 0, "turns", 1, to={"robot": "hm"}),
            "moving, step 1, turn 2: must have exactly one of user, companion",
        ),
        (changed("step", 0, "turns", 0, "user", to=" "), "turn 1: user must be a text"),
        (changed("step", 2, "maintain", to=False), "step 3: maintain is true or not there"),
        (changed("step", 3, "forget", to="all"), "step 4: forget must be one of asked, query"),
        (changed("step", 4, "entites", to={}), "moving, step 5: does not know entites"),
        (changed("step", 4, "memories", "hass", to=["x"]), "step 5, memories: does not know hass"),
        (changed("step", 4, "memories", "has", to=[3]), "memories, has: phrase must be a list"),
        (changed("step", 4, "memories", "has", to=[[]]), "has has an empty list of phrases"),
        (
            changed("step", 4, "memories", "dated", "a", to="Monday"),
            "step 5, memories.dated: a must be a date",
        ),
        (changed("step", 4, "recall", 0, to={}), "step 5, recall 1: ask is missing"),
        (changed("step", 4, "trend", to={"days": -1}), "trend: days must be a whole number"),
        (
            changed("step", 4, "trend", to={"days": 7, "turned": date(2026, 3, 1)}),
            "trend: turned needs a slope",
        ),
        (
            changed("step", 4, to={"check": "nothing", "at": datetime(2026, 3, 30)}),
            "step 5: checks nothing",
        ),
        (
            changed("step", to=[*STORY["step"], STORY["step"][-1]]),
            "moving: two checks are called 'it is known'",
        ),
    ],
)
def test_a_fault_is_told_with_its_place(document: dict[str, Any], told: str) -> None:
    with pytest.raises(StoryFault) as fault:
        parse_story("moving", document)
    assert told in str(fault.value)


def test_what_is_no_toml_is_a_fault(tmp_path: Any) -> None:
    path = tmp_path / "torn.toml"
    path.write_text("about = ", encoding="utf-8")
    with pytest.raises(StoryFault, match=r"torn\.toml"):
        read_story(path)


def test_two_stories_are_chinese_and_two_english() -> None:
    languages = sorted(read_story(path).language for path in FILES)
    assert languages == ["en", "en", "zh", "zh"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_story_lasts_three_weeks_and_checks_all_that_it_should(path: Any) -> None:
    story = read_story(path)
    assert len(story.lines) >= 60
    assert timedelta(days=19) <= story.lines[-1].at - story.lines[0].at <= timedelta(days=23)
    checks = story.checks
    assert any(check.at.strftime("%a") == "Wed" and check.context for check in checks)
    assert any(check.memories and check.memories.ended for check in checks)
    assert any(check.profile and check.profile.habits.has for check in checks)
    assert any(check.trend and check.trend.turned and check.trend.summary.has for check in checks)
    [name] = {name for check in checks for name in check.nowhere}
    assert any(name in line.content for line in story.lines)
