"""What `myosotis doctor` finds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One check's outcome; `remedy` says what to do about it."""

    subject: str
    healthy: bool
    message: str
    remedy: str = ""
