"""What can be seen in a text, and what says something."""

import pytest

from myosotis_server.memory.blank import is_blank, says_nothing


@pytest.mark.parametrize("text", ["", " \t\n", "\u3000", "\u200b\u200f", "\u2028", "\x00"])
def test_what_cannot_be_seen_is_blank_and_says_nothing(text: str) -> None:
    assert is_blank(text)
    assert says_nothing(text)


@pytest.mark.parametrize("text", ["?", "？！…", "——", "“”\u200b", "()[]", "_"])
def test_punctuation_is_seen_and_says_nothing(text: str) -> None:
    assert not is_blank(text)
    assert says_nothing(text)


@pytest.mark.parametrize("text", ["茶", "a?", "7", "😀", "🫩", "\U0001fadf", "+", "$", "。猫。"])
def test_letters_numbers_signs_and_emoji_not_yet_known_say_something(text: str) -> None:
    assert not is_blank(text)
    assert not says_nothing(text)
