"""How somebody wants to be called and spoken to, read out of Chinese."""

import re
from collections.abc import Iterator

from myosotis_server.memory.reading import Reading
from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.clause_zh import Clause, Rule, claims, says
from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.values_zh import name_in, trim


def _call_me(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    name = name_in(re.sub(r"(?:就|也)?(?:行|好|可以|得了|ok|OK|成).*$", "", match["v"]))
    yield from says("call_me", name)


def _dont_call_me(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    if name := name_in(match["v"]):
        yield from says("dislikes", name, ends=(Attribute("call_me", name),))


def _tone(match: re.Match[str], clause: Clause) -> Iterator[Reading]:
    value = re.sub(
        r"^(?:要|请|可以|能不能|尽量|稍微|稍|更|得|再|多|用|的时候){1,5}"
        r"|[一点些地的儿]+$",
        "",
        trim(match["v"]),
    )
    if 1 < len(value) <= 8 and not re.search("[我你他不吗]|什么|怎么", value):
        yield from says("tone", value)


_ADDRESSES = pattern_of("[叫喊称管说话讲聊回答语口用]")
_TO_THE_LISTENER: list[Rule] = [
    (
        pattern_of(r".{0,6}?(?:别|不要|不许|不准|不用)再?(?:叫|喊|称呼)我(?:的)?(?P<v>.{1,8})"),
        _dont_call_me,
    ),
    (
        pattern_of(
            r"(?:那|以后|之后|今后|就|请|你们?|您|可以|还是|直接|都|也|平时|希望|想让你"
            r"|想要你|麻烦|我|喜欢|更|一般){0,6}(?:叫|喊|称呼|管)我(?:为|叫"
            r"|做)?(?P<v>(?!起床|去|吃|回|过来|一声|早|几|出|来|干|做|写|帮).{1,12})"
        ),
        _call_me,
    ),
    (
        pattern_of(
            r"(?:你|请|以后|[跟和对]我|可以|能不能|希望你?|麻烦|就|都|平时|下次|能|要|多"
            r"|的时候|，|我){0,6}(?:说话|讲话|聊天|回答|回复|回话|语气|口气|说|回)(?:我"
            r"|问题|的时候|时|的语气|方式)?(?P<v>[^，]{1,8}?)(?:一点儿?|点儿?|一些"
            r"|些)(?:吧|吗|就好|就行|可以吗|好吗|好不好)?(?:$|，|，)"
        ),
        _tone,
    ),
    (
        pattern_of(
            r".{0,10}?用(?P<v>[^，的]{2,6})的?(?:语气|口吻|方式|风格"
            r"|口气)(?:来)?(?:[跟和对]我|回答我|回复|和我|跟咱)"
        ),
        _tone,
    ),
    (
        pattern_of(
            r"(?:我)?(?:希望|喜欢|想要?)你.{0,8}?(?:说话|聊天|讲话"
            r"|回答)(?:的时候)?(?P<v>[^，]{2,8}?)(?:一点儿?|点儿?|一些|些)"
        ),
        _tone,
    ),
]


def to_the_listener(part: str) -> Iterator[Reading]:
    """What is said to the listener and yet tells a wish that lasts."""
    if _ADDRESSES.search(part):
        yield from claims(_TO_THE_LISTENER, Clause(part))
