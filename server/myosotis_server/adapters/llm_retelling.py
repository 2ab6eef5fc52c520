"""Whether a sentence that retells turns turns them round, clause by clause."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from myosotis_server.adapters.llm_grounding import plain, token, weight
from myosotis_server.memory.details import NEGATIONS, Details, details_of
from myosotis_server.memory.values import Turn

_LINKS = re.compile(
    "同时|另外|此外|还有|之后|然后|接着|最后|不过|虽然|因此|于是|关于|对此|这次"
    "|询问|问了|问(?!题)|想知道|想了解|提到|谈到|谈了|聊到|聊了|说起|表示|打算|希望|觉得"
    "|[请让]助手帮?|请求|想找|想要|让我|我们|咱们|经常|常常|还(?=[请问想要让])"
    r"|\b(?:also|then|besides|finally|because|while|whether|if|so|but|and|or|too|as well|when"
    r"|how|what|about|after|before|asked|wondered|wanted to know|mentioned|told|said"
    r"|talked about|spoke about|felt|feel)\b",
    re.IGNORECASE,
)
_CLAUSE_ENDS = re.compile(
    r"[，,；;。！？!?…\n]+|\.(?!\w)|但是?|不过|可是|虽然|因为|所以|而且|并且|同时|还有"
    r"|\b(?:but|though|although|however|because|so)\b",
    re.IGNORECASE,
)
_KIN = re.compile("(?<=我)([爸妈哥弟姐妹])(?!\\1)")
"""我妈 is 我妈妈."""
_EITHER = re.compile("([一-鿿])[不没]\\1")
"""有没有 asks, and denies nothing."""
_MOST_CLAUSES = 2_000
"""Of the turns, that are compared."""


def without_links(text: str) -> str:
    """`text`, as made by `plain`, without what one adds in summing up: joining words, "I asked"."""
    return _LINKS.sub(" ", text)


@dataclass(frozen=True, slots=True)
class _Clause:
    """What must agree between a clause and the one that it was made of.

    `contrasts` are its own (see `Details`); of what was said, those of its turn and the one before.
    """

    tokens: frozenset[str]
    negated: bool
    contrasts: frozenset[str]


class Retold:
    """What users said, to be compared with what is made of it."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._clauses: list[_Clause] = []
        self._contrasts: frozenset[str] = frozenset()
        before: frozenset[str] = frozenset()
        seen: set[str] = set()
        for turn in turns:
            anew = [each for each in _clauses(plain(turn.content)) if each not in seen]
            seen.update(anew)
            clauses = [_clause(each) for each in anew[: _MOST_CLAUSES - len(self._clauses)]]
            own = frozenset[str]().union(*(each.contrasts for each in clauses))
            self._clauses += [replace(each, contrasts=own | before) for each in clauses]
            self._contrasts |= own
            before = own

    def bears_out(self, sentence: str) -> bool:
        """Whether nothing in `sentence` is denied, or said of another or of another time, that was
        not, as far as single clauses of the turns tell."""
        return all(self._bears_out(_clause(each)) for each in _clauses(plain(sentence)))

    def _bears_out(self, clause: _Clause) -> bool:
        telling = [each for each in self._clauses if _tells(each, clause)]
        if not telling:
            return clause.contrasts <= self._contrasts
        return any(
            each.negated == clause.negated and clause.contrasts <= each.contrasts
            for each in telling
        )


def _tells(said: _Clause, clause: _Clause) -> bool:
    """Whether two thirds of the words of `clause` are in what was `said`."""
    return 3 * weight(clause.tokens, said.tokens) >= 2 * weight(clause.tokens) > 0


def _clauses(text: str) -> Iterator[str]:
    return (each for each in _CLAUSE_ENDS.split(text) if any(map(str.isalnum, each)))


def _clause(text: str) -> _Clause:
    text = _EITHER.sub(r"\1", _KIN.sub(r"\1\1", text))
    # The blank behind it: at the end of a text, but not in it, 东西 is taken for a direction.
    details: Details = details_of(f"{without_links(text)} ")
    tokens = frozenset(map(token, details.tokens)) - NEGATIONS
    return _Clause(tokens | details.numbers, details.negated, details.contrasts)
