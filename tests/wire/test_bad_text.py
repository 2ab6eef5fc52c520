"""Text that is refused, and odd text that is not."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from running.refusals import refusal
from wire.saying import listed, recalled, remember, said

SERVICE = "/myosotis.v1.MemoryService/"


@pytest.mark.parametrize(
    "content",
    ["", " ", "\n\t ", "\u3000", "\u200b\u200d\ufeff", "\x01\x02"],
    ids=["empty", "space", "lines", "ideographic", "invisible", "controls"],
)
def test_content_without_anything_to_see(stub, user: str, content: str) -> None:
    refused = refusal(stub.Remember, one(user, content))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refused.reason == "INVALID_FIELDS"
    assert refused.metadata["count"] == "1"
    assert set(refused.violations) == {"memories[0].content"}
    assert said(stub, user) == []


@pytest.mark.parametrize(
    ("content", "accepted"),
    [
        ("a" * 8_192, True),
        ("a" * 8_193, False),
        ("记" * 2_730 + "ab", True),  # 3 bytes each: 8,192
        ("记" * 2_731, False),  # 8,193
        ("😀" * 2_048, True),
        ("😀" * 2_048 + "a", False),
    ],
    ids=["8192", "8193", "8192-zh", "8193-zh", "8192-emoji", "8193-emoji"],
)
def test_content_is_measured_in_bytes(stub, user: str, content: str, accepted: bool) -> None:
    if accepted:
        remember(stub, user, content)
        assert said(stub, user) == [content]
        assert recalled(stub, user, content) == [content]
        return
    refused = refusal(stub.Remember, one(user, content))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert "8193" in refused.violations["memories[0].content"]
    assert content[:20] not in refused.message
    refused = refusal(stub.Recall, service.RecallRequest(user_id=user, query=content))
    assert set(refused.violations) == {"query"}
    assert said(stub, user) == []


@pytest.mark.parametrize(
    "content",
    [
        "\u0301",  # a lone combining accent
        "e\u0301\u0301\u0301\u0301\u0301",
        "\u0e33\u0e33",
        "👩‍👩‍👧‍👦🏳️‍🌈",
        "🈚️",
        "\U0001f1e8",  # half a flag
        "مرحبا بالعالم",
        "\u202ereversed",
        "…",
        "。",
        "\U0010fffd",  # private use
        "\U0001fae9",  # an emoji younger than Python 3.11's tables
        "\ufffe x",
        "ab\rcd\u2028ef",
        "𠮷野家",
        "a" * 4_000 + "字" * 1_000,
    ],
)
def test_odd_text_is_kept_as_it_is(stub, user: str, content: str) -> None:
    (change,) = remember(stub, user, content).changes
    assert change.memory.content == content
    assert said(stub, user) == [content]
    assert recalled(stub, user, content) == [content]
    assert recalled(stub, user, "随便") == [content]


@pytest.mark.parametrize(
    ("new", "field"),
    [
        (pb.NewMemory(content="a\0b"), "memories[0].content"),
        (pb.NewMemory(content="ok", subject="\0"), "memories[0].subject"),
        (pb.NewMemory(content="ok", subject="x" * 513), "memories[0].subject"),
        (pb.NewMemory(content="ok", tags=["a\0"]), "memories[0].tags[0]"),
        (pb.NewMemory(content="ok", tags=["fine", ""]), "memories[0].tags[1]"),
        (pb.NewMemory(content="ok", tags=["标" * 86]), "memories[0].tags[0]"),
        (pb.NewMemory(content="ok", tags=["x"] * 65), "memories[0].tags"),
        (pb.NewMemory(content="ok", attribute=pb.Attribute()), "memories[0].attribute.key"),
        (
            pb.NewMemory(content="ok", attribute=pb.Attribute(key="喜欢的饮料")),
            "memories[0].attribute.key",
        ),
        (
            pb.NewMemory(content="ok", attribute=pb.Attribute(key="k" * 65)),
            "memories[0].attribute.key",
        ),
        (
            pb.NewMemory(content="ok", sources=[pb.TurnReference(session_id="s")]),
            "memories[0].sources[0].turn_id",
        ),
        (
            pb.NewMemory(content="ok", metadata={str(n): "" for n in range(65)}),
            "memories[0].metadata",
        ),
    ],
)
def test_bad_text_beside_the_content(stub, user: str, new: pb.NewMemory, field: str) -> None:
    refused = refusal(stub.Remember, service.RememberRequest(user_id=user, memories=[new]))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(refused.violations) == {field}
    assert said(stub, user) == []


@pytest.mark.parametrize(
    "metadata", [{"": "x"}, {"k": "a\0"}, {"k" * 257: "x"}, {"k": "x" * 2_049}]
)
def test_bad_metadata(stub, user: str, metadata: dict[str, str]) -> None:
    new = pb.NewMemory(content="ok", metadata=metadata)
    refused = refusal(stub.Remember, service.RememberRequest(user_id=user, memories=[new]))
    (field,) = refused.violations
    assert field.startswith("memories[0].metadata")
    assert said(stub, user) == []


@pytest.mark.parametrize(
    "bad",
    [b"\xff\xfe\xfd\xfc\xfb\xfa", b"\xed\xa0\x80\xed\xa0\x80", "记忆".encode()[:-1] + b"A"],
    ids=["bytes", "surrogates", "cut"],
)
@pytest.mark.parametrize("place", ["content", "user_id", "tag", "session_id"])
def test_text_that_is_not_utf8(channel, stub, user: str, bad: bytes, place: str) -> None:
    marks = {"content": "x", "tag": "x", "session_id": "x", "user_id": user}
    marks[place] = "@" * len(bad)
    request = service.RememberRequest(
        user_id=marks["user_id"],
        memories=[pb.NewMemory(content=marks["content"], tags=[marks["tag"]])],
        session_id=marks["session_id"],
    )
    raw = request.SerializeToString().replace(b"@" * len(bad), bad)
    refused = refusal(channel.unary_unary(SERVICE + "Remember"), raw)
    assert_undecodable(refused)
    assert said(stub, user) == []


@pytest.mark.parametrize("raw", [b"\x0a", b"\xff" * 20, b"\x12\x05abc", b"\x0b\x0c\x0b"])
def test_bytes_that_are_no_message(channel, stub, raw: bytes) -> None:
    for method in ("Remember", "Recall", "Forget", "GetMemory", "ListMemories", "UpdateMemory"):
        assert_undecodable(refusal(channel.unary_unary(SERVICE + method), raw))
    assert_undecodable(refusal(channel.unary_stream(SERVICE + "ExportMemories"), raw))


def test_a_bad_message_within_a_stream(channel, stub, user: str) -> None:
    good = service.ImportMemoriesRequest(
        user_id=user, memories=[pb.NewMemory(content="先来的是好的")]
    ).SerializeToString()
    answers = channel.stream_stream(SERVICE + "ImportMemories")(iter([good, b"\xff\xff", good]))
    first = service.ImportMemoriesResponse.FromString(next(answers))
    assert first.acknowledged_count == 1
    assert_undecodable(refusal(lambda **_: next(answers)))
    assert said(stub, user) == ["先来的是好的"]


def test_a_message_over_the_limit(stub, user: str) -> None:
    bulk = {f"k{number}": "x" * 2_048 for number in range(64)}
    request = service.RememberRequest(
        user_id=user, memories=[pb.NewMemory(content="太大", metadata=bulk)] * 90
    )
    assert request.ByteSize() > 8 << 20
    assert refusal(stub.Remember, request).code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert said(stub, user) == []


def test_refusals_quote_nothing_that_was_said(stub, user: str) -> None:
    secret = "我的身份证号是一二三四"
    refused = refusal(
        stub.Remember,
        service.RememberRequest(
            user_id=user,
            memories=[
                pb.NewMemory(content=secret + "\0", tags=[secret * 20], subject=secret + "\0")
            ],
        ),
    )
    assert len(refused.violations) == 3
    assert "身份证" not in refused.message + "".join(refused.violations.values())
    assert listed(stub, user) == []


def one(user: str, content: str) -> service.RememberRequest:
    return service.RememberRequest(user_id=user, memories=[pb.NewMemory(content=content)])


def assert_undecodable(refused: Any) -> None:
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refused.reason == "INVALID_FIELDS"
    assert "UTF-8" in refused.violations["request"]
