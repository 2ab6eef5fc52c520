"""What the words around a number say that it is."""

import re
from enum import Enum

from myosotis_server.understanding.patterns import pattern_of
from myosotis_server.understanding.private_shadow import BLANK


class Label(Enum):
    """`PLAIN`: the number of an order, a version, a room, a count; nothing that is private."""

    PLAIN = "plain"
    IDENTITY = "identity"
    PASSPORT = "passport"
    IBAN = "iban"
    CARD = "card"
    PHONE = "phone"


_NUMBER_ZH = r"(?:的)?(?:号码|號碼|编号|編號|号|號|码|碼)?"
_NUMBER_EN = r"(?:\s*(?:numbers?|no\b\.?|nr\b\.?|ids?\b|codes?|\#))"
_PLAIN_ZH = (
    r"订单|訂單|单号|單號|快递|快遞|运单|運單|物流|包裹|取件码|取餐|取票|流水|发票|發票|收据"
    r"|编号|編號"
    r"|工号|学号|學號|考号|准考证|座位|票号|序列|版本|群|qq|扣扣|货号|型号|条码|条形码|中奖"
    r"|开奖|幸运|书号|批号"
    r"|会员卡?|會員卡?|积分卡|校园卡|饭卡|公交卡|交通卡|购物卡|礼品卡|充值卡|图书证|借书证|股票|基金代码"
    r"|房间|房号|车牌|航班|车次|邮编|邮政编码|郵遞區號|案号|彩票|专利|商标|备案|桌号|排队"
    r"|挂号|病历号"
    r"|时间戳|哈希|提交|内存|价格|售价|人口|播放量|阅读量|粉丝|统一社会信用代码|税号|设备号|机身号"
    r"|串号|用户id|uid|游戏id|房间号|邀请码|优惠码|兑换码|激活码|预订|预约|确认号|比分"
)
_PLAIN_EN = (
    r"\b(?:order|tracking|shipment|parcel|invoice|receipt|ticket|reference|ref|booking"
    r"|reservation|confirmation|case|docket|claim|version|build|model|part|item|product|user"
    r"|member(?:ship)?|loyalty|library card|gift card|flyer|employee|student|staff|customer"
    r"|room|flight|train|lottery|lot|batch|patent|device|group|job|request|transaction|issue|bug"
    r"|pull request|zip|post(?:al)?|player|game|store|stock|coupon|promo)"
    rf"(?:{_NUMBER_EN}|(?=\s*:))|\b(?:isbn|issn|ean|upc|invoice|bar\s?code|sku|imei|iccid|serial|doi|arxiv"
    r"|uuid|guid|commit|hash|sha|md5|timestamp|epoch|population|tracking|zip|zipcode|postcode|qq"
    rf"|version|order\s*\#)(?:{_NUMBER_EN})?"
)
_IDENTITY_ZH = (
    r"身份证|身分證|身份證|证件|證件|社保卡?|社会保障|医保卡?|驾照|驾驶证|駕照|居住证|居留证|军官证"
    r"|户口本|外国人永久居留"
)
_IDENTITY_EN = (
    r"\b(?:ssn|social security|(?:national|government|state|resident|citizen|identity|id)\s+"
    r"(?:id|identity|identification|card)(?:\s+card)?|national insurance|ni(?=\s*(?:$|number"
    r"|no\b|:))"
    r"|nino|nric|hkid|aadhaar|driver'?s?'? licen[cs]e|driving licen[cs]e|tax(?:payer)? id"
    r"|social insurance|medicare|id (?=number|no\b)|sin(?=\s+(?:number|no\b|is\b)))"
)
_PASSPORT = r"护照|護照|通行证|通行證|回乡证|台胞证|臺胞證|\bpassport"
_CARD_ZH = (
    r"(?:银行|銀行|信用|储蓄|借记|工资|金融|工行|建行|农行|中行|招行|交行|招商|工商|建设|农业)卡"
    r"|(?:工商|建设|农业|中国|招商|交通|民生|浦发|邮储|邮政储蓄|中信|光大|兴业|平安"
    r"|广发)银行|卡号|卡號|银行账[号户]|銀行帳[號戶]|收款账[号户]|银行帐[号户]|万事达"
)
_CARD_EN = (
    r"\b(?:(?:credit|debit|bank|visa|master|amex|payment|atm)\s*card|visa|mastercard"
    r"|american express|amex|discover|unionpay|maestro|jcb|card(?=\s*(?:$|number|no\b|is\b|\#"
    r"|:|'s|[0-9]))|cc(?=\s*(?:$|number|\#|:|[0-9]))"
    r"|(?:my|his|her|the|our)\s+card|(?:bank\s+)?account (?=number|no\b|is\b|\#)|acct)"
)
_PHONE_ZH = (
    r"手机|手機|电话|電話|座机|热线|传真|傳真|联系方式|聯絡方式|联系我|号码|號碼|拨打|撥打"
    r"|拨|打给|打到"
    r"|短信|来电|致电|小灵通|分机|固话"
)
_PHONE_EN = (
    r"\b(?:(?:tele|cell|mobile|home|work|office)?\s*phone|tel(?=\b|[0-9])|cell(?:ular)?|mobile"
    r"|call(?:ing|ed)?(?=\s*$|\s+(?:me|us|him|her|them|my|at|on|back|this|\+?\(?[0-9]))"
    r"|text(?:ing|ed)?(?=\s*$|\s+(?:me|us|him|her|them|at|\+?\(?[0-9]))|ring"
    r"|dial(?:led|ed)?|whatsapp"
    r"|(?:office|work|home|direct) line"
    r"|landline|answering|fax|hotline|helpline|voicemail|sms|reach (?:me|us|him|her|them)"
    r"|contact(?:ed)?"
    r"|(?:my|his|her|our|their|your|'s)\s+(?:(?:new|old|cell|work|home|other|current"
    r"|personal|private|direct|office) )?(?:number|digits)|number(?=\s+(?:is|was|to)\b"
    r"|'s|:))"
)
# Case is folded beforehand, which costs a tenth of what matching without regard to it does.
_LABEL = pattern_of(
    rf"(?P<plain>(?:{_PLAIN_ZH}){_NUMBER_ZH}|{_PLAIN_EN})"
    rf"|(?P<identity>(?:{_IDENTITY_ZH}){_NUMBER_ZH}|{_IDENTITY_EN}{_NUMBER_EN}?)"
    rf"|(?P<passport>(?:{_PASSPORT}){_NUMBER_ZH}{_NUMBER_EN}?)"
    rf"|(?P<iban>\biban{_NUMBER_EN}?)"
    rf"|(?P<card>(?:{_CARD_ZH}){_NUMBER_ZH}|{_CARD_EN}{_NUMBER_EN}?)"
    rf"|(?P<phone>(?:{_PHONE_ZH}){_NUMBER_ZH}|{_PHONE_EN}{_NUMBER_EN}?)",
    re.ASCII,  # so that a Latin word begins after a Chinese one: "我的SSN"
)
_BEFORE, _AFTER = 40, 30
_SENTENCE_END = pattern_of(r"[。！？!?\n；;]|\.\s")
_CLAUSE_END = pattern_of(r"[，。！？!?\n；;,]|\.\s")
_OTHER = pattern_of(rf"{BLANK}|[0-9]{{5}}")
_SAID_OF_IT = pattern_of(
    r"[\s\"'”’)]*(?:(?:这)?(?:就)?(?:是|才是)|为|\(|(?:is|was|that'?s|it'?s|as|for)\b)",
    re.IGNORECASE,
)


def label_of(shadow: str, start: int, end: int) -> Label | None:
    """What the number at `shadow[start:end]` is called, by the nearest words before it, else after.

    A name before it counts within its sentence, unless it belongs to another number in between; one
    after it where it is said of the number: "… is my phone", "…是我的卡号".
    """
    before = shadow[max(0, start - _BEFORE) : start].rstrip(" \t\r\n(+").lower()
    cut = 0
    for mark in _SENTENCE_END.finditer(before):
        cut = mark.end()
    found = max(_LABEL.finditer(before, cut), key=re.Match.start, default=None)
    if found is not None and _OTHER.search(before, found.end()) is None:
        return Label(found.lastgroup)
    after = shadow[end : end + _AFTER].lower()
    said = _SAID_OF_IT.match(after)
    if said is None:
        return None
    stop = _CLAUSE_END.search(after, said.end())
    named = _LABEL.search(after, said.end(), stop.start() if stop else len(after))
    return None if named is None else Label(named.lastgroup)
