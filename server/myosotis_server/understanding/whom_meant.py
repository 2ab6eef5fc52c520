"""Whom "she", 他 or an unspoken subject means, where that is safe to tell."""

import re

from myosotis_server.understanding.people import Person, Pronoun, may_be, people_in
from myosotis_server.understanding.people_zh import RELATION, canonical
from myosotis_server.understanding.simplified import simplified

_REACH = 2
"""Sentences back within which a pronoun finds whom it stands for."""


class People:
    """Those spoken of so far in a turn, clause by clause."""

    def __init__(self) -> None:
        self._clauses: list[tuple[int, str, tuple[str, ...]]] = []

    def spoke_of(self, sentence: int, subject: str, text: str) -> None:
        """Takes note of a clause about `subject` (empty: the user, or nobody)."""
        mentioned = tuple(name for name in people_in(text) if name != subject)
        self._clauses.append((sentence, subject, mentioned))

    def meant(self, person: Person, sentence: int, *, goes_on: bool) -> str:
        """Who `person`, of a clause in `sentence`, is; empty for the user and where unsure.

        A pronoun stands for the one that it can stand for; where there are two, for nobody. A
        clause that names nobody is about whom the one before it is, if it `goes_on` about them and
        the sentence has not ended.
        """
        if person.is_user or person.name or not self._clauses:
            return ""
        if person.pronoun is not None:
            return self._stands_for(person.pronoun, sentence)
        last_sentence, subject, _ = self._clauses[-1]
        return subject if goes_on and last_sentence == sentence else ""

    def _stands_for(self, pronoun: Pronoun, sentence: int) -> str:
        near = [clause for clause in self._clauses if clause[0] >= sentence - _REACH]
        names = (name for _, subject, others in near for name in (subject, *others) if name)
        fitting = {name for name in names if may_be(name, pronoun)}
        return fitting.pop() if len(fitting) == 1 else ""


_BARE_AGE = re.compile(
    r"(?:今年|刚|快|都|已经|也|才|马上|现在)*[零〇一二两三四五六七八九十百\d]{1,4}个?(?:多|半)?"
    r"(?:周?岁|个?月大)半?多?[了啦]?"
)
_COUNTED = r"[一两二三四五六\d]?[个只条位头匹]"
_INTRODUCED = re.compile(
    rf"(?:(?:有|养|生|领养|收养|捡|添|带|抱)[了着过]?(?:{_COUNTED})"
    r"|(?:(?<!不)是|^)(?:我|咱|俺)们?家?(?:养|里|那|这)?(?:的|只|个|条|位|家)+)"
    rf"(?:[^，,。]{{0,6}}?的)?[^，,。的]{{0,4}}?(?P<who>{RELATION}|犬)$"
)
_KEPT = {"犬": "狗"}
_LAST = 40
"""Characters at the end of a clause that may introduce somebody."""


def is_bare_age(text: str) -> bool:
    """Whether `text` is an age and nothing else: 五岁, 今年三岁了."""
    if len(text) > _LAST or not any(sign in text for sign in "岁歲月"):
        return False
    return _BARE_AGE.fullmatch(simplified(text)) is not None


def introduced_by(text: str) -> str:
    """Whom the end of `text` introduces, as readings call them: "我养了只橘猫" → 猫; else ""."""
    found = _INTRODUCED.search(simplified(text[-_LAST:]))
    if found is None:
        return ""
    return canonical(_KEPT.get(found["who"], found["who"]))
