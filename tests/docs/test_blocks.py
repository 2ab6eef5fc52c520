"""Every block of code on every page is executed, or held against what it describes.

Blocks of shell and Python run against one real server. A test says which blocks it sees to, and one
that none has seen to fails. What `make` would do is printed, not done: `make setup check test` is
all that CI runs, and the rest takes minutes, or lasts as long as a server.
"""

from __future__ import annotations

import contextlib
import io
import math
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from contract.playing import instant, stamp
from contract.timed_server import timed_server
from docs import command_lines
from docs.pages import BLOCKS, REPOSITORY, Block, commands, text_of, the_block
from memory.memories import NOON
from memory.test_walks import LATTE, edge, graph
from memory.test_walks import memory as memory_node
from myosotis import Client
from myosotis.v1 import conversation_pb2 as talk_pb
from myosotis.v1 import conversation_service_pb2 as service
from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceStub
from myosotis_server.adapters.master_key import keys_of_command, put_new_key_in_front
from myosotis_server.config import Settings
from myosotis_server.key_commands import opened_store
from myosotis_server.memory.habits import PartOfDay, Regularity, Rhythm
from myosotis_server.memory.personal_weight import personal_weights
from myosotis_server.memory.rows import COLUMN_DTYPE
from myosotis_server.memory.values import DAY, Owner
from myosotis_server.memory.walks import closeness_of_memories
from myosotis_server.understanding.activities import activity_of
from myosotis_server.understanding.habit_sentences import habit_sentence
from ports.builders import memory
from ports.set_clock import SetClock
from ports.store_use import put
from running.command_line import in_process
from running.server import RunningServer, free_port

CLIENTS = {
    "clients/go/README.md": "clients/go/myosotis",
    "clients/java/README.md": "clients/java/src/test",
    "clients/node/README.md": "clients/node/test",
    "clients/python/README.md": "tests/clients",
}
"""Pages whose blocks `make clients` sees to, and where the tests are that read them."""
CONFORMANCE = "clients/conformance/README.md"
ONLY_PARSED = [
    "myosotis serve --workers 4",  # lasts until it is stopped: tests/wire/test_workers.py
    "myosotis top --metrics 127.0.0.1:9464",  # the same; with --once it runs
]
ADDRESS, METRICS = "127.0.0.1:50051", "127.0.0.1:9464"
"""What the pages call a server, and its side port."""

_seen_to: set[Block] = set()


def seen_to(*blocks: Block) -> pytest.MarkDecorator:
    """Gives a test each of the blocks, and says that they are seen to."""
    _seen_to.update(blocks)
    return pytest.mark.parametrize("block", blocks, ids=str)


def ours(language: str) -> list[Block]:
    return [
        each
        for each in BLOCKS
        if each.language == language and not each.page.startswith("clients/")
    ]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Its master key is in a file, API keys that a page makes keep nobody out, and the tenant acme
    has a user, whose vectors are another model's.
    """
    folder = tmp_path_factory.mktemp("pages")
    key, metrics = folder / "key", f"127.0.0.1:{free_port()}"
    key.write_text("5" * 64 + "\n")
    with RunningServer(
        folder / "data", master_key_file=key, metrics_address=metrics, authentication="off"
    ) as running:
        chosen = {"data_dir": running.data_dir, "master_key_file": key}
        with opened_store(Settings.model_validate(chosen)) as store:
            put(store, memory(), owner=Owner("acme", "小雨"))
        yield running


@seen_to(*ours("python"))
def test_python_runs(block: Block, server: RunningServer) -> None:
    assert printed_by(block, server)


@seen_to(the_block("docs/graph.md", "0.90 ['has_parent']"))
def test_the_walk_leads_where_the_page_says(block: Block, server: RunningServer) -> None:
    asking = the_block("docs/graph.md", "from myosotis import Client, EntityType")
    assert printed_by(asking, server) == block.text


def printed_by(block: Block, server: RunningServer) -> str:
    """What the program prints, on a server that knows nobody before and after."""
    code = compile(block.text.replace(ADDRESS, server.address), str(block), "exec")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, {})
    with Client(server.address) as client:
        for user in list(client.list_users()):
            client.forget(user, everything=True)
    return printed.getvalue()


_seen_to.update(ours("sh"))


@pytest.mark.parametrize("page", sorted({block.page for block in ours("sh")}))
def test_commands_run(page: str, server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a page in their order: one may need what another made."""
    folder = server.data_dir.parent
    monkeypatch.chdir(folder)
    with Client(server.address) as client:
        client.remember("小雨", "我住在成都")
    for words in (words for block in ours("sh") if block.page == page for words in commands(block)):
        if words[0] == "make":
            make(words[1:])
        elif words[0] == "myosotis":
            myosotis(words, server, monkeypatch)
        else:
            master_key_command(words, folder, monkeypatch)


def make(targets: list[str]) -> None:
    assert set(targets) <= command_lines.make_targets()
    subprocess.run(["make", "--dry-run", *targets], cwd=REPOSITORY, check=True, capture_output=True)


def myosotis(words: list[str], server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    command_lines.check(words)
    if " ".join(words) in ONLY_PARSED:
        return
    folder, settings = server.data_dir.parent, server.environment
    if words[1:] == ["rotate-key"]:
        put_new_key_in_front(Path(settings["MYOSOTIS_MASTER_KEY_FILE"]))
    if words[1] == "restore":
        (folder / "new").mkdir()
        monkeypatch.chdir(folder / "new")
    arguments = [
        word.replace(METRICS, settings["MYOSOTIS_METRICS_ADDRESS"])
        if not word.startswith("/")
        else elsewhere(folder, word)
        for word in words[1:]
    ]
    ended = in_process(server, *arguments)
    if words[1] == "statistics":  # of whom nobody is there who was pseudonymised
        assert (ended.exit_code, "fewer than 5 people" in ended.output) == (1, True)
    else:
        assert ended.exit_code == 0, ended.output


def elsewhere(folder: Path, path: str) -> str:
    """The path below `folder` instead of below the root, in a folder that is there."""
    moved = folder / "root" / path.lstrip("/")
    moved.parent.mkdir(parents=True, exist_ok=True)
    return str(moved)


def master_key_command(words: list[str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the setting says is run, with a key management service of our own."""
    ((name, _, value),) = (word.partition("=") for word in words)
    assert name == "MYOSOTIS_MASTER_KEY_COMMAND"
    aws = folder / "aws"
    aws.write_text('#!/bin/sh\ntest "$1 $2" = "kms decrypt" && echo ' + "A" * 43 + "=\n")
    aws.chmod(0o700)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    assert keys_of_command(value, 10) == (bytes(32),)


@seen_to(the_block("README.md", "? How did the interview go?"))
def test_the_demo_answers_as_the_page_says(
    block: Block, server: RunningServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """To a few hundredths: processors round differently."""
    number = re.compile(r"\d\.\d\d")
    runpy.run_path(str(REPOSITORY / "clients/python/examples/story.py"))["main"](server.address)
    printed = capsys.readouterr().out
    for shown in re.split(r"^(?=\? )", block.text, flags=re.MULTILINE)[1:]:
        place = printed.index(shown.partition("\n")[0])
        answer = "".join(printed[place:].splitlines(keepends=True)[: shown.count("\n")])
        assert number.sub("", answer) == number.sub("", shown)
        found, told = (np.array(number.findall(text), float) for text in (answer, shown))
        assert found == pytest.approx(told, abs=0.03)


ZONE = ZoneInfo("Asia/Shanghai")
FRIDAY, WEDNESDAY = datetime(2026, 2, 27, 20, tzinfo=ZONE), datetime(2026, 3, 4, 17, 2, tzinfo=ZONE)
TOLD = {
    "你是小雨的老朋友。": (
        [
            "我搬到成都了，下周一要去腾讯面试，特别紧张",
            "昨晚又失眠了",
            "我养了一只猫叫团子",
            "最爱喝拿铁",
        ],
        "面试通过了，好开心！",
    ),
    "You are an old friend of Rain's.": (
        [
            "I've moved to Leeds, and I have an interview at the BBC on Monday, I'm so nervous",
            "I couldn't sleep again last night",
            "I have a cat called Biscuit",
            "I love flat whites",
        ],
        "I got the job!",
    ),
}
"""By persona, what is said on the Friday and on the Wednesday."""


@seen_to(the_block("docs/conversation.md", "你是小雨的老朋友。\n"))
async def test_the_context_is_what_the_page_shows(block: Block, tmp_path: Path) -> None:
    page = text_of(block.page).replace("\n", " ")
    assert all(f'"{each}"' in page for each in TOLD["你是小雨的老朋友。"][0])
    assert all(f'"{news}"' in page for _, news in TOLD.values())
    clock = SetClock()
    contexts = []
    async with timed_server(tmp_path / "data", clock) as channel:
        stub = ConversationServiceStub(channel)

        async def say(user: str, session: str, said: str, when: datetime) -> None:
            clock.advance(max(0, instant(when) - clock.now()))
            turn = talk_pb.Turn(role=talk_pb.ROLE_USER, content=said, say_time=stamp(when))
            await stub.AppendTurns(
                service.AppendTurnsRequest(
                    user_id=user,
                    session_id=session,
                    turns=[turn],
                    extraction=talk_pb.EXTRACTION_MODE_INLINE,
                    time_zone=ZONE.key,
                )
            )

        for user, (told, _) in TOLD.items():
            for place, said in enumerate(told):
                await say(user, "friday", said, FRIDAY + timedelta(seconds=place))
            await stub.EndSession(service.EndSessionRequest(user_id=user, session_id="friday"))
        for user, (_, news) in TOLD.items():
            await say(user, "wednesday", news, WEDNESDAY)
            asked = service.GetContextRequest(user_id=user, session_id="wednesday", persona=user)
            contexts.append((await stub.GetContext(asked)).messages[0].content)
    assert "\n\n".join(contexts) + "\n" == block.text


def value_of(formula: str, **names: float) -> float:
    """Of arithmetic as the pages write it."""
    signs = {"×": "*", "−": "-", "ln ": "log ", "√": "sqrt ", " d": " * d"}
    for sign, code in signs.items():
        formula = formula.replace(sign, code)
    formula = re.sub(r"(log|sqrt) (\w+)", r"\1(\2)", formula)
    functions = {"min": min, "max": max, "log": math.log, "sqrt": math.sqrt}
    return float(eval(formula, functions, names))


@seen_to(the_block("docs/time.md", "part = "))
def test_personal_weights_are_those_of_the_page(block: Block) -> None:
    lines = [re.split(r"\s{2,}", line.partition("= ")[2]) for line in block.text.splitlines()]
    (_, (recalled, examples), (ignored, _), (pinned, _)) = lines

    def weight(age: int = 0, **fields: int) -> float:
        row = np.zeros(1, COLUMN_DTYPE)
        for name, value in {"create_time": NOON, "mention_count": 1, **fields}.items():
            row[name] = value
        return float(personal_weights(row, NOON + age * DAY)[0])

    named = [float(each) for each in re.findall(r"[\d.]+", examples.partition(":")[2])]
    for n, example in enumerate(named, 1):
        assert weight(access_count=n) == pytest.approx(value_of(recalled, n=n))
        assert weight(access_count=n) == pytest.approx(example, abs=0.005)
        before = weight(access_count=n)
        assert weight(access_count=n, pinned=1) == pytest.approx(value_of(pinned, w=before))
    for age in (0, 30, 31, 105, 180, 999):
        assert weight(age) == pytest.approx(value_of(ignored, age=age, d=1))


@seen_to(the_block("docs/graph.md", "(semantic + lexical)/2"))
def test_ways_over_the_graph_are_worth_what_the_page_says(block: Block) -> None:
    formula = re.sub(r" of the memory it starts at| along it", "", block.text.strip())
    formula = formula.replace("1/√max(n − 1, 1)", "1/max(n − 1, 1)**0.5")
    for n in (2, 3, 101):
        edges = [edge(memory_node(f"m{each}"), LATTE, strength=0.9) for each in range(n)]
        seeds = {"m0": (0.7 + 0.3) / 2}
        near = closeness_of_memories(graph(edges), seeds, 1, NOON)["m1"]
        expected = value_of(formula, semantic=0.7, lexical=0.3, strengths=0.9 * 0.9, n=n)
        assert near == pytest.approx(expected)


@seen_to(the_block("docs/time.md", "我去健身房"))
def test_habits_are_told_as_on_the_page(block: Block) -> None:
    rule = Regularity(Rhythm.WEEKDAYS, 2, frozenset({1, 3}))
    gym = activity_of("今天去健身房练了腿"), activity_of("went to the gym tonight")
    assert gym[0] is not None
    assert gym[1] is not None
    evenings = replace(rule, part_of_day=PartOfDay.EVENING)
    told = [habit_sentence(gym[0], rule, "zh"), habit_sentence(gym[1], evenings, "en")]
    assert told == block.text.splitlines()


@seen_to(the_block("CONTRIBUTING.md", "app, cli"))
def test_imports_run_as_the_page_says(block: Block) -> None:
    layers = tomllib.loads(text_of("pyproject.toml"))["tool"]["importlinter"]["contracts"][0][
        "layers"
    ]
    below_app = [
        " | ".join(sorted(name.rpartition(".")[2] for name in layer.split(" | ")))
        for layer in layers[layers.index("myosotis_server.app") + 1 :]
    ]
    shown = [" | ".join(sorted(each.split(" | "))) for each in block.text.strip().split(" → ")]
    assert shown == ["app, cli, doctor", *below_app]


@seen_to(the_block(CONFORMANCE, "{"))
def test_the_example_of_a_case_is_one(block: Block, server: RunningServer, tmp_path: Path) -> None:
    (tmp_path / "example.json").write_text(block.text, encoding="utf-8")
    runner = REPOSITORY / "clients/conformance/python_runner.py"
    command = [sys.executable, str(runner), "--address", server.address, "--cases", str(tmp_path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout.strip()) == (0, "ok example")


@seen_to(the_block(CONFORMANCE, ".venv/bin/python"))
def test_the_conformance_run_has_the_options_of_the_page(block: Block) -> None:
    """`make clients` runs it, which takes all languages and minutes."""
    for python, script, *arguments in commands(block):
        command = [str(REPOSITORY / python), str(REPOSITORY / script), "--help"]
        run = subprocess.run(command, capture_output=True, text=True, check=True)
        options = {each for each in arguments if each.startswith("--")}
        assert options <= set(re.findall(r"--[a-z-]+", run.stdout))


@seen_to(*(each for each in BLOCKS if each.page in CLIENTS))
def test_the_tests_of_a_client_read_its_page(block: Block) -> None:
    tests = (path for path in (REPOSITORY / CLIENTS[block.page]).rglob("*.*") if path.is_file())
    assert any(b"README.md" in path.read_bytes() for path in tests)


def test_every_block_is_seen_to() -> None:
    assert [
        f"{each} ({each.language or 'no language'})" for each in BLOCKS if each not in _seen_to
    ] == []
