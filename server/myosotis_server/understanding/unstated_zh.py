"""What a Chinese text says without stating it: questions, suppositions, quotations, requests."""

import re
from collections.abc import Sequence

from myosotis_server.understanding.patterns import pattern_of

_QUOTED = pattern_of(
    r"(?:(?:说|讲|问|喊|写|唱|道|回)(?:了|过"
    r"|着)?(?:一句)?[:：,，]?\s*)?[“\"「『][^”\"」』]{1,200}[”\"」』]"
)
_SPOKEN = pattern_of(r"^(?:说|讲|问|喊|写|唱|道|回)|[我你咱吗]")
_ASKS = pattern_of(
    r"(?<!没)什么(?!都|的)|谁|哪(?![吒怕])|几(?![乎个年次天百千万十])|几(?=[点岁号月])"
    r"|多少|多[大高久长重](?:$|[了呢啊])|(?<![不没学])怎么(?!也|都)(?!样都)|怎样"
    r"|如何|为何|啥|是不是|有没有|能不能|会不会|要不要|可不可以|喜不喜欢|爱不爱"
    r"|对不对|好不好|记不记得|想不想|该不该|知不知道|难道|吗[。.~～…\s]*$"
    r"|[么](?<![什怎那这多要])$|呢$(?<=[你他她]呢)|是吧$|对吧$"
)
_TAG = pattern_of(
    r"^(?:对吗|对吧|是吗|是吧|对不对|是不是|没错吧|你?(?:还|应该)?记得(?:吗|吧)"
    r"|你知道吗?|你猜(?:猜看?)?|猜猜看?|我说过吗|有吗)$"
)
_SUPPOSES = pattern_of(
    r"^(?:[我你他她]|其实|有时|有时候|经常|常常|总|就算)?(?:如果|要是|假如|假设"
    r"|假使|假若|倘若|若是|若(?=我)|万一|早知道|要不是|恨不得|巴不得|恨不能|幻想"
    r"|想象|除非|即使|哪怕|就算|差点|本来想|差一点|一旦)"
    r"|(?:的话|就好了|该多好啊?|多好啊)$"
)
_FICTION = pattern_of(
    r"^.{0,6}?(?:梦见|梦到|做梦(?![都也])|(?:小说|电影|剧|游戏|书)里(?!.*最)|故事里|歌词|台词"
    r"|假装|扮演|角色扮演|演一个|开玩笑|逗你|骗你|比如|例如|比方|好像是说"
    r"|像.{1,6}一样$|有人说|网上说|人家说|俗话说|(?<![厌烦欢恨怕了])别人说|文章说|书上说|歌里唱"
    r"|传说|据说有)"
)
_JOKE = pattern_of(r"开(?:个)?玩笑的|逗你玩|骗你的|哈哈骗你|瞎说的|胡说的|才怪")
_ORDERS = pattern_of(
    r"^(?:请|帮我|麻烦|给我|替我|你(?:能|可以|帮|去|给|来|把|说|觉得|知道|猜"
    r"|喜欢|是|叫|在|有|会)|能不能|可不可以|可以帮|写一|翻译|推荐|教我"
    r"|告诉我(?!妈)|提醒我|查一下|搜一下|讲个|说个|来[个首段一](?!杯)|唱首|祝"
    r"|愿你|让我们|我?(?:想|要)(?:问|知道|请教|了解|咨询|请你|让你|你)|我?问的是"
    r"|我问(?:你|一下)"
    r"|我?想问|想请|关于|说说|聊聊|别|不要|不许|记得(?=提醒|带|买))"
)
_OF_PEOPLE = pattern_of(
    r"^(?:其实|现在|如今|当代|身边|周围|网上|这年头|听说|据说|国内|我们这儿?|我们公司|我们班){0,3}(?:的|有)?"
    r"(?:(?:有的?|有些|有一些|很多|好多|许多|不少|大多数?|大部分|多数|绝大多数|一般|某些|所有|任何|没有?"
    r"|每个|少数|几乎所有|现代|都市|成年|老年|中国|外国|南方|北方|北京|上海|广东|四川|本地|城里|农村){1,2}(?:的)?"
    r"(?:人|年轻人|大学生|女生|男生|女孩子?|男孩子?|同学|同事|朋友|家长|孩子|老人|父母|老板|公司)们?"
    r"|年轻人|老年人|大学生|成年人|中国人|外国人|人们|人人|大家伙?(?!好|.{0,4}[叫喊管称])"
    r"|[90][05]后|隔壁|邻居家|别人家?)"
)
_MAYBE = pattern_of(
    r"^.{0,6}?(?:可能(?!性)|也许|或许|说不定|没准儿?|估计|貌似|似乎|好像(?!喜欢|说过|告诉|跟你|提过)|大概(?=是|会|有点))"
    r"|应该(?:是|有|会|在|算).*吧$"
)
QUESTION_MARKS = "?？"


def without_quotations(text: str) -> str:
    """`text` without what is quoted; a name or title in quotation marks stays."""

    def drop(match: re.Match[str]) -> str:
        return "，" if _SPOKEN.search(match[0]) else match[0]

    return _QUOTED.sub(drop, text) if re.search('[“"「『]', text) else text


def is_joke(text: str) -> bool:
    return _JOKE.search(text) is not None


def asks(part: str) -> bool:
    return _ASKS.search(part) is not None


def asks_of_all(parts: Sequence[str]) -> bool:
    """True where one of `parts` turns what stands before it into a question: 对吗, 你还记得吗.

    Before a statement, 你知道吗 only opens it.
    """
    last = len(parts) - 1
    return any(
        _TAG.match(part) is not None and (index == last or not part.startswith("你知道"))
        for index, part in enumerate(parts)
        if index
    )


def supposes(part: str) -> bool:
    """True where `part`, and what follows it in the sentence, is only imagined."""
    return _SUPPOSES.search(part) is not None


def states_nothing(part: str) -> bool:
    """True for a request, a guess, and what happens in a dream or a story.

    Who thinks that they may be allergic has told no allergy, so that guesses are not even inferred.
    """
    return (
        _ORDERS.match(part) is not None
        or _FICTION.match(part) is not None
        or _MAYBE.search(part) is not None
    )


def is_of_people(part: str) -> bool:
    """True for what is said of people in general, or of some: 很多人住在郊区."""
    return _OF_PEOPLE.match(part) is not None
