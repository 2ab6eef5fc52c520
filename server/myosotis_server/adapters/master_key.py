"""Where the master key comes from: a text of one key or several, a file, or a command.

The first key of several is the one to use; those behind it are earlier ones, of which something may
still be sealed, see docs/keys.md.
"""

import base64
import binascii
import contextlib
import os
import re
import shlex
import signal
import stat
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from myosotis_server.adapters.vault import KEY_SIZE, data_file
from myosotis_server.memory.errors import StoreUnusable

MOST_KEYS = 8
"""Keys that a source may give."""
_LONGEST_OUTPUT = 4_096
_MALFORMED = "a master key is 32 bytes in hex or base64"


@dataclass(frozen=True, slots=True)
class MasterKeys:
    """`created` is true where the key was made just now: its owner should hear of it."""

    keys: tuple[bytes, ...] = field(repr=False)
    created: bool = False


def parse_master_keys(text: str) -> tuple[bytes, ...]:
    """The keys that `text` spells in hex or base64, one a line or with commas between.

    StoreUnusable where it spells none, more than MOST_KEYS, or anything else.
    """
    spelt = [each for each in map(str.strip, re.split(r"[\r\n,]", text)) if each]
    if not 1 <= len(spelt) <= MOST_KEYS:
        raise StoreUnusable(_MALFORMED if not spelt else f"more than {MOST_KEYS} master keys")
    return tuple(dict.fromkeys(map(_parsed, spelt)))


def _parsed(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        try:
            key = base64.b64decode(
                text, altchars=b"-_" if set("-_") & set(text) else None, validate=True
            )
        except (binascii.Error, ValueError):
            key = b""
    if len(key) != KEY_SIZE:
        raise StoreUnusable(_MALFORMED)
    return key


def read_key_file(path: Path) -> tuple[bytes, ...]:
    """The keys in `path`. StoreUnusable says what is wrong with it."""
    text = _read_if_there(path)
    if text is None:
        raise StoreUnusable("the master key file is missing")
    return parse_master_keys(text)


def key_file_beside(store: Path) -> MasterKeys:
    """The keys in `store`/master.key, made there (owner-only) if there is neither it nor a store.

    Safe against several processes starting at once: all get the same key. StoreUnusable where a
    store exists without its key, for a new key could open nothing of it.
    """
    path = store / "master.key"
    has_data = data_file(store).exists()  # before the key is looked for: a key is made first
    text = _read_if_there(path)
    if text is not None:
        return MasterKeys(parse_master_keys(text))
    if has_data:
        raise StoreUnusable("the store's master key file is missing")
    created = _write_new(path, new_key_line())
    return MasterKeys(parse_master_keys(path.read_text("ascii")), created)


def keys_of_command(command: str, seconds: float) -> tuple[bytes, ...]:
    """What `command` prints, which is run without a shell, its words split as a shell would.

    Its output is never told, for it may be a key. StoreUnusable where it cannot be run, fails,
    takes longer than `seconds` or prints no key; what it started is ended with it.
    """
    try:
        words = shlex.split(command)
    except ValueError:
        raise StoreUnusable("the master key command has an open quotation mark") from None
    if not words:
        raise StoreUnusable("the master key command is empty")
    try:
        # Its own group, so that what it started in turn does not live on.
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no command line"
        raise StoreUnusable(f"the master key command cannot be run: {why}") from None
    with process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise StoreUnusable(
                f"the master key command took longer than {seconds:g} seconds"
            ) from None
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode != 0:
        raise StoreUnusable(f"the master key command failed with code {process.returncode}")
    try:
        return parse_master_keys(output[:_LONGEST_OUTPUT].decode("ascii"))
    except (UnicodeDecodeError, StoreUnusable):
        raise StoreUnusable(
            f"the master key command printed something else: {_MALFORMED}"
        ) from None


def new_key_line() -> str:
    """A fresh key as a line of a key file."""
    return os.urandom(KEY_SIZE).hex() + "\n"


def put_new_key_in_front(path: Path) -> bytes:
    """Makes a fresh key the first in `path`, which has one already; it is returned.

    The file is replaced in one step, with the rights it had. OSError where it cannot be.
    """
    before = path.read_text("ascii")
    if len(parse_master_keys(before)) >= MOST_KEYS:
        raise StoreUnusable(f"the master key file holds {MOST_KEYS} keys: remove earlier ones")
    line = new_key_line()
    target = path.resolve()  # of a link, what it leads to
    was = target.stat()
    draft = target.with_name(f"{target.name}.{os.getpid()}.{os.urandom(4).hex()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "w", encoding="ascii") as file:
            os.fchmod(descriptor, stat.S_IMODE(was.st_mode))
            if (was.st_uid, was.st_gid) != (os.geteuid(), os.getegid()):
                os.fchown(descriptor, was.st_uid, was.st_gid)
            file.write(line + before)
            file.flush()
            os.fsync(descriptor)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)
    return parse_master_keys(line)[0]


def _read_if_there(path: Path) -> str | None:
    try:
        return path.read_text("ascii")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise StoreUnusable(_MALFORMED) from None
    except OSError as error:
        raise StoreUnusable(f"the master key file cannot be read: {error.strerror}") from error


def _write_new(path: Path, text: str) -> bool:
    """Whether this call created `path`. It never shows half-written: it is linked when whole."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with open(descriptor, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return False
    finally:
        draft.unlink()
    _sync_folder(path.parent)
    return True


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
