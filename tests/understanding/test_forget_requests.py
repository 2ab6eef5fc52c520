"""What a request to forget is about."""

import pytest

from myosotis_server.understanding.forget_requests import topic_of


@pytest.mark.parametrize(
    ("request_", "topic"),
    [
        ("忘掉我面试的事", "我面试"),
        ("把我面试的事忘了吧", "我面试"),
        ("忘了我和王伟的事情吧！", "我和王伟"),
        ("你能不能忘掉他", "他"),
        ("别再记着我的电话", "我的电话"),
        ("不要再记得他", "他"),
        ("删掉所有关于前男友的事情。", "前男友"),
        ("关于咖啡", "咖啡"),
        ("please forget about Sarah", "Sarah"),
        ("Don't remember my address", "my address"),
        ("forget everything about my ex", "my ex"),
        ("忘掉我去酒吧的事", "我去酒吧"),
    ],
)
def test_the_words_of_asking_go(request_: str, topic: str) -> None:
    assert topic_of(request_) == topic


@pytest.mark.parametrize(
    "topic",
    [
        "请假",
        "忘年交老王",
        "将来的打算",
        "那家酒吧",
        "麻烦的邻居",
        "我的生日",
        "my work",
        "王伟",
        "你",
    ],
)
def test_what_only_looks_like_asking_stays(topic: str) -> None:
    assert topic_of(topic) == topic


@pytest.mark.parametrize("request_", ["忘了吧", "forget", "删除", "   "])
def test_a_request_for_nothing_stays_itself(request_: str) -> None:
    assert topic_of(request_) == request_
