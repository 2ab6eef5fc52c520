"""Page tokens: opaque, bound to the user and the question that they belong to."""

import base64
import binascii
import hashlib
import hmac

from myosotis_server.memory.errors import InvalidRequest, Violation
from myosotis_server.memory.values import Owner

_TAG_BYTES = 16


class PageTokens:
    """Signs positions, so that a token works for nobody else and for no other filter."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def seal(self, owner: Owner, question: bytes, position: bytes) -> str:
        """A token that stands for `position` in the answer to `question` of `owner`."""
        tag = self._tag(owner, question, position)
        return base64.urlsafe_b64encode(tag + position).decode()

    def open(self, owner: Owner, question: bytes, token: str) -> bytes:
        """The position; InvalidRequest for a token of another user or question, or none of ours."""
        try:
            raw = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
        except (binascii.Error, UnicodeEncodeError):
            raw = b""
        tag, position = raw[:_TAG_BYTES], raw[_TAG_BYTES:]
        if not hmac.compare_digest(tag, self._tag(owner, question, position)):
            raise InvalidRequest(
                [Violation("page_token", "is not a token that this request was answered with")]
            )
        return position

    def _tag(self, owner: Owner, question: bytes, position: bytes) -> bytes:
        names = (owner.tenant.encode(), owner.user_id.encode(), question, position)
        message = b"".join(len(name).to_bytes(4) + name for name in names)
        return hashlib.blake2b(message, key=self._key, digest_size=_TAG_BYTES).digest()
