"""One definition of "the same memory": same kind, subject and normalised content."""

import unicodedata
import uuid

from myosotis_server.memory.values import MemoryKind

_FINAL_MARKS = ".。．!！~～ "


def normalise(text: str) -> str:
    """`text` as it is compared: NFKC, case folded, spaces single, closing stops dropped.

    A question mark stays, because asking is not stating. Text of nothing but stops keeps them.
    """
    folded = text.casefold() if text.isascii() else _folded(text)
    folded = " ".join(folded.split())
    return folded.rstrip(_FINAL_MARKS) or folded


def _folded(text: str) -> str:
    # Folding takes some composed letters apart (Greek ones, say), hence NFKC once more behind it.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def is_named(name: str, text: str) -> bool:
    """Whether `text` has `name`, both compared as `normalise` has them: Tim is not in "time"."""
    name, text = normalise(name), normalise(text)
    at = text.find(name) if name else -1
    while at >= 0:
        before, behind = text[at - 1 : at] if at else "", text[at + len(name) :][:1]
        if not (_joins(before, name[0]) or _joins(name[-1], behind)):
            return True
        at = text.find(name, at + 1)
    return False


def _joins(one: str, other: str) -> bool:
    """Whether two characters side by side are of one word, as letters are and Chinese ones not."""
    return bool(one and other) and all(map(_is_letter, (one, other)))


def _is_letter(character: str) -> bool:
    return character.isalnum() and not "\u2e80" <= character < "\ua000"


def same_statement_key(kind: MemoryKind, subject: str, content: str) -> str:
    """Equal for two statements if and only if they are the same memory.

    The subject is part of it: "is a nurse" said of one's mother is not said of one's sister.
    """
    return "\0".join((str(int(kind)), normalise(subject), normalise(content)))


def memory_id(
    namespace: uuid.UUID, kind: MemoryKind, subject: str, content: str, copy: str = ""
) -> str:
    """UUIDv5 (RFC 9562) of the statement within the user's secret `namespace`.

    `copy` tells apart memories of one statement that are stored side by side on purpose.
    """
    return str(uuid.uuid5(namespace, same_statement_key(kind, subject, content) + "\0" + copy))
