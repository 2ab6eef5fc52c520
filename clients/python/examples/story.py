"""Two weeks in the life of a user who mixes Chinese and English, then asked back.

    make demo            # or, beside a running server:
    python clients/python/examples/story.py [ADDRESS]

Every answer comes with its score and the parts that it is made of.
"""

import os
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from myosotis import Client, Emotion, Kind, NewMemory, RecalledMemory

USER = "小雨 / Rain"
NOW = datetime.now(UTC).replace(microsecond=0)

STORY: list[tuple[int, str, list[NewMemory]]] = [
    (
        14,
        "Monday. She cannot sleep.",
        [
            NewMemory(
                "周三要去字节跳动面试产品经理，紧张得睡不着",
                kind=Kind.EVENT,
                emotion=Emotion.ANXIOUS,
                event_time=NOW - timedelta(days=12),
            ),
            NewMemory("我住在上海徐汇区，租的房子快到期了", kind=Kind.FACT),
            NewMemory("我一天要喝三杯拿铁，不然没法工作", kind=Kind.PREFERENCE),
        ],
    ),
    (
        12,
        "Wednesday. The interview.",
        [
            NewMemory(
                "The interview went well, they asked a lot about data analysis",
                kind=Kind.EVENT,
                emotion=Emotion.CALM,
            ),
            NewMemory("我的猫咪咪今天早上把咖啡打翻了", kind=Kind.EVENT),
        ],
    ),
    (
        7,
        "A week later. News.",
        [
            NewMemory(
                "I got the offer! The job is in Chengdu, I start next month",
                kind=Kind.EVENT,
                emotion=Emotion.HAPPY,
            ),
            NewMemory("妈妈担心我一个人去外地，爸爸倒是很支持", kind=Kind.EMOTION),
        ],
    ),
    (
        2,
        "The move.",
        [
            NewMemory("我已经搬到成都了，住在武侯区", kind=Kind.FACT),
            NewMemory(
                "My stomach hurts, so I gave up coffee and drink jasmine tea now",
                kind=Kind.PREFERENCE,
            ),
            NewMemory("咪咪躲在新家的床底下不肯出来", kind=Kind.EVENT),
        ],
    ),
    (
        1,
        "She says it again.",
        [NewMemory("我已经搬到成都了，住在武侯区。", kind=Kind.FACT)],
    ),
]

QUESTIONS = [
    "我为了什么事情紧张得睡不着？",
    "How did the interview go?",
    "我现在住在哪里？",
    "What do I drink now that coffee is bad for me?",
    "我的猫叫什么名字？",
    "妈妈担心我什么？",
    "When does the new job start?",
]


def why(hit: RecalledMemory) -> str:
    """The parts of a score that say something, largest first."""
    parts = {
        "meaning": hit.breakdown.semantic,
        "words": hit.breakdown.lexical,
        "recent": hit.breakdown.recency,
        "important": hit.breakdown.importance,
        "often": hit.breakdown.frequency,
    }
    told = sorted(parts.items(), key=lambda part: -part[1])
    return ", ".join(f"{name} {value:.2f}" for name, value in told if value >= 0.05)


def main(address: str) -> None:
    with Client(address) as client:
        client.wait_ready()
        print(f"── {USER}: what was said " + "─" * 40)
        for days_ago, title, said in STORY:
            day = NOW - timedelta(days=days_ago)
            print(f"\n{day:%a %d %b}  {title}")
            stamped = [replace(item, observe_time=day) for item in said]
            answer = client.remember(USER, stamped, session_id=f"{day:%Y-%m-%d}")
            for change in answer.changes:
                times = change.memory.mention_count
                again = f"  (said {times} times, kept once)" if times > 1 else ""
                print(f"   {change.action.name.lower():<10} {change.memory.content}{again}")

        print("\n── asked back " + "─" * 60)
        for question in QUESTIONS:
            print(f"\n? {question}")
            for hit in client.recall(USER, question, limit=2).memories:
                print(f"   {hit.score:.2f}  {hit.memory.content}")
                print(f"         {why(hit)}")

        print("\n── and forgotten " + "─" * 57)
        query = "please forget about the interview"
        preview = client.forget(USER, query=query, dry_run=True)
        print(f"\n! {query}\n   would go:")
        for memory in preview.memories:
            print(f"   - {memory.content}")
        client.forget(USER, ids=[memory.memory_id for memory in preview.memories])
        left = client.recall(USER, "How did the interview go?", limit=1).memories
        print(f"   asked again: {left[0].memory.content if left else 'nothing'}")
        client.forget(USER, everything=True)
        print(f"   forget everything: {len(list(client.list(USER)))} memories left")


if __name__ == "__main__":
    given = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("MYOSOTIS_ADDRESS")
    main(given or "127.0.0.1:50051")
