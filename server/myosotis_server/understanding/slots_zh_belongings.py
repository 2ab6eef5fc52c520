"""What somebody owns and rents, read out of Chinese."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.understanding.clause_zh import Clause, Rule, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import trim


def _car(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = re.sub(r"^(?:一?[辆台]|的是|了|上了?){1,5}|(?:上下?班|通勤)$", "", trim(match["v"]))
    value = re.sub("^二手(?=.)", "", value)
    if re.search("自行车|电动车|摩托|单车|玩具|电瓶车|山地车|公路车|三轮|滑板", value):
        yield from says("owns", value)
    elif value not in {"车", "新车", "二手车", "汽车"} and not re.search("[我你他]", value):
        yield from says("car", value)


def _owns(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = trim(match["v"])
    if not re.match(_CARS, re.sub("^(?:二手|新)", "", value)):
        yield from says("owns", value)


_GOODS = (
    "键盘|相机|单反|手机|电脑|笔记本|耳机|平板|iPad|音箱|投影仪?|游戏机|Switch|PS5|手表|手环|钢琴|吉他|小提琴|自行车|帐篷|无人机|"
    "跑步机|咖啡机|空气炸锅|显示器|洗衣机|洗碗机|冰箱|扫地机器人|机器人|显卡|电视|沙发|书桌|望远镜|天文镜|缝纫机|滑板|Kindle|MacBook|iPhone.{0,8}"
)
_CARS = (
    r"特斯拉|比亚迪|宝马|奔驰|奥迪|大众|丰田|本田|日产|蔚来|小鹏|理想"
    r"|小米[SsYy][Uu]7|吉利|哈弗|长安|五菱|路虎|保时捷|沃尔沃|雷克萨斯|凯迪拉克"
    r"|别克|福特|现代|起亚|马自达"
    r"|问界|极氪|Model ?[3YSX]|思域|卡罗拉|高尔夫|凯美瑞|雅阁|法拉利|玛莎拉蒂"
    r"|斯巴鲁|红旗|领克|奇瑞|斯柯达|标致|雪铁龙|捷豹|迷你|MINI|Jeep|BMW|Tesla"
)


def _car_of(match: re.Match[str]) -> Iterator[Reading]:
    value = re.sub(r"上下?班$|去上班$", "", trim(match["v"] or match["w"]))
    if not re.search("会$|[我你他]|玩笑|公司|店|音乐", value):
        yield from says(
            "owns" if re.search("电动车|摩托|自行车", value) else "car",
            re.sub(r"^(?:一?[辆台])?(?:二手|新)?(?=.)", "", value),
        )


RULES: list[Rule] = [
    (
        pattern_of(
            rf"(?:现在|平时)?开的(?:车子?)?(?:就?是)?(?P<v>[^了].{{1,14}})|开(?:着"
            rf"|了)?(?:一?[辆台])?(?:二手|新|国产)?(?P<w>(?:{_CARS})[^，]{{0,10}})"
        ),
        lambda m, c: _car_of(m),
    ),
    (
        pattern_of(
            r"把(?:旧|老|原来的)?车(?:子)?(?:给)?换(?:成|了|到){1,2}(?:一?[辆台])?(?P<v>[^我你他].{1,12})"
        ),
        _car,
    ),
    (
        pattern_of(
            r"的?(?:新|那辆)?(?:车|座驾)(?:子)?(?:就)?是(?:一?[辆台])?(?P<v>[^我你在坏新白黑红借租]."
            r"{1,14})"
        ),
        _car,
    ),
    (
        pattern_of(
            r"(?:刚|新)?(?:提|买|换|入手|购入|订|入)(?:了|到|成){0,4}(?:一|两)?(?:辆"
            r"|台(?=.{0,4}(?:车|特斯拉|宝马|奔驰|奥迪)))(?:新|二手)?(?P<v>.{2,14})"
        ),
        _car,
    ),
    (pattern_of(rf"(?:提|买|换|入手|购入)(?:了|到|成){{1,5}}(?P<v>(?:{_CARS}).{{0,10}})"), _car),
    (
        pattern_of(
            rf"(?:刚|新)?(?:买|入手|入|购入|购|收|淘)了一?[个只块件双台部把架](?P<v>.{{0,8}}(?:{_GOODS}))$"
        ),
        _owns,
    ),
    (
        pattern_of(
            r"(?:刚|新)?(?:买|入手|入|购入|有|拥有|收)(?:了|到|过)?[一两三四\d](?:台|部"
            r"|架|把|套|辆|艘|栋)(?!车$)(?P<v>.{1,14})"
        ),
        _owns,
    ),
]
