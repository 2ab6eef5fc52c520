"""Makes the stored stores of earlier formats, each with the server of its day.

    .venv/bin/python tests/store/older/make.py

Run once for each format, when it is about to be followed by another; what is stored is never made
again, for it stands for stores that are out there. It takes git, the model pack and `/tmp`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
REPOSITORY = HERE.parents[2]
COMMITS = {1: "5372dc4", 2: "ec462f8", 3: "2a82789"}
"""The last commit of each format."""
KEY = bytes(range(32))
REMEMBERED = {
    "小雨": ["我对花生过敏", "我的猫叫团子", "我在成都的一家医院做护士", "我喜欢喝龙井"],
    "Rain": ["I am allergic to peanuts", "My cat is called Mimi", "I work as a nurse in Lisbon"],
}
UPDATED = ("小雨", "我喜欢喝龙井", "我最喜欢喝龙井茶")
FORGOTTEN = ("Rain", "I lost my umbrella")
RECALLED = ("小雨", "我养了什么宠物？")
SAID = {"小雨": ["我妈妈住在杭州", "今天好累"], "Rain": ["My sister lives in Porto"]}
"""Turns, from format 2 on; the first of each user is learnt at once, the others never."""


def make(format_: int) -> None:
    """Writes the store of `format_` beside this file."""
    archive = HERE / f"format_{format_}.tar.xz"
    if archive.exists():
        print(f"{archive.name} is there")
        return
    with tempfile.TemporaryDirectory() as name:
        tree, data = Path(name, "tree"), Path(name, "data")
        tree.mkdir()
        sources = subprocess.run(
            ["git", "archive", COMMITS[format_]], cwd=REPOSITORY, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", tree], input=sources.stdout, check=True)
        paths = (tree / "server", tree / "clients" / "python", tree / "tests")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "OLDER_MODELS": str(REPOSITORY / "models" / "build"),
        }
        subprocess.run([sys.executable, __file__, str(data)], env=environment, cwd=tree, check=True)
        with tarfile.open(archive, "w:xz", preset=9) as packed:
            for file in sorted(data.iterdir()):
                if file.name in ("data.mdb", "user-keys"):
                    packed.add(file, file.name)
    print(f"{archive.name}: {archive.stat().st_size} bytes")


def fill(data: Path) -> None:
    """Speaks with the server that this process imports, over a socket, and stops it."""
    from myosotis.v1 import memory_pb2 as pb
    from myosotis.v1 import memory_service_pb2 as service
    from myosotis.v1.memory_service_pb2_grpc import MemoryServiceStub
    from running.server import RunningServer

    settings = {"models_dir": os.environ["OLDER_MODELS"], "master_key": KEY.hex()}
    with RunningServer(data, **settings) as server, server.channel() as channel:
        stub = MemoryServiceStub(channel)

        def remember(user: str, *contents: str) -> list[pb.Memory]:
            memories = [pb.NewMemory(content=each) for each in contents]
            request = service.RememberRequest(user_id=user, memories=memories)
            return [change.memory for change in stub.Remember(request, timeout=60).changes]

        for user, contents in REMEMBERED.items():
            remember(user, *contents)
        user, content, updated = UPDATED
        [memory] = remember(user, content)
        memory.content = updated
        update = service.UpdateMemoryRequest(memory=memory)
        update.update_mask.paths.append("content")
        stub.UpdateMemory(update, timeout=60)
        user, content = FORGOTTEN
        [memory] = remember(user, content)
        forget = service.ForgetRequest(user_id=user)
        forget.ids.memory_ids.append(memory.memory_id)
        stub.Forget(forget, timeout=60)
        user, query = RECALLED
        stub.Recall(service.RecallRequest(user_id=user, query=query, limit=1), timeout=60)
        _say(channel)
        server.stop()


def _say(channel: object) -> None:
    try:
        from myosotis.v1 import conversation_service_pb2 as talk
        from myosotis.v1.conversation_service_pb2_grpc import ConversationServiceStub
        from myosotis_server.wire import conversation_service  # noqa: F401
    except ImportError:
        return  # format 1 served no conversations
    from myosotis.v1 import conversation_pb2 as pb

    stub = ConversationServiceStub(channel)
    for user, contents in SAID.items():
        for place, content in enumerate(contents):
            request = talk.AppendTurnsRequest(
                user_id=user,
                session_id="s1",
                turns=[pb.Turn(role=pb.ROLE_USER, content=content)],
                extraction=pb.EXTRACTION_MODE_OFF if place else pb.EXTRACTION_MODE_INLINE,
                time_zone="Asia/Shanghai",
            )
            stub.AppendTurns(request, timeout=60)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        fill(Path(sys.argv[1]))
    else:
        for each in COMMITS:
            make(each)
