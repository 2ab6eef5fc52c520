"""What somebody did, was to do or did not do: the value that statements of activities read as."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from zoneinfo import ZoneInfo

from myosotis_server.understanding.categories import concept_of, concepts_in
from myosotis_server.understanding.clock_times import clocks
from myosotis_server.understanding.event_days import mentions
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.simplified import simplified


class Outcome(Enum):
    DONE = "done"
    OPEN = "open"
    """Told without a tense ("gym again", 去健身房练背): done once the day is over."""
    PLANNED = "planned"
    """To be done: done once the time that was told is past."""
    DENIED = "denied"
    """Not done: forgotten, skipped, cancelled."""


@dataclass(frozen=True, slots=True)
class Activity:
    """`key` is the same for the same activity, in whichever of the two languages it is told.

    `verb` (English: a base form) and `thing` are its words in `language`, as one would say them of
    oneself: "go" + "to the gym", "跟妈妈打" + "电话". The verb is empty where none was said.
    """

    key: str
    verb: str
    thing: str
    language: str
    outcome: Outcome = Outcome.DONE

    @property
    def said(self) -> str:
        """The words of it: "go to the gym", "去健身房", "piano lesson"."""
        between = " " if self.language == "en" and self.verb and self.thing else ""
        return f"{self.verb}{between}{self.thing}"


SAME = {
    "健身房": "gym",
    "健身": "gym",
    "撸铁": "gym",
    "举铁": "gym",
    "健身课": "gym",
    "团课": "gym",
    "锻炼": "exercise",
    "跑步": "run",
    "晨跑": "run",
    "夜跑": "run",
    "慢跑": "run",
    "游泳": "swim",
    "游泳馆": "swim",
    "游泳池": "swim",
    "泳池": "swim",
    "散步": "walk",
    "遛弯": "walk",
    "骑车": "cycle",
    "骑行": "cycle",
    "骑自行车": "cycle",
    "骑单车": "cycle",
    "爬山": "hike",
    "登山": "hike",
    "徒步": "hike",
    "瑜伽": "yoga",
    "做瑜伽": "yoga",
    "练瑜伽": "yoga",
    "瑜伽课": "yoga class",
    "普拉提": "pilates",
    "做普拉提": "pilates",
    "练普拉提": "pilates",
    "冥想": "meditate",
    "打坐": "meditate",
    "打篮球": "basketball",
    "打羽毛球": "badminton",
    "打网球": "tennis",
    "打乒乓球": "table tennis",
    "踢球": "football",
    "踢足球": "football",
    "下棋": "chess",
    "钢琴课": "piano lesson",
    "吉他课": "guitar lesson",
    "舞蹈课": "dance class",
    "英语课": "english class",
    "游泳课": "swimming class",
    "图书馆": "library",
    "教堂": "church",
    "看电影": "movie",
    "遛狗": "walk dog",
    "jog": "run",
    "running": "run",
    "jogging": "run",
    "parkrun": "run",
    "swimming": "swim",
    "walking": "walk",
    "cycling": "cycle",
    "bike": "cycle",
    "bike ride": "cycle",
    "ride bike": "cycle",
    "hiking": "hike",
    "meditation": "meditate",
    "workout": "gym",
    "work out": "gym",
    "squat": "gym",
    "deadlift": "gym",
    "bench": "gym",
    "bench press": "gym",
    "lift": "gym",
    "lift weight": "gym",
    "hit weight": "gym",
    "weight": "gym",
    "train leg": "gym",
    "train chest": "gym",
    "train back": "gym",
    "train shoulder": "gym",
    "train arm": "gym",
    "leg day": "gym",
    "back day": "gym",
    "chest day": "gym",
    "arm day": "gym",
    "shoulder day": "gym",
    "push day": "gym",
    "pull day": "gym",
    "soccer": "football",
    "watch movie": "movie",
    "see movie": "movie",
    "see film": "movie",
    "watch film": "movie",
    "film": "movie",
    "piano class": "piano lesson",
    "guitar class": "guitar lesson",
    "dance lesson": "dance class",
    "swimming lesson": "swimming class",
    "swim lap": "swim",
    "swim length": "swim",
    "swim class": "swimming class",
    "swim lesson": "swimming class",
    "english lesson": "english class",
    "yoga lesson": "yoga class",
    "swimming pool": "swim",
    "pool": "swim",
    "gym session": "gym",
    "gym workout": "gym",
    "dog walk": "walk dog",
    "take dog walk": "walk dog",
}
"""Other words of the same activity → the key of all of them."""

TRAINED = pattern_of(
    r"(?:练|蹲|推|举)?(?:(?:大|小)?腿|(?:后|上)?背(?!诵|单|书|课|台)|胸|肩|手臂|胳膊|[二三]头肌?|腹肌?(?!式)|核心|臀|上肢|下肢|全身|力量|器械"
    r"|深蹲|硬拉|卧推|杠铃|哑铃|铁(?!人)|[和跟、加]){1,6}"
)
"""What is trained with weights, and so at a gym."""
_DONE_TO = frozenset("打踢练做跳滑骑学")
_PRACTISED = ("sport", "dance")


def key_of(verb: str, thing: str) -> str:
    """The key of doing `verb` to `thing`, in Chinese; `verb` may be empty.

    What is done of a sport or a dance is that sport, whatever it is called: 打太极拳 is tai chi.
    """
    said = verb + thing
    if said in SAME:
        return SAME[said]
    if verb in ("练", "蹲", "推", "举") and TRAINED.fullmatch(thing):
        return "gym"
    names = (said, thing) if verb in _DONE_TO else (said,)
    return next((key for name in names if (key := practice_key(name))), said)


_KNOWN = frozenset(SAME.values())
_LESSONS = pattern_of(r"课$|\b(?:lesson|class|practice|training|rehearsal)$")


def is_practice(key: str) -> bool:
    """Whether `key` is of what people do again and again: a sport, a lesson, a place for them."""
    return key in _KNOWN or _LESSONS.search(key) is not None or practice_key(key) != ""


def practices_in(text: str) -> set[str]:
    """The keys of the sports and dances that `text` names, whatever it says of them."""
    found = (each.concept for each in concepts_in(simplified(text)))
    return {SAME.get(each.concept_id, each.concept_id) for each in found if each.root in _PRACTISED}


def practice_key(name: str) -> str:
    """The key of the sport or the dance that `name`, in either language, stands for, else ""."""
    concept = concept_of(name, _PRACTISED)
    if concept is None or not concept.parent:
        return ""
    return SAME.get(concept.concept_id, concept.concept_id)


_ANY_DAY = datetime(2024, 5, 15, 10)
_UTC = ZoneInfo("UTC")


def without_times(text: str) -> str:
    """`text` with blanks in the place of the times that it names; as long as it was."""
    try:
        spans = [(one.start, one.end) for one in mentions(text, _ANY_DAY, _UTC)]
    except (OverflowError, ValueError):
        return text
    spans += [(one.start, one.end) for one in clocks(text)]
    letters = list(text)
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    return "".join(letters)
