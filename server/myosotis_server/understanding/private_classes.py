"""What is private, and where it stands in a text."""

from dataclasses import dataclass
from enum import StrEnum


class PrivateClass(StrEnum):
    """In the order of what it costs to leak: where two overlap, the first names the whole."""

    CREDENTIAL = "credential"
    IDENTITY_NUMBER = "identity_number"
    BANK_CARD = "bank_card"
    IBAN = "iban"
    PASSPORT = "passport"
    PHONE = "phone"
    EMAIL = "email"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class Private:
    """`text[start:end]` is of `private_class`."""

    start: int
    end: int
    private_class: PrivateClass
