"""Bytes that change at rest: found, told, and nobody's trouble but their owner's."""

from __future__ import annotations

import contextlib
import uuid
from pathlib import Path

import grpc
from click.testing import Result
from typer.testing import CliRunner

from faults.patient_client import LOST_CONNECTION, status
from faults.scene import Fault, Scene
from myosotis.v1 import memory_pb2 as pb
from myosotis.v1 import memory_service_pb2 as service
from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub
from myosotis_server.adapters import store_format as layout
from myosotis_server.adapters.entry_codec import decode_user
from myosotis_server.adapters.lmdb_file import open_environment
from myosotis_server.adapters.master_key import read_key_file
from myosotis_server.adapters.vault import Vault, data_file
from myosotis_server.cli import app
from myosotis_server.memory.values import Owner

MAP_SIZE = 64 << 30
CORRUPT = "DATA_LOSS RECORD_CORRUPT"
DAMAGED = ("records", "vectors", "users")
"""In which database. Of a user's entry it is their wrapped key that is changed."""


class _Damaged(Fault):
    """Damages what one user said, who is not among those who talk."""

    bears = LOST_CONNECTION

    def _said(self, scene: Scene, stub: MemoryServiceStub, user: str) -> None:
        request = service.RememberRequest(
            user_id=user,
            request_id=str(uuid.uuid4()),
            memories=[
                pb.NewMemory(content=text) for text in ("我住在成都三环边上", "I keep four bees")
            ],
        )
        stub.Remember(request, timeout=60, wait_for_ready=True)

    def _damage(self, scene: Scene, user: str) -> None:
        """While nobody has the store open."""
        place = scene.dice.choice(DAMAGED)
        values = _sealed(scene.server.data_dir, user, place)
        scene.struck += _flip(data_file(scene.server.data_dir), scene.dice.choice(values), scene)

    def _is_told(self, scene: Scene, stub: MemoryServiceStub, user: str) -> None:
        """To whoever asks for that user, and to whoever looks after the store."""
        request = service.ExportMemoriesRequest(user_id=user)
        try:
            recalled = service.RecallRequest(user_id=user, query="蜜蜂 bees", limit=10)
            stub.Recall(recalled, timeout=60, wait_for_ready=True)
            list(stub.ExportMemories(request, timeout=60))
            scene.trouble.append("damage shows nowhere")
        except grpc.RpcError as error:
            if status(error) != CORRUPT:
                scene.trouble.append(f"damage shows as {status(error)}")
        looked = _command(scene, "verify", "--data-dir", str(scene.server.data_dir))
        if looked.exit_code != 1 or looked.output.count("damaged: user number") != 1:
            scene.trouble.append(f"verify says {looked.exit_code}: {looked.output[:500]}")
        seen = _command(scene, "doctor")
        if seen.exit_code == 0 or "damaged: user number" not in seen.output:
            scene.trouble.append(f"doctor says {seen.exit_code}: {seen.output[:1_000]}")

    def _is_sound(self, scene: Scene) -> None:
        looked = _command(scene, "verify", "--data-dir", str(scene.server.data_dir))
        if looked.exit_code != 0:
            scene.trouble.append(f"not repaired: {looked.output[:500]}")


class DamageErased(_Damaged):
    """Repaired by forgetting that user, while everybody else goes on talking."""

    name = "bytes flipped, user erased"

    def strike(self, scene: Scene) -> None:
        server, user = scene.server, f"{scene.name}-damaged"
        with server.channel() as channel:
            stub = MemoryServiceStub(channel)
            self._said(scene, stub, user)
            server.stop()
            self._damage(scene, user)
            server.start()
            self._is_told(scene, stub, user)
            request = service.ForgetRequest(user_id=user, everything=True)
            stub.Forget(request, timeout=60, wait_for_ready=True)
            wanted = service.ListMemoriesRequest(user_id=user)
            if stub.ListMemories(wanted, timeout=60, wait_for_ready=True).memories:
                scene.trouble.append("the damaged user was not forgotten")
        self._is_sound(scene)


class DamageRestored(_Damaged):
    """Repaired from a backup. Nobody may talk meanwhile, for that would not be in it."""

    name = "bytes flipped, restored"

    def strike(self, scene: Scene) -> None:
        server, user = scene.server, f"{scene.name}-damaged"
        folder = server.data_dir
        backup = folder.with_name("backup.myo")
        with server.channel() as channel:
            stub = MemoryServiceStub(channel)
            self._said(scene, stub, user)
            scene.end()
            self._done(scene, _command(scene, "backup", str(backup)))
            server.stop()
            self._damage(scene, user)
            server.start()
            self._is_told(scene, stub, user)
            server.stop()
            for name in ("data.mdb", "lock.mdb"):
                (folder / name).unlink()
            self._done(scene, _command(scene, "restore", str(backup), "--data-dir", str(folder)))
            server.start()
            request = service.ListMemoriesRequest(user_id=user)
            answer = stub.ListMemories(request, timeout=60, wait_for_ready=True)
            if len(answer.memories) != 2:
                scene.trouble.append(f"{len(answer.memories)} of 2 memories are restored")
        self._is_sound(scene)
        backup.unlink()

    def _done(self, scene: Scene, ended: Result) -> None:
        if ended.exit_code != 0:
            scene.trouble.append(f"a command ended with {ended.exit_code}: {ended.output[:500]}")


def _command(scene: Scene, *arguments: str) -> Result:
    """`myosotis …` with the server's settings, without a process of its own."""
    return CliRunner().invoke(app, arguments, env=scene.server.environment)


def _sealed(folder: Path, user: str, database: str) -> list[bytes]:
    """The values of a user as they lie on the disk. Other values may begin like these."""
    key = read_key_file(folder / "master.key")
    vault = Vault(key)
    env, databases, secrets = open_environment(folder, vault, MAP_SIZE)
    with contextlib.closing(secrets), contextlib.closing(env), env.begin() as txn:
        entry = txn.get(vault.user_index(Owner("default", user)), db=databases.users)
        assert entry is not None
        if database == "users":
            return [decode_user(entry).wrapped_key]
        prefix = layout.user_prefix(decode_user(entry).number)
        return [bytes(value) for _, value in layout.scan(txn, getattr(databases, database), prefix)]


def _flip(path: Path, value: bytes, scene: Scene) -> int:
    """Changes one bit of `value` wherever it lies, as also in earlier pages: how often it lay."""
    at = scene.dice.randrange(len(value))
    changed = bytearray(value)
    changed[at] ^= 1 << scene.dice.randrange(8)
    data = path.read_bytes()
    place = data.find(value)
    count = 0
    with path.open("r+b") as file:
        while place >= 0:
            file.seek(place)
            file.write(changed)
            count += 1
            place = data.find(value, place + 1)
    return count
