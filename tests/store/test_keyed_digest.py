"""A digest under a key that is made ready once is the digest under that key."""

import hashlib
import hmac
from concurrent.futures import ThreadPoolExecutor

from hypothesis import given
from hypothesis import strategies as st

from myosotis_server.adapters.keyed_digest import KeyedDigest


@given(st.binary(min_size=1, max_size=100), st.lists(st.binary(max_size=5_000), max_size=5))
def test_every_text_has_the_digest_that_it_has_alone(key: bytes, texts: list[bytes]) -> None:
    digest = KeyedDigest(key)
    alone = [hmac.digest(key, text, hashlib.sha256) for text in texts]
    assert [digest(text) for text in texts] == alone


def test_threads_share_it() -> None:
    texts = [b"%d" % number * 700 for number in range(400)]
    digest = KeyedDigest(b"key")
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(digest, texts))
    assert found == [hmac.digest(b"key", text, hashlib.sha256) for text in texts]
