"""How carefully a memory is to be shown."""

from collections.abc import Collection

from myosotis_server.memory.slots import slot_of
from myosotis_server.memory.values import Attribute, Sensitivity
from myosotis_server.understanding.private_classes import PrivateClass
from myosotis_server.understanding.sensitive_words import FIGURES, PERSONAL, has_sensitive

_CONTACTS = frozenset({PrivateClass.PHONE, PrivateClass.EMAIL, PrivateClass.ADDRESS})


def sensitivity_of(
    text: str, attribute: Attribute | None, found: Collection[PrivateClass]
) -> Sensitivity:
    """The most careful that the words, the attribute's slot or what was `found` in it ask for.

    SENSITIVE are health (not a cold or a headache), sexuality, belief, the law, abuse, debts, and
    whatever identifies or authenticates; PERSONAL are contacts, birthdays and pay.
    """
    slot = Sensitivity.NORMAL if attribute is None else slot_of(attribute.key).sensitivity
    if slot is Sensitivity.SENSITIVE or any(one not in _CONTACTS for one in found):
        return Sensitivity.SENSITIVE
    plain = text.lower().replace("’", "'")
    if has_sensitive(plain) and has_sensitive(FIGURES.sub(" ", plain)):
        return Sensitivity.SENSITIVE
    if found or slot is Sensitivity.PERSONAL or PERSONAL.search(plain) is not None:
        return Sensitivity.PERSONAL
    return Sensitivity.NORMAL
