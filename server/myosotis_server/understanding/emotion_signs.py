"""Emoji, kaomoji and typed sounds: what they say of a mood, and how strongly (0 to 1)."""

import re

from myosotis_server.memory.values import Emotion
from myosotis_server.understanding.patterns import pattern_of

_EMOJI: dict[Emotion, tuple[float, str]] = {
    Emotion.HAPPY: (
        0.65,
        "😀😃😄😁😆😊☺🙂😍🥰😘😋😜🤪🤗🤩🥳😎😸😺😻🎉🎊🎈🥂🍻💃🕺💕💖💗💓💞❤♥💛💚💙💜🧡😹😂🤣✌🙌👏💪🌈🏆😇🤤",
    ),
    Emotion.SAD: (0.7, "😢😭😞😔😟😿💔🥀☹🙁😥🥺😓😩😫🥲🌧"),
    Emotion.ANXIOUS: (0.7, "😰😨😱😧😖😬🫣🫨😵"),
    Emotion.ANGRY: (0.8, "😠😡🤬👿💢🖕😤🙄👎😾🤮🤢😒"),
    Emotion.CALM: (0.6, "😌🧘🍵☕🌿🍃🕊🌅🌊🛀🫖🌙🪷"),
    Emotion.SURPRISED: (0.75, "😮😲😯🤯😳🙀🫢"),
    Emotion.TIRED: (0.75, "😪😴🥱💤🛌🛏🫠"),
    Emotion.NEUTRAL: (0.4, "😐😑🫥😶"),
}
EMOJI: dict[str, tuple[Emotion, float]] = {
    sign: (emotion, strength)
    for emotion, (strength, signs) in _EMOJI.items()
    for sign in signs
    if not 0x1F3FB <= ord(sign) <= 0x1F3FF
}
"""By their first code point, so that skin tones and selectors do not count."""

_FACES: tuple[tuple[Emotion, float, str], ...] = (
    (Emotion.TIRED, 0.7, r"\bz{3,}|\(-_-\)\s?z+|\(￣o￣\)|_\(:з」∠\)_|orz\b|\[(?:睡|困|哈欠)\]"),
    (
        Emotion.HAPPY,
        0.6,
        r"[:=;]-?[)D\]](?!\w)|\bx[dD]+\b|\^_*[oO]?\^|\(\*?[≧＾^][▽ω∀_][≦＾^]\*?\)|ヽ\([^)\n]{1,9}\)[ﾉノ]|"
        r"\(◕‿◕\)|\(｡?•[ᴗω]•|٩\(|<3(?!\d)|\byes{3,}\b|\bya{2,}y+\b|哈{2,}|hh{2,}|\bxswl\b|2333+|"
        r"\[(?:笑|大笑|偷笑|爱心|耶|鼓掌|太开心|嘻嘻|哈哈|呲牙|愉快|庆祝)\]",
    ),
    (
        Emotion.SAD,
        0.65,
        r"[:=]['’]?-?[(\[](?!\w)|:['’]-?\(|\bT[_\.]?T\b|\bQ[_\.]?Q\b|[╥ಥ][_﹏ω][╥ಥ]|\(;_;\)|;_;|\(｡•́|\bq[aw]q\b|"
        r"\b5{3,}\b|[呜嘤]{2,}|\[(?:大哭|流泪|泪|悲伤|难过|伤心|心碎|委屈|可怜|快哭了)\]",
    ),
    (
        Emotion.ANGRY,
        0.75,
        r">[:_]\(|\(╯[°`][^)\n]{1,4}\)╯|┻━┻|\bgr{2,}\b|\bargh+\b|\(｀Д´\)|凸|╬|\[(?:怒|发怒|愤怒|抓狂|怒骂|鄙视|咒骂)\]",
    ),
    (
        Emotion.SURPRISED,
        0.65,
        r"[:=]-?[oO0](?!\w)|\b[oO]_[oO]\b|\(⊙[_o]⊙\)|⊙[_▽]⊙|Σ\(|[!！][?？]|[?？][!！]|[?？]{3,}|"
        r"\[(?:惊讶|吃惊|惊恐|震惊)\]",
    ),
    (Emotion.ANXIOUS, 0.6, r"\(°ー°〃\)|\(；′⌒`\)|\(;´Д`\)|\[(?:冷汗|紧张|害怕|惊吓|衰)\]"),
    (Emotion.CALM, 0.55, r"\(´-ω-`\)|\(￣▽￣\)|旦~|\[(?:悠闲|茶|太阳|月亮)\]"),
)
# ASCII: a face may follow a Chinese character without a space.
FACES = [
    (emotion, strength, pattern_of(pattern, re.ASCII)) for emotion, strength, pattern in _FACES
]
"""For text as it was typed."""
