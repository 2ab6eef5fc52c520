"""Turns of speech whose words say the reverse of what they mean: "grinning like an idiot", 笑死."""

from collections.abc import Iterator

from myosotis_server.memory.values import Emotion
from myosotis_server.understanding.patterns import pattern_of

_LAUGHS = r"(?:grin(?:n(?:ed|ing)|s)?|smil\w+|laugh\w*|giggl\w+|beam(?:ed|ing)|cackl\w+)"
_FOR_JOY = pattern_of(
    rf"\b{_LAUGHS}(?: \w+){{0,3}} like (?:an? |some )?(?:\w+ )?$"
    rf"|\b{_LAUGHS}(?: \w+){{0,2}} (?:till?|until|so (?:hard|much))(?: (?:that|it|i|we|my|\w+))? $"
    r"|\bso (?:happy|glad|proud|relieved|excited|good)(?:,? (?:that|i|we|could|can|almost|nearly"
    r"|just|wanted to|want to|started|am|was))* $"
    r"|(?:笑|乐|高兴|开心|幸福|激动|感动)(?:[得成到出]|得就?[像跟和]一?个?|得我?都?快?要?)$"
)
"""What makes a word of grief, anger or weariness behind it one of joy: "laughed till I cried"."""
_WITH_JOY = pattern_of(
    r"\W*(?:(?:from|with|of) (?:laughing|laughter|joy|happiness|relief)|laughing"
    r"|this (?:well|deeply))\b"
    r"|(?:了又|着|又)笑"
)
"""… or before it: "crying with laughter", "哭着笑"."""

_NOT_SINCE = r"(?:never|haven't|hasn't|hadn't|not|have not) (?:\w+ )?(?:felt|been|slept|had it|had)"
_LONG = r"(?:in|for|since) (?:\w+ ){0,3}?\w+"
_TURNS = (
    (
        Emotion.HAPPY,
        pattern_of(
            rf"\b{_NOT_SINCE} (?:this|quite this) (?:good|great|well|light|free|alive|strong|fit)\b"
            rf"|\b{_NOT_SINCE} (?:so|that|as) (?:good|great|well|light|free|alive|strong) {_LONG}"
            r"|\b(?:cry\w*|tears|howling|weeping) (?:with|from|of) (?:laughing|laughter|joy)\b"
            rf"|\b{_NOT_SINCE} better (?:in|for) \w+"
            r"|\bmade (?!of\b|up\b)(?:[\w'-]+ ){1,4}?(?:laugh|smile|giggle|chuckle|crack up)\b"
            r"|笑(?:死|疯|喷|晕|抽|趴|尿|裂|翻|岔气|飞|傻|不活)|笑[得到](?:我|大家|肚子?)?"
            r"(?:肚子[疼痛]|岔气|不行|停不下来|直不起腰|满地打滚|前仰后合|眼泪)"
            r"|笑得就?[像跟]|逗[笑乐]|逗得[^，。]{0,6}笑"
            r"|(?:好久|很久|多久|许久|从来|几?[个多]?[月年])[都也]?没有?(?:过|感觉|觉得|像今天)?"
            r"(?:这么|这样|如此)(?:好|棒|舒服|轻松|爽|精神|顺)(?!吃|喝|看|听|天气)"
            r"|不要太(?:爽|开心|快乐|高兴|幸福|舒服)|别提多(?:爽|开心|快乐|高兴|幸福)"
        ),
    ),
    (
        Emotion.SAD,
        pattern_of(
            rf"\b{_NOT_SINCE} this (?:bad|rough|low|down|hopeless)\b|\bnever felt worse\b"
            r"|(?:好久|很久|从来)[都也]?没有?(?:过|感觉|觉得)?(?:这么|这样|如此)(?:糟|差|低落|崩溃)"
        ),
    ),
)
_STRENGTH = 0.75
_SIGNS_EN = ("n't ", "not ", "never ", "made ", "cry", "tears", "howling", "weeping")
_SIGNS = ("笑", "逗", "没", "不要太", "别提", *_SIGNS_EN)
"""Without one of these, a clause has no such turn."""


def is_for_joy(before: str, after: str) -> bool:
    """Whether words of another feeling, between `before` and `after`, only tell how glad one is."""
    return _FOR_JOY.search(before) is not None or _WITH_JOY.match(after) is not None


def turns(clause: str) -> Iterator[tuple[Emotion, float]]:
    """What `clause`, in small simplified letters, means by a turn of speech, and how strongly."""
    signs = _SIGNS_EN if clause.isascii() else _SIGNS
    if not any(sign in clause for sign in signs):
        return
    for emotion, pattern in _TURNS:
        if pattern.search(clause):
            yield emotion, _STRENGTH
