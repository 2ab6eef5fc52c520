"""Who is who in the simulated year: names as they are said in Chinese and in English."""

from collections.abc import Mapping, Sequence

PEOPLE: Mapping[str, Sequence[tuple[str, str]]] = {
    "friend": (
        ("小雨", "Xiaoyu"),
        ("林琳", "Lynn"),
        ("周舟", "Zhouzhou"),
        ("思思", "Sisi"),
        ("阿杰", "Jay"),
        ("娜娜", "Nana"),
        ("大鹏", "Peng"),
        ("Tina", "Tina"),
    ),
    "colleague": (
        ("小李", "Li"),
        ("王姐", "Wang"),
        ("Kevin", "Kevin"),
        ("老张", "Zhang"),
        ("子涵", "Zihan"),
        ("Amy", "Amy"),
        ("小赵", "Zhao"),
    ),
    "petname": (("团子", "Tuanzi"), ("年糕", "Niangao"), ("Lucky", "Lucky")),
}
"""Whom the person knows, as they are called in Chinese and in English."""

SELF: Mapping[str, tuple[str, str]] = {
    "name": ("苏晓梦", "Su Xiaomeng"),
    "short": ("晓梦", "Mengmeng"),
    "home": ("虹口", "Hongkou"),
    "home2": ("徐汇", "Xuhui"),
    "company": ("云帆科技", "Yunfan"),
    "company2": ("青禾设计", "Qinghe"),
    "job": ("产品经理", "product manager"),
    "hometown": ("绍兴", "Shaoxing"),
    "partner": ("陈浩", "Chen Hao"),
    "partner2": ("顾远", "Gu Yuan"),
    "pet": ("米粒", "Mili"),
    "boss": ("刘总", "Mr Liu"),
    "boss2": ("何姐", "Ms He"),
}
PROJECTS = (
    ("晨光项目", "Daybreak"),
    ("海豚项目", "Dolphin"),
    ("会员改版", "the members' page"),
    ("双十一大促", "the November sale"),
    ("新零售后台", "the retail console"),
    ("小程序重构", "the mini program"),
    ("灯塔计划", "Lighthouse"),
    ("年度复盘", "the annual review"),
)
"""What they work on, one after the other."""
