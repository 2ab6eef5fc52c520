"""Ordinary things that people say, in both languages; none of them helped to make the packs."""

TEXTS = (
    "我上周搬到了成都，房租比上海便宜一半。",
    "她对海鲜过敏，吃火锅的时候要小心。",
    "不再喝咖啡了，改喝绿茶。",
    "最近老是失眠，白天上班一点精神都没有。",
    "妈妈下个月过六十大寿，想给她买条围巾。",
    "我家猫叫豆腐，特别爱睡觉😺",
    "周末和 Tom 去 IKEA 买了张新书桌",
    "2024年5月1日入职",
    "面试又没过，有点怀疑自己了……",
    "好呀～明天见！",
    "I moved from Leeds to Lisbon last spring.",
    "My brother is allergic to peanuts and to cats.",
    "No more coffee for me, only green tea from now on.",
    "I've been sleeping badly ever since the new job started.",
    "The flat is on 5th Street, not on 6th Street.",
    "My dog Biscuit turned three on Sunday! 🐶",
    "We're getting married in June; I'm nervous and happy.",
    "The parcel that I ordered on Monday still has not arrived.",
    "Failed the driving test again, third time now.",
    "I work nights as a nurse, so please don't call before noon.",
)
