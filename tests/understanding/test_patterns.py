"""Patterns that are compiled late match as those that `re` compiles at once."""

import gc
import importlib
import pkgutil
import re

import pytest

from myosotis_server import understanding
from myosotis_server.understanding import patterns
from myosotis_server.understanding.patterns import pattern_of

TEXT = "我叫Anna，住在成都；ANNA lives in Chengdu"


def test_it_has_all_that_a_pattern_has() -> None:
    late = pattern_of(r"(?P<name>anna)|(?P<city>成都)", re.IGNORECASE)
    early = re.compile(r"(?P<name>anna)|(?P<city>成都)", re.IGNORECASE)
    assert [each.span() for each in late.finditer(TEXT)] == [(2, 6), (9, 11), (12, 16)]
    for name in (each for each in dir(early) if not each.startswith("_")):
        if not callable(getattr(early, name)):
            assert getattr(late, name) == getattr(early, name), name
    assert late.sub("她", TEXT) == early.sub("她", TEXT)
    assert late.split(TEXT, maxsplit=1) == early.split(TEXT, maxsplit=1)
    found = late.search(TEXT, 7)
    assert found is not None
    assert found["city"] == "成都"
    assert late.match(TEXT) is None


def test_it_is_compiled_once_and_not_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def compile_and_note(text: str, flags: int) -> re.Pattern[str]:
        compiled.append(text)
        return re.compile(text, flags)

    monkeypatch.setattr(patterns, "_compile", compile_and_note)
    late = pattern_of("咖啡|coffee")
    assert late.pattern == "咖啡|coffee"
    assert not hasattr(late, "__wrapped__")
    assert compiled == []
    assert [bool(late.search(text)) for text in ("我喝咖啡", "tea", "coffee")] == [
        True,
        False,
        True,
    ]
    assert late.fullmatch("coffee")
    assert compiled == ["咖啡|coffee"]


def test_a_wrong_pattern_says_so_at_its_first_use() -> None:
    late = pattern_of("(半")
    with pytest.raises(re.error):
        late.search("半")


def test_every_pattern_is_one() -> None:
    """What is compiled late must not turn out to be wrong when somebody speaks of it."""
    for module in pkgutil.iter_modules(understanding.__path__, understanding.__name__ + "."):
        importlib.import_module(module.name)
    gc.unfreeze()  # a server that ran in this process has put what there was out of sight
    kind = type(pattern_of(""))
    late = [each for each in gc.get_objects() if type(each) is kind and each.pattern != "(半"]
    assert len(late) > 1_000
    for each in late:
        assert each.search is not None
