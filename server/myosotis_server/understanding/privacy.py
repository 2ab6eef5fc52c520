"""The privacy filter: what must not be kept is masked, or refused, before anything else sees it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.private_addresses_en import english_addresses
from myosotis_server.understanding.private_addresses_zh import chinese_addresses
from myosotis_server.understanding.private_classes import Private, PrivateClass
from myosotis_server.understanding.private_emails import emails
from myosotis_server.understanding.private_keys import keys
from myosotis_server.understanding.private_numbers import private_numbers
from myosotis_server.understanding.private_secrets import told_secrets
from myosotis_server.understanding.private_shadow import BLANK, shadow_of

__all__ = [
    "DEFAULT_POLICY",
    "MASKS",
    "Filtered",
    "PrivacyAction",
    "PrivacyPolicy",
    "Private",
    "PrivateClass",
    "classes_in",
    "filtered",
    "find_private",
    "masked_classes",
]


class PrivacyAction(StrEnum):
    MASK = "mask"
    REJECT = "reject"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class PrivacyPolicy:
    """What is done about each class; what `actions` leaves out is masked."""

    actions: Mapping[PrivateClass, PrivacyAction] = field(
        default_factory=lambda: MappingProxyType({})
    )

    def action_of(self, private_class: PrivateClass) -> PrivacyAction:
        return self.actions.get(private_class, PrivacyAction.MASK)


DEFAULT_POLICY = PrivacyPolicy(
    MappingProxyType(
        {
            PrivateClass.CREDENTIAL: PrivacyAction.REJECT,
            PrivateClass.BANK_CARD: PrivacyAction.REJECT,
        }
    )
)


@dataclass(frozen=True, slots=True)
class Filtered:
    """`text` without what was to be masked or rejected.

    `found` are the classes in it, each once, in the order of their first place; `rejected` those of
    them because of which the text must not be kept at all.
    """

    text: str
    found: tuple[PrivateClass, ...] = ()
    rejected: tuple[PrivateClass, ...] = ()


MASKS = {
    PrivateClass.IDENTITY_NUMBER: ("[身份证号]", "[identity number]"),
    PrivateClass.PASSPORT: ("[护照号]", "[passport number]"),
    PrivateClass.PHONE: ("[手机号]", "[phone number]"),
    PrivateClass.EMAIL: ("[邮箱]", "[e-mail address]"),
    PrivateClass.BANK_CARD: ("[银行卡号]", "[card number]"),
    PrivateClass.IBAN: ("[国际银行账号]", "[IBAN]"),
    PrivateClass.ADDRESS: ("[住址]", "[address]"),
    PrivateClass.CREDENTIAL: ("[密码]", "[credential]"),
}
_MASK = pattern_of("|".join(re.escape(mask) for pair in MASKS.values() for mask in pair))
_CLASS_OF = {mask: one for one, pair in MASKS.items() for mask in pair}
_HAN = pattern_of("[一-鿿㐀-䶿]")
_ORDER = {private_class: place for place, private_class in enumerate(PrivateClass)}
_MOST_PASSES = 8

# What every private thing has at least one of; a text without any is not looked at further.
_HINT = pattern_of(
    r"[\d@＠①-⓿❶-➓⁰-₉]|[〇零一二三四五六七八九十百幺两](?:[号號栋棟幢弄巷]"
    r"|[ \-]?[〇零一二三四五六七八九幺两])"
)
_SECRET_WORDS = (
    *("密", "码", "碼", "钥", "鑰", "口令", "令牌", "助记", "助記"),
    *("pass", "pw", "psw", "psk", "secret", "token", "phrase", "pin", "key", "seed words", "code"),
    *("combo", "combination", "cvv", "cvc", "otp", "login", "log in", "log-in", "://", "bearer"),
    *("basic ", "sk-", "sk_", "pk_", "rk_", "pk-", "rk-", "akia", "asia", "agpa", "aroa", "ltai"),
    *("akid", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat", "glpat-", "xox", "xapp-"),
    *("aiza", "ya29.", "hf_", "npm_", "pypi-", "sg.", "dop_v1", "whsec_", "eyj", ":aa"),
)
_WORDS = ("地址", "住址", "住所", "dot", "艾特")
_SOME_DIGITS = pattern_of(r"[0-9](?:[^0-9]{0,4}[0-9]){3}")


def find_private(text: str) -> list[Private]:
    """What is private in `text`, from left to right; no two overlap.

    The masks that `filtered` puts are never private themselves.
    """
    lower = text.lower()
    secret = _has_any(lower, _SECRET_WORDS)
    if not secret and _HINT.search(text) is None and not _has_any(lower, _WORDS):
        return []
    shadow = shadow_of(text)
    looked_at = shadow.text
    if "[" in looked_at:
        looked_at = _MASK.sub(lambda mask: BLANK * len(mask[0]), looked_at)
    found = [
        *emails(looked_at),
        *chinese_addresses(looked_at),
        *english_addresses(looked_at),
    ]
    if secret or not text.isascii():
        found += [*keys(looked_at), *told_secrets(looked_at)]
    if _SOME_DIGITS.search(looked_at) is not None:
        found += private_numbers(looked_at)
    merged: list[Private] = []
    for private in sorted(found, key=lambda private: (private.start, private.end)):
        if merged and _joins(merged[-1], private):
            last = merged[-1]
            first = min(last.private_class, private.private_class, key=_ORDER.__getitem__)
            merged[-1] = Private(last.start, max(last.end, private.end), first)
        else:
            merged.append(private)
    return [
        Private(*shadow.said(private.start, private.end), private.private_class)
        for private in merged
    ]


def filtered(text: str, policy: PrivacyPolicy = DEFAULT_POLICY) -> Filtered:
    """`text` as `policy` lets it be known. To filter it again changes nothing."""
    found: dict[PrivateClass, None] = {}
    chinese = _HAN.search(text) is None
    for _ in range(_MOST_PASSES):
        privates = find_private(text)
        found.update(dict.fromkeys(private.private_class for private in privates))
        masked = [
            private
            for private in privates
            if policy.action_of(private.private_class) is not PrivacyAction.KEEP
        ]
        if not masked:
            break
        pieces: list[str] = []
        place = 0
        for private in masked:
            pieces += text[place : private.start], MASKS[private.private_class][chinese]
            place = private.end
        text = "".join(pieces) + text[place:]
    rejected = (one for one in found if policy.action_of(one) is PrivacyAction.REJECT)
    return Filtered(text, tuple(found), tuple(rejected))


def masked_classes(text: str) -> frozenset[PrivateClass]:
    """The classes whose masks stand in `text`, which `filtered` has been over."""
    if "[" not in text:
        return frozenset()
    return frozenset(_CLASS_OF[mask] for mask in _MASK.findall(text))


def classes_in(text: str) -> frozenset[PrivateClass]:
    """The classes of which something stands in `text`, masked or, where that is kept, in full."""
    return masked_classes(text).union(private.private_class for private in find_private(text))


def _joins(last: Private, then: Private) -> bool:
    touches = then.start == last.end and then.private_class is last.private_class
    return touches or then.start < last.end


def _has_any(text: str, words: tuple[str, ...]) -> bool:
    for word in words:  # noqa: SIM110 - twice as fast as any() on every clause
        if word in text:
            return True
    return False
