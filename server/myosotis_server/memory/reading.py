"""What a statement claims, in a form in which two statements can be compared."""

from dataclasses import dataclass

from myosotis_server.memory.values import Attribute


@dataclass(frozen=True, slots=True)
class Reading:
    """One claim of a statement.

    `attribute` is what it says holds, `ends` what it says holds no longer ("我从腾讯离职了" ends
    employer = 腾讯; an empty value ends whatever the slot had). `subject` is whom it concerns, as
    the statement calls them and without a possessive ("妈妈", "sister"); empty for the user.
    `corrects` marks the repair of something just said ("不对，是周五", "I meant Friday").
    `is_inferred` marks what was concluded and not said outright.
    """

    attribute: Attribute | None = None
    ends: tuple[Attribute, ...] = ()
    subject: str = ""
    corrects: bool = False
    is_inferred: bool = False


NOTHING_READ = Reading()
