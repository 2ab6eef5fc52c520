"""Page tokens: opaque, bound to the user and the question that they belong to."""

import base64
import binascii
import hashlib
import hmac

from myosotis_server.memory.values import Owner
from myosotis_server.wire.validate import Checker

_TAG_BYTES = 16


class PageTokens:
    """Signs positions, so that a token works for nobody else and for no other filter."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def seal(self, owner: Owner, question: bytes, position: bytes) -> str:
        """A token that stands for `position` in the answer to `question` of `owner`."""
        tag = self._tag(owner, question, position)
        return base64.urlsafe_b64encode(tag + position).decode()

    def open(self, check: Checker, owner: Owner, question: bytes, token: str) -> str:
        """The position, "" for no token; notes one of another user or question, or none of ours."""
        if not token:
            return ""
        try:
            raw = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
        except (binascii.Error, UnicodeEncodeError):
            raw = b""
        tag, position = raw[:_TAG_BYTES], raw[_TAG_BYTES:]
        if not hmac.compare_digest(tag, self._tag(owner, question, position)):
            check.note("page_token", "is not a token that this request was answered with")
            return ""
        return position.decode()

    def _tag(self, owner: Owner, question: bytes, position: bytes) -> bytes:
        names = (owner.tenant.encode(), owner.user_id.encode(), question, position)
        message = b"".join(len(name).to_bytes(4) + name for name in names)
        return hashlib.blake2b(message, key=self._key, digest_size=_TAG_BYTES).digest()
