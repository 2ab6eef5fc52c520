"""Remember, recall, forget, in Chinese and English.

    python clients/python/examples/quickstart.py [ADDRESS]

Needs a server at ADDRESS, else at MYOSOTIS_ADDRESS, else at 127.0.0.1:50051.
"""

import os
import sys

from myosotis import Client, Kind, MyosotisError, NewMemory


def main(address: str) -> None:
    with Client(address) as client:
        client.wait_ready()
        client.remember("小雨", ["我住在成都", "我喜欢喝拿铁，不加糖"])
        client.remember("小雨", NewMemory("My cat Mimi turns three in May", kind=Kind.FACT))
        for question in ("她喝什么咖啡？", "What is the cat called?"):
            for hit in client.recall("小雨", question, limit=1).memories:
                print(f"{question} → {hit.memory.content} ({hit.score:.2f})")
        preview = client.forget("小雨", query="忘掉我的猫", dry_run=True)
        print("要忘记 / to forget:", [memory.content for memory in preview.memories])
        client.forget("小雨", ids=[memory.memory_id for memory in preview.memories])
        print("还记得 / still known:", [memory.content for memory in client.list("小雨")])
        client.forget("小雨", everything=True)


if __name__ == "__main__":
    try:
        given = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("MYOSOTIS_ADDRESS")
        main(given or "127.0.0.1:50051")
    except MyosotisError as error:
        sys.exit(str(error))
