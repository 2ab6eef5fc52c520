"""Where the master key comes from: a text, a file, a command; what is wrong is told, no key is."""

import base64
import os
import shlex
import stat
import sys
import time
from pathlib import Path

import pytest
from pydantic import ValidationError

from myosotis_server.adapters.master_key import (
    MOST_KEYS,
    keys_of_command,
    parse_master_keys,
    put_new_key_in_front,
    read_key_file,
)
from myosotis_server.config import Settings
from myosotis_server.master_keys import key_file, keys_at_hand, master_keys
from myosotis_server.memory.errors import StoreUnusable

FIRST, SECOND = bytes(range(32)), bytes(range(224, 256))
SPELT = base64.b64encode(SECOND).decode()


def python(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def settings(folder: Path, **chosen: object) -> Settings:
    return Settings.model_validate({"data_dir": folder / "data", **chosen})


@pytest.mark.parametrize("between", ["\n", ",", "\r\n", "\n\n", " ,\n "])
def test_earlier_keys_come_after_the_first(between: str) -> None:
    assert parse_master_keys(f"{FIRST.hex()}{between}{SPELT}\n") == (FIRST, SECOND)
    assert parse_master_keys(f"{FIRST.hex()}{between}{FIRST.hex()}") == (FIRST,)


def test_a_key_in_groups_of_hex_is_one_key() -> None:
    groups = " ".join(FIRST.hex()[at : at + 8] for at in range(0, 64, 8))
    assert parse_master_keys(groups) == (FIRST,)


@pytest.mark.parametrize("wrong", ["\n", f"{FIRST.hex()}\nabc", FIRST.hex() * 2, "，".join("密钥")])
def test_what_is_no_key_is_told_without_it(wrong: str) -> None:
    with pytest.raises(StoreUnusable) as told:
        parse_master_keys(wrong)
    assert str(told.value) == "a master key is 32 bytes in hex or base64"
    with pytest.raises(StoreUnusable, match="more than 8"):
        parse_master_keys("\n".join(os.urandom(32).hex() for _ in range(MOST_KEYS + 1)))


def test_a_command_gives_what_it_prints() -> None:
    code = f"print({FIRST.hex()!r}); print({SPELT!r})"
    assert keys_of_command(python(code), 30) == (FIRST, SECOND)


def test_no_shell_reads_the_command(tmp_path: Path) -> None:
    file = tmp_path / "made by a shell"
    for command in (f"echo {FIRST.hex()} > {shlex.quote(str(file))}", "echo $HOME", "echo `id`"):
        with pytest.raises(StoreUnusable, match="printed something else"):
            keys_of_command(command, 30)
    assert not file.exists()


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (python(f"print({FIRST.hex()!r}); raise SystemExit(3)"), "failed with code 3"),
        (python("print('geheim 密钥')"), "printed something else"),
        (python("import sys; sys.stdout.buffer.write(bytes(range(32)))"), "printed something else"),
        (python("print('ab' * 100_000)"), "printed something else"),
        (python(""), "printed something else"),
        ("/no/such/command --key", "cannot be run: No such file"),
        ("'open", "open quotation"),
        ("  ", "is empty"),
    ],
)
def test_a_command_that_fails_is_told_and_its_output_is_not(command: str, told: str) -> None:
    with pytest.raises(StoreUnusable, match=told) as failure:
        keys_of_command(command, 30)
    for secret in (FIRST.hex(), "geheim", "密钥", "abab"):
        assert secret not in str(failure.value)


def test_a_command_that_hangs_is_ended_with_what_it_started(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    child = f"import time; time.sleep(1.5); open({str(alive)!r}, 'w')"
    code = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}])"
    before = time.monotonic()
    with pytest.raises(StoreUnusable, match="longer than"):
        keys_of_command(python(f"{code}; time.sleep(60)"), 0.4)
    assert time.monotonic() - before < 10
    time.sleep(1.6)
    assert not alive.exists()


def test_every_source_is_read_the_same_way(tmp_path: Path) -> None:
    file = tmp_path / "the.key"
    text = f"{FIRST.hex()}\n{SPELT}\n"
    file.write_text(text)
    for chosen in (
        {"master_key": text},
        {"master_key_file": file},
        {"master_key_command": f"cat {file}"},
    ):
        given = settings(tmp_path, **chosen)
        assert master_keys(given).keys == keys_at_hand(given, tmp_path).keys == (FIRST, SECOND)
        assert key_file(given) == (file if "master_key_file" in chosen else None)
        assert FIRST.hex() not in repr(given)
    assert not (tmp_path / "data").exists()


def test_a_key_is_made_beside_the_store_but_never_to_read_a_backup(tmp_path: Path) -> None:
    given = settings(tmp_path)
    with pytest.raises(StoreUnusable, match="MYOSOTIS_MASTER_KEY_COMMAND"):
        keys_at_hand(given, tmp_path)
    made = master_keys(given)
    assert made.created
    assert keys_at_hand(given, tmp_path).keys == made.keys
    assert key_file(given) == tmp_path / "data" / "master.key"


@pytest.mark.parametrize(
    "chosen",
    [
        {"master_key": FIRST.hex(), "master_key_file": "the.key"},
        {"master_key": FIRST.hex(), "master_key_command": "cat the.key"},
        {"master_key_file": "the.key", "master_key_command": "cat the.key"},
        {"master_key_command_seconds": 5},
        {"master_key_command": "cat the.key", "master_key_command_seconds": 0},
    ],
)
def test_two_sources_or_half_a_one_are_refused(tmp_path: Path, chosen: dict[str, object]) -> None:
    with pytest.raises(ValidationError) as refused:
        settings(tmp_path, **chosen)
    assert "master_key" in str(refused.value)


def test_a_new_key_goes_in_front_and_nothing_else_changes(tmp_path: Path) -> None:
    (tmp_path / "secrets").mkdir()
    file = tmp_path / "secrets" / "the.key"
    file.write_text(f"{FIRST.hex()}\n")
    file.chmod(0o640)
    link = tmp_path / "link.key"
    link.symlink_to(file)
    new = put_new_key_in_front(link)
    assert read_key_file(file) == (new, FIRST)
    assert new not in (FIRST, bytes(32))
    assert link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [*file.parent.iterdir()] == [file]
    for _ in range(MOST_KEYS - 2):
        put_new_key_in_front(file)
    before = file.read_text()
    with pytest.raises(StoreUnusable, match="remove earlier ones"):
        put_new_key_in_front(file)
    assert file.read_text() == before
