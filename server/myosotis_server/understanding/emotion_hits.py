"""Finds words of feeling in a clause, and whether they are negated, eased or someone else's."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from myosotis_server.memory.values import Emotion
from myosotis_server.understanding import emotion_words_en as en
from myosotis_server.understanding import emotion_words_zh as zh
from myosotis_server.understanding.emotion_signs import EMOJI, FACES
from myosotis_server.understanding.joyful_turns import is_for_joy, turns
from myosotis_server.understanding.patterns import pattern_of

NEGATIVE = frozenset({Emotion.SAD, Emotion.ANXIOUS, Emotion.ANGRY, Emotion.TIRED})
_SPAN = 48
"""Characters around a word that can bear on it; what is further away belongs to something else."""
_MOST_WORDS = 64
"""Words of feeling in a clause that are looked at."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A feeling that a clause names: how surely it is the user's now, and how strong (0 to 1)."""

    emotion: Emotion
    weight: float
    intensity: float


Word = tuple[str, Emotion | None, float]


def _by_start(words: list[Word], start: Callable[[str], str]) -> dict[str, tuple[Word, ...]]:
    """Words by how they start; the longest of each start first."""
    found: dict[str, list[Word]] = {}
    for word in sorted(words, key=lambda one: -len(one[0])):
        found.setdefault(start(word[0]), []).append(word)
    return {start: tuple(several) for start, several in found.items()}


_ENGLISH_WORD = pattern_of(r"[a-z0-9][a-z0-9'-]*")
_LONG_DRAWN = pattern_of(r"([a-z])\1{2,}")


def _chinese_words() -> list[Word]:
    words: dict[str, Word] = {word: (word, None, 0.0) for word in zh.NO_FEELING.split()}
    for emotion, tiers in zh.ZH.items():
        for strength, several in tiers:
            for word in several.split():
                words.setdefault(word, (word, emotion, strength))
    return list(words.values())


def _english_words() -> list[Word]:
    words: dict[str, Word] = {word: (word, None, 0.0) for word in en.NO_FEELING}
    for emotion, tiers in en.EN.items():
        for strength, several in tiers:
            for word in several.split(", "):
                if not _LONG_DRAWN.search(word):
                    words.setdefault(word, (word, emotion, strength))
    return list(words.values())


def _first_word(phrase: str) -> str:
    match = _ENGLISH_WORD.match(phrase)
    return match[0] if match else phrase[0]


_CHINESE = _by_start([one for one in _chinese_words() if not one[0][0].isascii()], lambda w: w[:2])
_ENGLISH = _by_start(
    _english_words() + [one for one in _chinese_words() if one[0][0].isascii()], _first_word
)

# What stands before a word of feeling and bears on it. All end where the word begins.

_NEVER_SO = pattern_of(
    r"(?:从来没有?|从没有?|从未|好久没有?|很久没有?|许久没有?|多年没有?|没有比这更?)[^，。]{0,4}?"
    r"(?:这么|如此|那么|这样|更)?$"
    r"|(?:never|n't|not)(?: \w+){1,3} (?:so|this|more|that much|such)(?: \w+)?\W*$"
    r"|never(?: \w+){0,2} been\W*$"
)
_NOT_ZH = pattern_of(
    r"(?:(?<!要)(?<!是)(?<!不得)(?<!好)(?<!能)(?<!不能)不|没有?|(?<![特分区告性个级])别|甭|毫无|无需|未曾|并未|谈不上|算不上|称不上|说不上)"
    r"(?:必要|需要|怎么|什么|啥|那么|这么|觉得|感到|感觉|特别|之前|以前|自己|[很太多再会用必要是怎算过因为此在好可值得有让我被那]){0,4}$"
)
_NOT_EN = pattern_of(
    r"(?:\b(?:not|no|never|without|cannot|hardly|barely|neither|nor|nothing|isnt|dont|didnt|wasnt)\b|n't\b)"
    r"(?:\W+(?:a|an|the|any|all|that|so|very|too|really|even|been|feel|feeling|felt|be|being|as|"
    r"particularly|especially|exactly|in|least|bit|one|get|getting|going|to|ever|much|more|"
    r"anything|remotely|actually|reason|quite|made|make|me|longer|need|have|any|at|it|super|"
    r"think|was|is|am|i|i'm|i'd|say|call|myself|nearly|half|overly))*\W*$"
)
_NO_MORE = pattern_of(
    r"不再|再也不|没那么|没有那么|不那么|没之前|没以前|终于不|no longer|not as|less\W*$"
)
_FORBIDS = pattern_of(
    r"(?:(?<![特分区告性个级])别|不要|不用|不必|甭|何必|请勿)[再太这那么]{0,3}$"
    r"|(?:^|please |so |and )(?:don't|do not|never)"
    r"(?: you)?(?: be| get| feel| even)?(?: so| too)?\W*$"
)
_EASED = pattern_of(
    r"[^，。]{0,5}?(?:缓解|减轻|消失|消散|消了|散了|没了|少了|小了|小多了|减少|退去|好多了|好些了|烟消云散|都走了)"
    r"|\W*(?:\w+\W+){0,2}(?:is gone|has gone|went away|faded|is fading|lifted|eased|melted|"
    r"subsided|passed|disappeared)"
)
_CANNOT_RISE = pattern_of(r"不起来|不下来|不下去")

# Whose feeling it is: the last person named before it, unless that one is what it is about.

_KIN = (
    r"(?:爸爸?|妈妈?|父亲|母亲|爷爷|奶奶|外公|外婆|姥姥|姥爷|公公|婆婆|哥哥?|姐姐?|弟弟?|妹妹?|老公|老婆|丈夫|妻子|媳妇|爱人|"
    r"男朋友|女朋友|男友|女友|对象|室友|同事|同学|朋友|闺蜜|兄弟|老板|领导|上司|经理|客户|老师|邻居|孩子|儿子|女儿|娃|宝宝|"
    r"表[哥姐弟妹]|堂[哥姐弟妹]|舅舅?|叔叔?|阿姨|姑姑?|姨妈?|岳[父母]|侄[子女]|孙[子女]|前任|房东|医生|家人|爸妈|父母|猫|狗|小猫|小狗)"
)
_ZH_PERSON = pattern_of(
    rf"(?P<about>(?:[为替对跟和与给被把想爱恨向陪跟怪]|担心|关于|因为)(?:了|着)?)?"
    rf"(?:(?P<other>我们?(?:的|家|那个)?(?:大|小|老|前)?{_KIN}|[他她它牠你您]们?|人家|别人|大家|{_KIN}|小[明红李王张刚丽芳华美]|老[王李张刘])"
    rf"(?:们|俩)?|(?P<me>我们?|咱们?|俺|本人|老子|老娘|自己|人家我))"
)
_EN_KIN = (
    r"(?:mom|mum|mother|dad|father|parents?|brothers?|sisters?|sis|bro|wife|husband|partner|"
    r"boyfriend|girlfriend|fianc[eé]e?|son|daughter|kids?|child|children|baby|friends?|bestie|"
    r"roommate|flatmate|boss|manager|coworkers?|colleagues?|teacher|neighbou?rs?|aunt|uncle|cousin|"
    r"grand(?:ma|pa|mother|father|parents)|ex|landlord|doctor|team|dog|cat|client|nephew|niece)"
)
_EN_PERSON = pattern_of(
    rf"\b(?:(?P<about>to|for|at|with|by|about|of|from|than|and|see|seeing|"
    rf"hear|hearing|tell|told|saw|miss|love|hate|because of) )?"
    rf"(?:(?P<other>(?:my|our|his|her|their|the) (?:\w+ )?{_EN_KIN}(?!'s)|he|she|they|him|"
    rf"them|her(?! \w)|you|he's|she's|they're|you're|everyone|everybody|people|someone|somebody)"
    rf"|(?P<me>i|i'm|i've|i'd|i'll|im|me|we|we're|myself|us))\b(?!')"
)
_UNREAL = pattern_of(
    r"如果|要是|假如|假设|万一|倘若|就算|即使"
    r"|\bif\b|\bwould(?:n't)? (?:be|feel|have)\b|\bunless\b|\bimagine\b"
)
_PAST = pattern_of(
    r"以前|小时候|曾经|那时候|当年|从前|\bused to\b|\bback then\b|\bas a (?:kid|child)\b"
)

# How strongly.

_STRONGER = pattern_of(
    r"(?:非常|特别|超级?|极其|极度|十分|万分|真的?|好好?|巨|贼|太|相当|无比|格外|尤其|这么|那么|如此|实在|简直|彻底|完全|快要?|尽|"
    r"so|very|really|extremely|super|incredibly|absolutely|totally|utterly|completely|beyond|"
    r"fucking|freaking|damn|insanely|deeply|terribly|awfully|truly|such|too|pretty|quite|way|"
    r"unbelievably|ridiculously)\W*$"
)
_REPEATED = pattern_of(
    r"(?:so|very|really),? (?:so|very|really) $|(?:好好|真的真的|超超|非常非常|很很|太太)$"
)
_WEAKER = pattern_of(
    r"(?:有一?点儿?|有些|稍微?|略微?|些许|一丝|微微|隐隐|小小?|不太|不怎么|还算|还挺|"
    r"a bit|a little|a little bit|slightly|kind of|kinda|somewhat|sort of|sorta|mildly|a tad|"
    r"not very|not so|not that|not too)(?: of)?\W*$"
)
_STRONGER_AFTER = pattern_of(
    r"得?(?:死我?了|死|坏了|透了|透顶|极了|要命|不行|不得了|爆了|爆|疯了|惨了|炸了?|到不行|得很|了一整|了整整|至极|万分|到爆)"
    r"|(?: as hell| as fuck| af\b| to death| beyond words| out of my mind)"
)


def hits(clause: str, typed: str) -> list[Hit]:
    """What `clause` names, in order; it is in small simplified letters, `typed` as it was typed."""
    found: list[Hit] = []
    for start, end, emotion, strength in islice(_words(clause), _MOST_WORDS):
        found += _said_of(clause, start, end, emotion, strength)
    found += (Hit(emotion, strength, strength) for emotion, strength in turns(clause))
    found += _signs(typed)
    return found


def plain(text: str) -> str:
    """English letters said long made short ("soooo"), in small letters."""
    return _LONG_DRAWN.sub(r"\1", text.lower().replace("’", "'"))


def _words(clause: str) -> Iterator[tuple[int, int, Emotion, float]]:
    if not clause.isascii():
        place = 0
        while place < len(clause):
            pair, single = clause[place : place + 2], clause[place]
            for word, emotion, strength in (*_CHINESE.get(pair, ()), *_CHINESE.get(single, ())):
                if clause.startswith(word, place):
                    if emotion is not None:
                        yield place, place + len(word), emotion, strength
                    place += len(word) - 1
                    break
            place += 1
    done = 0
    for match in _ENGLISH_WORD.finditer(clause):
        if match.start() < done:
            continue
        for word, emotion, strength in _ENGLISH.get(match[0], ()):
            end = match.start() + len(word)
            if clause.startswith(word, match.start()) and not _goes_on(clause, end):
                if emotion is not None:
                    yield match.start(), end, emotion, strength
                done = end
                break


def _goes_on(clause: str, end: int) -> bool:
    after = clause[end : end + 1]
    return after.isascii() and after.isalnum()


def _said_of(clause: str, start: int, end: int, emotion: Emotion, strength: float) -> Iterator[Hit]:
    before = clause[max(0, start - _SPAN) : start]
    after = clause[end : end + _SPAN]
    if emotion in NEGATIVE and is_for_joy(before, after):
        return
    share = _share_of_user(before)
    weight = strength * share
    if share < 1.0:
        yield Hit(Emotion.NEUTRAL, strength * 0.5, 0.0)
    if _UNREAL.search(before):
        weight *= 0.5
    if _PAST.search(before):
        weight *= 0.6
    intensity = strength
    if _REPEATED.search(before):
        intensity *= 1.5
    elif _WEAKER.search(before):
        intensity *= 0.55
    elif _STRONGER.search(before) or _STRONGER_AFTER.match(after):
        intensity *= 1.3
        weight = min(0.95, weight * 1.15)
    if _NEVER_SO.search(before):
        yield Hit(emotion, weight, min(1.0, intensity * 1.3))
        return
    if emotion in NEGATIVE and _EASED.match(after):
        yield Hit(Emotion.CALM, weight, 0.5)
        return
    if _FORBIDS.search(before):
        yield Hit(Emotion.NEUTRAL, weight * 0.4, 0.0)
        return
    is_negated = bool(_NOT_ZH.search(before) or _NOT_EN.search(before))
    has_changed = bool(_NO_MORE.search(before))
    if emotion is not Emotion.NEUTRAL and _CANNOT_RISE.match(after):
        is_negated = True
    if not is_negated and not has_changed:
        yield Hit(emotion, weight, min(1.0, intensity))
        return
    has_changed |= bool(re.match(r"[^，。]{0,4}了|.{0,40}\b(?:any ?more|any longer)\b", after))
    yield from _negated(emotion, weight, intensity, has_changed)


def _negated(emotion: Emotion, weight: float, intensity: float, has_changed: bool) -> Iterator[Hit]:
    """What is felt where `emotion` is not: a worry gone is calm, joy that is not there is sad."""
    if emotion in NEGATIVE:
        if has_changed:
            yield Hit(Emotion.CALM, weight, 0.5)
        else:
            yield Hit(Emotion.NEUTRAL, weight * 0.8, 0.1)
            yield Hit(Emotion.CALM, weight * 0.4, 0.35)
    elif emotion is Emotion.HAPPY:
        yield Hit(Emotion.SAD, weight * 0.75, min(0.7, intensity))
        yield Hit(Emotion.ANGRY, weight * 0.3, min(0.6, intensity))
    elif emotion is Emotion.CALM:
        yield Hit(Emotion.ANXIOUS, weight * 0.7, min(0.7, intensity))
    else:
        yield Hit(Emotion.NEUTRAL, weight * 0.6, 0.1)


def _share_of_user(before: str) -> float:
    """How far a feeling is the user's, by whom the words before it name last."""
    share = 1.0
    for pattern in (_ZH_PERSON, _EN_PERSON):
        for match in pattern.finditer(before):
            if match["me"]:
                share = 1.0
            elif not match["about"]:
                share = 0.3
    return share


def _signs(typed: str) -> Iterator[Hit]:
    counts: dict[tuple[Emotion, float], int] = {}
    if not typed.isascii():
        for sign in typed:
            if sign in EMOJI:
                counts[EMOJI[sign]] = counts.get(EMOJI[sign], 0) + 1
    for emotion, strength, pattern in FACES:
        if number := sum(1 for _ in pattern.finditer(typed)):
            counts[emotion, strength] = counts.get((emotion, strength), 0) + number
    for (emotion, strength), number in counts.items():
        more = min(number, 3) - 1
        yield Hit(emotion, min(0.9, strength + 0.08 * more), min(1.0, strength + 0.1 * more))
