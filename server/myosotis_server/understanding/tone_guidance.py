"""What a reply should sound like, in words for whoever writes it."""

from myosotis_server.memory.values import Emotion

_STRONG = 0.6
"""The intensity from which on a feeling is strong."""

# For each emotion what to do when it is mild, and when it is strong.
_ZH = {
    Emotion.HAPPY: ("轻快、活泼一些，分享对方的高兴", "热情、活泼，尽情分享对方的喜悦"),
    Emotion.SAD: (
        "温暖一些，先倾听、安慰，不急着给建议",
        "温暖、慢一些，先陪伴、安慰，不评判，不急着给建议",
    ),
    Emotion.ANXIOUS: (
        "温柔一些，先安慰，别说教",
        "非常温柔，先安慰、让对方安心，一次只说一件事，别说教",
    ),
    Emotion.ANGRY: (
        "冷静，认可对方的感受，不争辩",
        "冷静、克制，先承认对方生气有理由，不争辩，不讲大道理",
    ),
    Emotion.CALM: ("平和、自然、放松", "平和、自然、放松"),
    Emotion.SURPRISED: ("带着好奇，问问是怎么回事", "一起惊讶，带着好奇，请对方说说经过"),
    Emotion.TIRED: (
        "温柔一些，话短一点，先体谅、安慰，别说教",
        "非常温柔，话要短，先安慰，让对方歇一歇，别催，别说教",
    ),
    Emotion.NEUTRAL: ("自然、放松，像平常聊天", "自然、放松，像平常聊天"),
}
_EN = {
    Emotion.HAPPY: (
        "lively and light; share the joy",
        "warm and lively; share the joy to the full",
    ),
    Emotion.SAD: (
        "warm; listen and comfort first, do not hurry to advise",
        "warm and unhurried; keep them company and comfort first, do not judge or hurry to advise",
    ),
    Emotion.ANXIOUS: (
        "be gentle; comfort first, do not lecture",
        "be very gentle; comfort and reassure first, one thing at a time, do not lecture",
    ),
    Emotion.ANGRY: (
        "calm; acknowledge how they feel, do not argue",
        "calm and restrained; acknowledge first that the anger has its reason, do not argue",
    ),
    Emotion.CALM: ("even, natural and relaxed", "even, natural and relaxed"),
    Emotion.SURPRISED: (
        "curious; ask how it came about",
        "share the surprise; be curious and let them tell the story",
    ),
    Emotion.TIRED: (
        "be gentle and brief; comfort first, do not lecture",
        "be very gentle and brief; comfort first, let them rest, do not push or lecture",
    ),
    Emotion.NEUTRAL: ("natural and relaxed, as in everyday talk",) * 2,
}
_HURRIED_ZH = "先给办法，别的不多说"
_HURRIED_EN = "answer first, offer nothing else"
_HURRIED_HOW_ZH = {
    Emotion.ANXIOUS: "；语气沉稳，让人安心",
    Emotion.SAD: "；语气温暖",
    Emotion.ANGRY: "；语气冷静，不争辩",
    Emotion.TIRED: "；语气温柔，话要短",
}
_HURRIED_HOW_EN = {
    Emotion.ANXIOUS: "; sound steady and reassuring",
    Emotion.SAD: "; sound warm",
    Emotion.ANGRY: "; sound calm, do not argue",
    Emotion.TIRED: "; sound gentle, be brief",
}


def guidance(
    emotion: Emotion, intensity: float, *, is_chinese: bool, answer_first: bool, with_care: bool
) -> str:
    """What to sound like for who feels `emotion` with an `intensity` of 0 to 1.

    `answer_first` goes before all else. `with_care` is for who seems well enough just now, but
    has not been.
    """
    if answer_first:
        how = (_HURRIED_HOW_ZH if is_chinese else _HURRIED_HOW_EN).get(emotion, "")
        return (_HURRIED_ZH if is_chinese else _HURRIED_EN) + how
    words = (_ZH if is_chinese else _EN)[emotion][intensity >= _STRONG]
    if with_care and emotion in (Emotion.NEUTRAL, Emotion.CALM):
        words += "，多一点关心" if is_chinese else "; with a little more care"
    return words
