"""The file that a backup is: a header in front, the copy, and behind it what shows any change.

magic (8 bytes) · version (1) · length of the header (4, big-endian) · header (JSON) · body ·
SHA-256 of all before · HMAC-SHA-256 of that digest, under a key derived from the master key. So who
has the file can tell whether it is whole, and who has the master key whether it is genuine.
"""

import hashlib
import hmac
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from myosotis_server.adapters.vault import Master, Vault
from myosotis_server.memory.backups import BackupKind
from myosotis_server.memory.errors import BackupUnusable
from myosotis_server.memory.values import Instant

MAGIC = b"MYOSOTIS"
VERSION = 1
PIECE = 1 << 20
"""Bytes that are held at once."""

_LENGTH_SIZE = 4
_START = len(MAGIC) + 1 + _LENGTH_SIZE
_LONGEST_HEADER = 1 << 16
_DIGEST = 32


class BackupHeader(msgspec.Struct, frozen=True):
    """What a backup says of itself. `length` is that of the body, in bytes.

    `store_id` ties a store to its users' secrets, `model_digest` is of the model that the server
    embedded with ("" where none ran).
    """

    kind: BackupKind
    store_format: int
    store_id: bytes
    create_time: Instant
    model_digest: str
    length: int


def seal_key(master: Master) -> bytes:
    """What backups are sealed with."""
    return master.derive("backups")


class BackupReader:
    """A backup on its way out, of an open file that holds the body. The TakenBackup port."""

    def __init__(self, header: BackupHeader, body: BinaryIO, key: bytes) -> None:
        """It closes `body`."""
        self._body = body
        self._pieces = self._all(header, key)

    def read(self) -> bytes:
        piece = next(self._pieces, b"")
        if not piece:
            self.close()
        return piece

    def close(self) -> None:
        self._body.close()

    def _all(self, header: BackupHeader, key: bytes) -> Iterator[bytes]:
        text = msgspec.json.encode(header)
        start = MAGIC + bytes([VERSION]) + len(text).to_bytes(_LENGTH_SIZE, "big") + text
        digest = hashlib.sha256(start)
        yield start
        while piece := self._body.read(PIECE):
            digest.update(piece)
            yield piece
        yield digest.digest() + hmac.digest(key, digest.digest(), hashlib.sha256)


def read_header(file: BinaryIO) -> BackupHeader:
    """Reads up to the body. BackupUnusable for what is no backup, or a later version's."""
    start = file.read(_START)
    if len(start) != _START or not start.startswith(MAGIC):
        raise BackupUnusable("this is no backup of Myosotis")
    if start[len(MAGIC)] != VERSION:
        raise BackupUnusable("the backup was made by a later version")
    length = int.from_bytes(start[-_LENGTH_SIZE:], "big")
    text = file.read(length) if length <= _LONGEST_HEADER else b""
    try:
        header = msgspec.json.decode(text, type=BackupHeader)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise BackupUnusable("the backup is damaged: its header cannot be read") from None
    if header.length < 0:
        raise BackupUnusable("the backup is damaged: its header cannot be read")
    return header


def check_file(path: Path, vault: Vault | None) -> BackupHeader:
    """The header of a backup that is whole, and with a `vault` also genuine.

    BackupUnusable where it lost its end, was changed, or is of a store under another master key.
    """
    with path.open("rb") as file:
        header = read_header(file)
        body = file.tell()
        if os.fstat(file.fileno()).st_size != body + header.length + 2 * _DIGEST:
            raise BackupUnusable("the backup is not whole")
        digest = hashlib.sha256()
        file.seek(0)
        for piece in _pieces(file, body + header.length):
            digest.update(piece)
        told, seal = file.read(_DIGEST), file.read(_DIGEST)
    if not hmac.compare_digest(told, digest.digest()):
        raise BackupUnusable("the backup is damaged: its bytes are not those that were written")
    if vault is not None:
        own = [hmac.digest(seal_key(each), told, hashlib.sha256) for each in vault.masters]
        if not any(hmac.compare_digest(seal, each) for each in own):
            raise BackupUnusable("the backup was forged, or made under another master key")
    return header


def copy_body(path: Path, to: BinaryIO) -> None:
    """Writes the body of a backup that was checked."""
    with path.open("rb") as file:
        header = read_header(file)
        for piece in _pieces(file, header.length):
            to.write(piece)


def _pieces(file: BinaryIO, length: int) -> Iterator[bytes]:
    while length > 0:
        piece = file.read(min(PIECE, length))
        if not piece:
            raise BackupUnusable("the backup is not whole")
        length -= len(piece)
        yield piece
