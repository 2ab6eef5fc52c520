"""Nodes of the graph and what makes two of them one.

An entity's id is UUIDv5(namespace, "entity" NUL type NUL form), where the namespace is the user's
secret one, type the number of its NodeType, and form one of
- "*" and a concept's id, for what the taxonomy has: 拿铁, "latte" and "lattes" are one;
- "=" and what kin are called first, for kin: 我妈, 母亲 and "mum" are one;
- else its name, normalised and in simplified characters, without article, possessive or the plural
  of its last word, towns without 市.

Two people of one given name have one node: nothing that is said tells them apart. Nor is a name
tied to the kin who bears it but by a relation (老婆 -named-> 李娜), since names are given anew.
"""

import re
from hashlib import sha1
from uuid import UUID

from myosotis_server.memory.graph import Node, NodeType
from myosotis_server.memory.identity import normalise
from myosotis_server.memory.relations import is_one_person, one_name
from myosotis_server.understanding.categories import Concept, concept_of, singular, word_of
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.people_en import KIN, WHICH, is_name
from myosotis_server.understanding.people_en import canonical as canonical_en
from myosotis_server.understanding.people_zh import canonical as canonical_zh
from myosotis_server.understanding.people_zh import is_kin as is_kin_zh
from myosotis_server.understanding.people_zh import is_personal_name, is_pet_name
from myosotis_server.understanding.places_en import is_known_place
from myosotis_server.understanding.places_zh import city_in
from myosotis_server.understanding.roles_zh import is_firm
from myosotis_server.understanding.simplified import simplified

LONGEST = 40
"""Characters; what is longer is no name of anything."""
_MOST_WORDS = 6
_KINDS = frozenset({NodeType.THING, NodeType.ACTIVITY, NodeType.CATEGORY})
"""Types of which there may be several, so that a plural tells no two apart."""
_PROPER = frozenset({"language", "religion"})
"""Roots of kinds whose names keep their capitals."""
_HAN = pattern_of(r"[一-鿿㐀-䶿]")
_PRIVATE = pattern_of(r"[@\[\]【】/\\<>{}|=_\n]|\d{5}|\d[\d -]{6}")
"""What stands in addresses, masks and numbers, and in no name."""
_LEADING = pattern_of(
    r"(?:an?|the|my|our|his|her|their|your|some|any|this|that|these|those|lots? of|a lot of|all"
    r"|(?:cups?|glass(?:es)?|bottles?|pints?|mugs?|bowls?|pots?|slices?|pieces?|pairs?) of)\s+",
    re.IGNORECASE,
)
_LEADING_ZH = pattern_of(
    r"(?:[一两几这那]\s*[杯碗瓶个只条辆台本首部家间把架支盘份罐壶点些种位]|我的|我们的|一些)(?=.)"
)
_KIN_EN = pattern_of(rf"{WHICH}{KIN}", re.IGNORECASE)
_KIN_OF_BOTH = {
    name: names[0]
    for names in (
        ("父母", "parents"),
        ("哥哥", "older brother", "elder brother", "big brother"),
        ("弟弟", "younger brother", "little brother"),
        ("姐姐", "older sister", "elder sister", "big sister"),
        ("妹妹", "younger sister", "little sister"),
        ("老板", "boss", "领导", "上司", "manager"),
        ("未婚夫", "fiancé", "fiance"),
        ("未婚妻", "fiancée", "fiancee"),
    )
    for name in names
}
_ANYBODY = pattern_of(r"(?!parents|grandparents|twins).*(?<!s)s|.*们|双胞胎")
_ANYBODY_ELSE = frozenset(
    (
        *("teacher", "doctor", "coach", "therapist", "professor", "tutor", "roommate", "deskmate"),
        *("desk mate", "grandkids", "baby", "toddler", "grandchildren", "children", "舍友", "同桌"),
        *("下属", "学长", "学姐", "学弟", "学妹", "师兄", "师姐", "师弟", "师妹", "网友", "病人"),
        *("甲方", "徒弟", "搭档", "哥们儿", "侄子", "侄女", "外甥", "外甥女", "fella"),
    )
)
_BEST_FRIEND = frozenset({"best friend", "bestie", "bff", "最好的朋友", "好闺蜜"})
_RELATION_OF = {
    kin: verb
    for verb, words in {
        "has_parent": "妈妈 爸爸 父母 stepmother stepfather stepmom stepdad",
        "has_partner": "老公 老婆 男朋友 女朋友 未婚夫 未婚妻 爱人 对象 另一半 partner spouse",
        "has_child": "儿子 女儿 大儿子 小儿子 大女儿 小女儿 大宝 二宝 小宝 stepson stepdaughter",
        "has_sibling": "哥哥 弟弟 姐姐 妹妹 brother sister twin stepbrother",
        "has_friend": "闺蜜 死党 发小 朋友 好朋友 好友 friend",
        "works_for": "老板 主管 经理 组长",
    }.items()
    for kin in words.split()
} | {"best friend": "has_friend", "line manager": "works_for", "team lead": "works_for"}


def entity_id(namespace: UUID, type_: NodeType, form: str) -> str:
    """The id of an entity, by its form as the module has it."""
    # What uuid.uuid5 gives, in a third of the time: there are twenty of them to a write.
    name = f"entity\0{int(type_)}\0{form}".encode()
    digest = bytearray(sha1(namespace.bytes + name, usedforsecurity=False).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    digits = digest.hex()
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


def user_node(namespace: UUID) -> Node:
    """The user themselves, who has no name here."""
    return Node(NodeType.USER, entity_id(namespace, NodeType.USER, ""))


def concept_node(namespace: UUID, concept: Concept, term: str, said: str) -> Node:
    """What the taxonomy has as `term`, where a text says `said`.

    It is called as it was said, but things as one of them: "latte" for "Lattes".
    """
    is_kind = concept.type in _KINDS and concept.root not in _PROPER and term.isascii()
    name = word_of(term) if is_kind else said
    return Node(concept.type, entity_id(namespace, concept.type, "*" + concept.concept_id), name)


def named_node(namespace: UUID, type_: NodeType, name: str) -> Node | None:
    """What is called `name`, None where that can be the name of nothing."""
    name = stripped(name)
    if type_ is NodeType.PLACE:
        name = name.partition(",")[0]
        form = normal_form(city_in(simplified(name)) or name if _HAN.search(name) else name)
    elif type_ in _KINDS:
        form = singular(normal_form(name))
    else:
        form = normal_form(name)
    if not form or (len(form) == 1 and form.isascii()):
        return None
    return Node(type_, entity_id(namespace, type_, form), name)


def person_node(namespace: UUID, called: str) -> Node | None:
    """Whom `called` names: kin by what they are, others by their name.

    None where it may be any of several people ("my colleague", 同事), or can be no name.
    """
    kin = kin_of(called)
    if kin is None:
        return named_node(namespace, NodeType.PERSON, called)
    if not kin:
        return None
    node_id = entity_id(namespace, NodeType.PERSON, "=" + kin)
    return Node(NodeType.PERSON, node_id, stripped(called))


def kin_of(called: str) -> str | None:
    """What kin are called first: 妈妈 for "mum". "" for what may be several, None for no kin."""
    word = normalise(simplified(called))
    if word in _BEST_FRIEND:
        return "best friend"
    if _HAN.search(word):
        word = canonical_zh(word)
        if not is_kin_zh(word):
            return None
    elif _KIN_EN.fullmatch(word):
        word = canonical_en(word)
    else:
        return None
    kin = one_name(word)
    kin = _KIN_OF_BOTH.get(kin, kin)
    last = kin.rpartition(" ")[2]
    if not all(map(is_one_person, (kin, last))) or last in _ANYBODY_ELSE or _ANYBODY.fullmatch(kin):
        return ""
    return kin


def relation_to(kin: str) -> str:
    """What the user's relation to them is; "knows" for whoever is of no close kin."""
    return _RELATION_OF.get(kin, "knows")


def stripped(name: str) -> str:
    """`name` without article, measure or possessive in front, and without stops; "" if too long.

    Also "" for what looks like an address, a number or a mask.
    """
    name = " ".join(name[: 4 * LONGEST].split()).strip(" .,;:!?。，；：！？\"'“”‘’「」《》()（）")
    while leading := _LEADING.match(name) or _LEADING_ZH.match(name):
        name = name[leading.end() :]
    if len(name) > LONGEST or name.count(" ") >= _MOST_WORDS or _PRIVATE.search(name):
        return ""
    return name if any(map(str.isalnum, name)) else ""


def normal_form(name: str) -> str:
    """A stripped name as it is compared, without a possessive."""
    return normalise(simplified(name)).replace("’", "'").removesuffix("'s")


def known_name(namespace: UUID, name: str) -> Node | None:
    """`name` as a node where it is sure what it names: a person, a town, a firm."""
    if not 1 < len(name) <= LONGEST or not (_HAN.search(name) or name[0].isupper()):
        return None
    simple = simplified(name)
    concept = concept_of(normalise(simple), ("country", "company"))
    if concept is not None:
        return concept_node(namespace, concept, normalise(simple), name)
    if kin_of(name) is not None:
        return None
    if _HAN.search(simple):
        if is_personal_name(simple) or is_pet_name(simple):
            return named_node(namespace, NodeType.PERSON, name)
        if is_firm(simple):
            return named_node(namespace, NodeType.ORGANISATION, name)
        if len(simple) <= _MOST_WORDS and city_in(simple):
            return named_node(namespace, NodeType.PLACE, name)
        return None
    if is_known_place(name):
        return named_node(namespace, NodeType.PLACE, name)
    return named_node(namespace, NodeType.PERSON, name) if _is_given(name) else None


def _is_given(name: str) -> bool:
    return is_name(name.lower())
