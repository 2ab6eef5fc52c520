"""What the first to speak would otherwise wait for."""

from zoneinfo import ZoneInfo

from myosotis_server.memory.values import Owner, Role, Turn
from myosotis_server.service.hearing import Hearing
from myosotis_server.service.recall import Recall, RecallQuestion

_SAID = (
    "Hi, I'm Anna, 31, and I work as a nurse in Leeds. Yesterday I took my daughter to the zoo, "
    "it was so much fun!",
    "My brother is getting married on 3 May, I can't wait. I don't drink coffee any more, it "
    "keeps me awake and I've been really stressed since I moved.",
    "Remember that I'm allergic to peanuts. Can you remind me to call 020 7946 0018 tomorrow?",
    "你好，我叫李静，今年三十一岁，在成都当护士。昨天带女儿去了动物园，特别开心！",
    "我弟弟五月三号结婚，好期待。我不再喝咖啡了，晚上睡不着，搬家以后压力很大。",
    "记住我对花生过敏。明天能提醒我打13800138000吗？",
)
_ASKED = (
    "When did I say I went to the zoo?",
    "我上次说什么时候去的动物园？",
    "lonely tonight",
    "好累",
)
_NOBODY = Owner("", "")


async def warm_up(hearing: Hearing, recall: Recall) -> None:
    """Hears what people say, and looks for what they ask, in both languages; keeps nothing."""
    turns = [Turn(str(place), Role.USER, said, 0) for place, said in enumerate(_SAID)]
    await hearing.turns("", turns, ZoneInfo("UTC"), None)
    for query in _ASKED:
        await recall(_NOBODY, RecallQuestion(query, read_only=True))
