"""Practices that Chinese tells of aside: 公司楼下就有健身房，刚练完回来; 泳池今天人少.

One clause names what is practised, another that it was done, or how it was.
"""

from collections.abc import Sequence

from myosotis_server.understanding.categories import concepts_in
from myosotis_server.understanding.deed_phrases_zh import deed, going_to
from myosotis_server.understanding.deeds import Activity
from myosotis_server.understanding.patterns import pattern_of

_PLACE = pattern_of(
    r"健身房|泳池|游泳[馆池]|[一-鿿]{2,3}?(?:馆|球场|教室)(?<![宾报旅场使领].)|舞蹈室|舞室|琴房|画室"
)
_MOST_NAMED = 4

_VERBS = {
    "gym": "练蹲推举撸",
    "swim": "游",
    "run": "跑",
    "cycle": "骑",
    "hike": "爬走",
    "football": "踢",
    "yoga": "练做",
    "pilates": "练做",
}
_OTHERS = {"sport": "打练滑爬", "dance": "跳练", "instrument": "练弹拉吹", "art": "画练写"}
"""What verbs may tell of a practice: those of its own, else those of its kind."""

_BARE = pattern_of(
    r"^(?P<verb>[练蹲推举撸游跑骑爬走踢做打滑跳弹拉吹画写])(?:"
    r"完(?:了|啦|$|回|才|就|后|又|感|出)|了(?=$|[一两二三四五六七八九十几半好百千\d会很])|得(?![不没了到]|$)|了?个?(?:爽|够|痛快))"
)
"""What was done, without what it was done to."""
_HOME = pattern_of(r"^(?:才)?(?:到家|回来|回到?家|出来)(?:了|啦|$)")
_TODAY = pattern_of(r"今[天晚早]|刚|这会儿|晚上|早上|下午|中午|傍晚")
_HOW = pattern_of(
    r"(?:里面?|那边|今[天晚早]|晚上|早上|下午|中午|这会儿|居然|竟然|又|还是|都|也|真的?|的){0,4}"
    r"(?:人|没什么人|没几个人|水|器械|器材|空调|音乐|教练|包场|爆满|空|好[多挤空吵]|[特超]|太[挤吵热冷空]|挤|就我|只有我)"
)
"""How it is at a place tells whoever was there: not what it costs or where it is."""
_NOT_THERE = pattern_of(
    r"贵|价|涨|票|年卡|办卡|续费|销售|推销|广告|短信|电话|远|近|关门|停业|倒闭|装修|搬|卖|开业|听说|据说|应该|估计|肯定|不去|没去|算了|改天"
)
_INVERTED = pattern_of(
    r"^(?P<what>[一-鿿]{1,4}?)(?:今天|也|都|终于|总算|已经|刚)?(?P<verb>[打踢练跳做跑游骑滑弹])(?:完|了|得(?![不没]))"
)


class Aside:
    """What the clauses of a statement name between them; `names` must be told before `told`."""

    def __init__(self) -> None:
        self._named: dict[str, Activity] = {}
        self._topics: list[tuple[Activity, bool]] = []

    def names(self, clause: str) -> None:
        """Notes the practices that `clause` names, which tells of nobody else and no habit."""
        if len(self._named) >= _MOST_NAMED:
            return
        for match in _PLACE.finditer(clause):
            place = going_to(match[0])
            if place is None or not place.key.isascii():
                continue
            self._named.setdefault(place.key, place)
            if _HOW.match(clause, match.end()) and not _NOT_THERE.search(clause):
                self._topics.append((place, _TODAY.search(clause) is not None))
        for found in concepts_in(clause):
            if found.concept.root in _OTHERS and (each := _of_concept(found.term)) is not None:
                self._named.setdefault(each.key, each)

    def told(self, led: str, *, is_today: bool) -> Activity | None:
        """The practice that a clause, without what leads up to it, says was done.

        `is_today` where it tells of that day: 今天跑得很轻松 needs no other clause.
        """
        if match := _BARE.match(led):
            fitting = [each for each in self._named.values() if match["verb"] in _verbs_of(each)]
            if fitting:
                return fitting[0] if len(fitting) == 1 else None
            return deed(match["verb"]) or deed(f"{match['verb']}了") if is_today else None
        if _HOME.match(led) and len(self._topics) == 1:
            return self._topics[0][0]
        if match := _INVERTED.match(led):
            named = deed(match["verb"] + match["what"])
            return named if named is not None and named.key in self._named else None
        return None

    def seen(self) -> Sequence[Activity]:
        """The places where the user was that day, by what they tell of them."""
        return [place for place, is_today in self._topics if is_today]


def _of_concept(term: str) -> Activity | None:
    """ "钢琴" is 练钢琴, "游泳" is itself, "羽毛球" is 打羽毛球."""
    for lead in ("", "打", "踢", "跳", "练"):
        found = deed(lead + term)
        if found is not None and (found.verb != "练" or lead == "练"):
            return found
    return None


def _verbs_of(activity: Activity) -> str:
    if activity.key in _VERBS:
        return _VERBS[activity.key]
    concepts = list(concepts_in(activity.said)) or list(concepts_in(activity.thing))
    roots = {found.concept.root for found in concepts}
    return "".join(_OTHERS.get(root, "") for root in roots)
