"""Whom "she", 他 or an unspoken subject means, where that is safe to tell."""

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.patterns_en import words
from myosotis_server.understanding.people import Person, Pronoun, may_be, people_in

_REACH = 2
"""Sentences back within which a pronoun finds whom it stands for."""


_LOOKED_AT = 200
"""Characters of a clause within which it names friends."""
_FRIENDS = pattern_of(
    r"\b(?:friend|mate|bestie|buddy|colleague|co-?worker|flatmate|roommate|housemate|neighbou?r"
    r"|classmate|boss|manager|teacher),? (?P<name>[A-Z][a-z]+)\b"
)
_MAY_BE_KIN = words("Nana Nan Gran Granny Pop Pops Papa Mimi Sis Sissy Bro Junior Auntie")
_LONGEST_NAME = 12


class People:
    """Those spoken of so far in a turn, clause by clause."""

    def __init__(self) -> None:
        self._clauses: list[tuple[int, str, tuple[str, ...]]] = []
        self._texts: list[str] = []

    def spoke_of(self, sentence: int, subject: str, text: str) -> None:
        """Takes note of a clause about `subject` (empty: the user, or nobody)."""
        mentioned = tuple(name for name in people_in(text) if name != subject)
        self._clauses.append((sentence, subject, mentioned))
        self._texts.append(text[:_LOOKED_AT])

    def friend_at(self, text: str) -> str:
        """The name that `text` begins with, if a friend of that name was spoken of; else "".

        "Nana" is a grandmother, unless it is "my friend Nana".
        """
        name = text[:_LONGEST_NAME].partition(" ")[0].partition("'")[0]
        if name not in _MAY_BE_KIN:
            return ""
        friends = (found["name"] for each in self._texts for found in _FRIENDS.finditer(each))
        return name if name in friends else ""

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
