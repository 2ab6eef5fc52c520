"""Whether the threshold of topics suits the default model."""

import pytest

from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.topics import clusters, likeness_of
from myosotis_server.understanding.topic_labels import labels_of, word_likeness
from ports.default_pack import default_pack

CHINESE = """
下周一要去字节跳动面试，有点紧张
面试官问了很多算法题，我没答好
我在准备面试的自我介绍
昨天二面过了，等通知
妈妈下周做膝盖手术
陪妈妈去医院复查了
妈妈出院了，恢复得不错
豆豆今天又吐毛球了
豆豆把我的键盘踩坏了
宠物医生说豆豆有点胖，要减肥
想去冰岛看极光
地铁又晚点了
我对花生过敏
""".strip().splitlines()
ENGLISH = """
I have an interview at Google on Monday and I'm nervous
The interviewer asked me about system design
Practising my answers for the panel interview
Mum is having knee surgery next week
Took mum to the hospital for a check-up
Mum came home from hospital and is recovering well
Biscuit threw up on the rug this morning
Took Biscuit to the vet for his shots
The vet says Biscuit needs to lose weight
I'd love to see the northern lights in Iceland
The train was late again
My favourite colour is blue
""".strip().splitlines()


@pytest.mark.parametrize(
    ("texts", "language", "named"),
    [
        (CHINESE, "zh", {"面试", "妈妈", "豆豆"}),
        (ENGLISH, "en", {"interview", "mum", "Biscuit"}),
    ],
)
def test_what_people_say_falls_into_topics(
    texts: list[str], language: str, named: set[str]
) -> None:
    pack = default_pack()
    vectors = pack.embed(pack.tokenize(texts, TextRole.PASSAGE))
    likeness = likeness_of(vectors, [language] * len(texts), word_likeness(texts))
    labels = labels_of(texts, clusters(likeness), language, shared_by=2)
    first = {label.split("、")[0].split(", ")[0] for label in labels if label}
    assert first == named
