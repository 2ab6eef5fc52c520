"""Words that name no topic, whatever they are said of, in Chinese and English."""

from myosotis_server.understanding.patterns_en import words

EVERYWHERE_ZH = words(
    """
    我会 会试 非常感谢 感到 考虑 是否 认识 了解 学会 有趣 优美 美丽 主意 帮助 分享 交流 缓解
    思考 那首歌
    合适 适合 品尝 特色 五花八门 拿手 震撼 观看 压力 愉悦
    觉得 感觉 认为 以为 知道 发现 希望 想要 打算 准备 决定 开始 继续 结束 完成 进行 需要 可以
    可能 应该 能够 喜欢 讨厌 害怕 担心 想着 看到 看见 听到 听说 说话 聊天 告诉 记得 记住 忘记
    忘了 提醒 帮忙 推荐 介绍 建议 解释 回答 问题 事情 东西 地方 时候 样子 情况 办法 原因 结果
    感受 心情 情绪 意思 方面 部分 大家 别人 人家 自己 我们 你们 他们 她们 朋友 有人 某人 什么
    怎么 怎样 这样 那样 这么 那么 如果 因为 所以 但是 不过 而且 或者 还是 就是 不是 没有 有点
    一点 一些 一下 一个 一次 特别 非常 真的 其实 好像 大概 终于 突然 居然 已经 还要 还有 只有
    只是 只能 总是 经常 有时 常常 每次 一起 一样 一直 今天 开心 难过 伤心 高兴 快乐 生气 紧张
    焦虑 累死 好累 疲惫 郁闷 烦躁 烦死 无聊 激动 兴奋 满意 失望 哈哈 哈哈哈 嘻嘻 呵呵 谢谢
    不客气 你好 您好 早安 晚安 再见 好的 可惜 幸好 有意思 没意思 不错 厉害 出来 进去 起来 下来
    上去 回来 回去 过来 过去 出去 上来 下去 变成 成为 属于 有没有 是不是 能不能 要不要 会不会
    怎么办 怎么样 为什么 多少 几个 哪里 哪个 随便 随时 马上 赶紧 立刻 后来 然后 接着 最后 最好
    最近 差不多 完全 全部 所有 很多 好多 许多 不少 几次 第一 第一次 第二 一般 普通 简单 容易
    复杂 重要 主要 基本 实在 确实 的确 当然 也许 或许 估计 看来 看着 想想 看看 试试 说说 聊聊
    走走 做好 弄好 搞定 收到 拿到 得到 变得 显得 搞得 弄得 觉着 不知 不知道 不想 不要 不会 不能
    不敢 不行 不用 想起 想到 状态 机会 能力 过程 经历 生活 东东 玩意 整个 其他 另外 别的 里面
    外面 上面 下面 旁边 附近 这里 那里 这边 那边 地点 人们 孩子们 名字 消息 内容 计划 安排 想法
    目标 方法 方式 选择 努力 坚持 适应 习惯 放弃 尝试 体验 享受 注意 关注 参加 来说 来讲 来看
    总算 到底 究竟 难道 一定 肯定 必须 不得不 有些 所有人 任何人 每个人 有些人 一个人 老样子
    使用 出现 发生 存在 产生 得了 受不了 睡着 不着 没法 没空 有空 成功 失败 提高 增加 减少 顺利
    有用
    """
)
"""Said of everything, and moods, which are told apart from topics."""
EVERYWHERE_EN = words(
    """
    meet met friend friends beautiful recommendation recommendations method methods change
    consider
    sound current currently experience variety recent difficulty enjoyable joyful relaxing
    stunning
    interesting interested conversation
    a an the this that these those some any no every each all both few many much more most other
    another such same own i me my mine myself you your yours yourself he him his himself she her
    hers herself it its itself we us our ours ourselves they them their theirs themselves one
    ones someone somebody something anyone anybody anything everyone everybody everything nobody
    nothing none who whom whose which what when where why how there here then now and or but nor
    so yet if unless because since while although though until till as than of in on at by for
    with about against between into through during before after above below to from up down out
    off over under again further once away back around along across behind beside besides near
    without within upon toward towards is am are was were be been being have has had having do
    does did doing done will would shall should can could may might must ought dont doesnt didnt
    isnt arent wasnt werent wont wouldnt cant couldnt im ive id ill youre theyre thats whats
    lets not never ever always often sometimes usually rarely seldom already still just only
    even also too very really quite pretty rather almost nearly enough maybe perhaps probably
    possibly actually basically literally honestly seriously definitely certainly finally
    suddenly recently lately currently soon later early late ago today tonight tomorrow
    yesterday morning afternoon evening night noon midnight day days week weeks weekend weekends
    month months year years hour hours minute minutes second seconds time times monday tuesday
    wednesday thursday friday saturday sunday january february march april june july august
    september october november december spring summer autumn fall winter mon tue wed thu fri sat
    sun pm first last next previous past future moment whole half lot lots bit bunch couple kind
    sort type thing things stuff way ways case point part place side end start two three four
    five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy
    eighty ninety hundred thousand million dozen twice good better best bad worse worst great
    nice fine okay ok cool awesome amazing awful terrible horrible lovely perfect wonderful
    fantastic big bigger biggest small little large huge tiny long short high low new old young
    able sure right wrong true real different hard easy difficult simple possible important main
    favourite favorite happy sad angry anxious nervous worried scared afraid tired exhausted
    excited upset stressed stress calm bored lonely proud glad sorry annoyed frustrated
    overwhelmed relieved surprised depressed miserable get gets got getting gotten go goes went
    gone going come comes came coming make makes made making take takes took taken taking give
    gives gave given giving put puts putting keep keeps kept keeping let say says said saying
    tell tells told telling ask asks asked asking talk talks talked talking speak think thinks
    thought thinking know knows knew known knowing feel feels felt feeling feelings want wants
    wanted wanting wanna need needs needed needing like likes liked love loves loved hate hates
    hated hope hopes hoped wish wishes wished guess mean means meant seem seems seemed look
    looks looked looking see sees saw seen seeing watch watched hear heard hearing find finds
    found finding try tries tried trying use uses used using work works worked help helps helped
    helping happen happens happened begin began begun started starting stop stopped stopping
    ended turn turned turning stay stayed staying leave leaves left leaving bring brought set
    sit stand run show showed shown call called become became remember remembers forget forgot
    forgotten remind plan plans planned planning decide decided spend spent wait waiting waited
    gonna gotta kinda sorta yes yeah yep nope nah please thanks thank hi hello hey bye oh wow
    haha lol hmm um uh well anyway etc people person guy guys man woman life world home
    everywhere front idea reason problem question answer advice recommend
    explain explained situation suggestion tip tips
    sense fact matter chance mood mind hand head name number unable else instead together alone
    apart per via don won ain didn doesn isn aren wasn couldn wouldn shouldn hasn haven hadn
    whatever whenever wherever however available ready full empty free busy up-to-date bought
    buy buys buying paid pay eat ate eaten drink drank walk walked lose lost win sleep slept
    asleep awake sign signed ordered order finish finished agree agreed learn learned learnt
    rewrite rewrote passed pass reach reached supposed absolutely totally completely especially
    exactly straight barely hardly somehow somewhere anywhere nowhere whether either neither
    kilo kilogram kg km mile pound dollar euro degree percent metre meter due despite except
    including regarding mostly mainly less least several various certain
    """
)
"""Grammar, times, numbers, moods, and what is said of everything."""
DOING_EN = words(
    """
    afford allow appear arrive believe break build carry catch change check choose clean climb
    close collect consider cost count cover create cry cut deal die draw dream drive drop enjoy
    expect explain fail fight fill fix fly follow grow handle hang hit hold hurt improve include
    invite join jump kill laugh lead lie listen live lift manage mention miss move notice open
    pick play prepare pull push quit read receive recover refuse relax rest return ride rise
    save search sell send serve share sing skip smell smile solve sound struggle suggest switch
    teach test throw touch train travel treat understand visit wake wear wonder worry write
    moved moving threw broke chose drove fell flew grew held led lay ran rode sang sent sold
    taught wore wrote written broken chosen fallen driven cheap sick expensive hot cold warm
    dark bright quiet loud quick slow fast strong weak deep wide heavy light dirty dry wet thick
    thin rich poor weird funny strange crazy silly beautiful ugly delicious tasty boring
    interesting fun serious
    """
)
"""What is done, and how things are: worth less than the things."""


def is_everywhere(word: str) -> bool:
    """Whether a word, English ones in lower case, is among those that name no topic."""
    return word in (EVERYWHERE_EN if word.isascii() else EVERYWHERE_ZH)
