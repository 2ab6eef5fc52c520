"""What a digest says beyond what is told beside it."""

import pytest

from myosotis_server.understanding.untold import untold


@pytest.mark.parametrize(
    ("digest", "told", "left"),
    [
        ("我住在成都。我喜欢爬山。", ["我住在成都"], "我喜欢爬山。"),
        ("我住在成都。我喜欢爬山。", ["我喜欢爬山", "我住在成都"], ""),
        ("我女朋友说没事，她是护士。", ["她是护士", "我女朋友说没事"], ""),
        ("我女朋友说没事，她是护士。", ["她是护士"], "我女朋友说没事，她是护士。"),
        ("I live in Leeds. I like tea.", ["i live in leeds."], "I like tea."),
        ("I like tea. Can you help me?", ["I hate tea"], "I like tea. Can you help me?"),
        ("I like tea.", [], "I like tea."),
        ("……", [""], "……"),
    ],
)
def test_only_what_is_told_goes(digest: str, told: list[str], left: str) -> None:
    assert untold(digest, told) == left
