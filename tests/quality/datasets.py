"""The evaluation sets, in the order in which they are measured and told of."""

from functools import partial

from quality.cases import Dataset
from quality.readers import across, companion, locomo, madial, memdaily

_COMPANION = (
    "An exchange counts as recalled when any of the first k memories comes from it. Questions whose"
    " premise is false, or which nothing answers, are shown but not counted in *all*."
)
_MEMORYBANK = (
    "Source: [MemoryBank-SiliconFriend](https://github.com/zhongwanjun/MemoryBank-SiliconFriend)"
    " (MIT), every second user; the evidence was labelled for this project."
)
_MADIAL = (
    "[MADial-Bench](https://github.com/hejunqing/MADial-Bench) (NAACL 2025, MIT), half of its"
    " dialogues. Nothing is asked: a child talks to a companion, and the memories that a good"
    " companion would bring up are to come. The query is what the child said so far, a turn a line."
    " A memory is a sentence with its date, its scene as a tag and, where we have it, its emotion."
)

DATASETS = (
    Dataset(
        "locomo",
        "LoCoMo",
        locomo,
        "Very long dialogues of two friends, in English: every turn a statement of its speaker,"
        " with its session and time; questions of categories 1 to 4, with the turns that answer"
        " them. Source: [LoCoMo](https://github.com/snap-research/locomo) (CC BY-NC 4.0), 5 of its"
        " 10 dialogues; nothing is trained on it.",
        folder="locomo",
        headline=10,
    ),
    Dataset(
        "memdaily",
        "MemDaily",
        memdaily,
        "Daily messages to an assistant, in Chinese, a user for each question. Source:"
        " [MemSim](https://github.com/nuster1128/MemSim) (no licence stated), half of its"
        " trajectories; nothing is trained on it.",
        folder="memdaily",
    ),
    Dataset(
        "madial-zh",
        "MADial, Chinese",
        partial(madial, language="zh"),
        f"{_MADIAL} Each child has its own memories.",
        folder="madial",
        associative=True,
    ),
    Dataset(
        "madial-en",
        "MADial, English",
        partial(madial, language="en"),
        "The same in English, where all memories belong to one user, as in the published figures.",
        folder="madial",
        associative=True,
    ),
    Dataset(
        "companion-zh",
        "Companion, Chinese",
        partial(companion, language="zh", turns=False),
        "Ten days of chat with a companion, and questions about it; an exchange (what the user said"
        f" and the answer) is one statement, a day one session. {_COMPANION} {_MEMORYBANK}",
        folder="companion",
    ),
    Dataset(
        "companion-en",
        "Companion, English",
        partial(companion, language="en", turns=False),
        "The same chats in English.",
        folder="companion",
    ),
    Dataset(
        "companion-zh-turns",
        "Companion, Chinese, by turns",
        partial(companion, language="zh", turns=True),
        "The Chinese chats once more, with what the user said and what the companion answered as"
        " two statements, the latter with the companion as its subject. With twice as many"
        " memories, the first five cover less.",
        folder="companion",
        variant_of="companion-zh",
    ),
    Dataset(
        "companion-en-turns",
        "Companion, English, by turns",
        partial(companion, language="en", turns=True),
        "The same in English.",
        folder="companion",
        variant_of="companion-en",
    ),
    Dataset(
        "across",
        "Across languages",
        partial(across, name="across_everyday"),
        "Thirty statements of a Chinese speaker with twenty questions in English, and thirty of an"
        " English speaker with twenty questions in Chinese; one statement answers each, and says"
        " plainly what is asked. Written for this project:"
        " [across_everyday.jsonl](../tests/quality/across_everyday.jsonl).",
        depths=(1, 5, 10),
        headline=1,
    ),
    Dataset(
        "across-inference",
        "Across languages, to be inferred",
        partial(across, name="across_inference"),
        "Fifty statements each and twenty questions each, as above, but what is asked must be"
        " inferred (who chewed a slipper did something bad), and the other statements are about"
        " the same things. [across_inference.jsonl](../tests/quality/across_inference.jsonl).",
        depths=(1, 5, 10),
        headline=1,
    ),
)
