"""What the trained classifiers promise beyond their port, and what the stand-ins do."""

import random
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import build
import manifest
from model.conftest import Pack
from myosotis_server.adapters.hashed_grams import grams
from myosotis_server.adapters.heads import PackHeads
from myosotis_server.adapters.ram_heads import NoHeads, RamHeads
from myosotis_server.memory.embedding import TextRole
from myosotis_server.memory.errors import ModelMissing
from myosotis_server.memory.heads import EMOTIONS, KINDS, Judgements
from myosotis_server.memory.values import Emotion, MemoryKind
from running.effort import AT_ONCE, cpu_seconds
from running.hostile import PIECES, endless

ODD = [
    "",
    " ",
    "😀",
    "\x02\x03",
    "a" * 40_000,
    "我" * 20_000,
    "\u0301",
    "1" * 40_000,
    "\n",
    "한국어",
]
SAID = [
    "我在成都的一家医院当护士",
    "I work as a nurse in a hospital",
    "你能帮我查一下天气吗？",
    "Can you check the weather for me?",
    "我每天早上都去跑步",
    "I hate getting up early",
]


def heads_of(pack: Pack) -> PackHeads:
    source = manifest.HERE / "heads" / f"{pack.pinned.name}.npz"
    with np.load(source) as file:
        if str(file["digest"]) != pack.embedder.model.digest:
            pytest.skip("the pack is another build than the one that the heads were trained for")
    folder = pack.pinned.built
    if not (folder / build.HEADS_FILE).is_file():
        build.add_heads(pack.pinned)
    return PackHeads(folder, pack.embedder.model.digest)


def vectors_of(pack: Pack, texts: list[str]) -> np.ndarray:
    return pack.embedder.embed(pack.embedder.tokenize(texts, TextRole.PASSAGE))


def test_a_judgement_is_the_same_to_the_bit_in_any_company_and_order(pack: Pack) -> None:
    heads = heads_of(pack)
    texts = [*SAID, *ODD]
    vectors = np.random.default_rng(0).normal(size=(len(texts), 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    alone = [heads.judge(vectors[n : n + 1], [text]) for n, text in enumerate(texts)]
    for seed in range(5):
        order = random.Random(seed).sample(range(len(texts)), random.Random(seed).randint(2, 16))
        together = heads.judge(vectors[order], [texts[n] for n in order])
        for place, n in enumerate(order):
            assert together.keep[place] == alone[n].keep[0]
            assert np.array_equal(together.kinds[place], alone[n].kinds[0])
            assert np.array_equal(together.emotions[place], alone[n].emotions[0])


def test_judgements_are_probabilities(pack: Pack) -> None:
    heads = heads_of(pack)
    _check(heads.judge(vectors_of(pack, [*SAID, *ODD[:4]]), [*SAID, *ODD[:4]]), len(SAID) + 4)
    _check(heads.judge(np.zeros((0, 384), np.float32), []), 0)


def _check(judged: Judgements, number: int) -> None:
    assert judged.keep.shape == (number,)
    assert judged.kinds.shape == (number, KINDS)
    assert judged.emotions.shape == (number, EMOTIONS)
    for each in (judged.keep, judged.kinds, judged.emotions):
        assert each.dtype == np.float32
        assert np.all((each >= 0) & (each <= 1))
    assert judged.kinds.sum(axis=1) == pytest.approx(np.ones(number), abs=1e-5)
    assert judged.emotions.sum(axis=1) == pytest.approx(np.ones(number), abs=1e-5)


def test_what_is_stated_is_kept_and_what_is_asked_is_not(pack: Pack) -> None:
    judged = heads_of(pack).judge(vectors_of(pack, SAID), SAID)
    # The English pack reads no Chinese, where only its hashed words tell.
    rows = range(len(SAID)) if pack.pinned.name == manifest.PACKS[0] else (1, 3, 5)
    for row in rows:
        assert (judged.keep[row] > 0.5) == (row not in (2, 3)), SAID[row]


@pytest.mark.parametrize("piece", PIECES)
def test_a_hostile_text_takes_no_longer_than_a_page(piece: str) -> None:
    assert cpu_seconds(lambda: grams([endless(piece)], 16)) < AT_ONCE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我很開心", "我很开心"),
        ("I'm HAPPY", "i’m happy"),
        ("ＡＢＣ", "abc"),
        ("我今年33岁", "我今年5岁"),
        ("so goooood!!!!", "so good!!"),
        ("a  b", "a b"),
    ],
)
def test_what_is_written_alike_has_the_same_grams(one: str, other: str) -> None:
    assert np.array_equal(grams([one], 16)[1], grams([other], 16)[1])


def test_heads_of_another_model_are_refused(pack: Pack, tmp_path: Path) -> None:
    shutil.copyfile(manifest.HERE / "heads" / f"{pack.pinned.name}.npz", tmp_path / "heads.npz")
    with pytest.raises(ModelMissing, match="another build"):
        PackHeads(tmp_path, "0" * 64)


def test_absent_and_damaged_heads_are_refused(pack: Pack, tmp_path: Path) -> None:
    digest = pack.embedder.model.digest
    with pytest.raises(ModelMissing, match="not there"):
        PackHeads(tmp_path, digest)
    whole = (manifest.HERE / "heads" / f"{pack.pinned.name}.npz").read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"PK\x03\x04" + bytes(100)):
        (tmp_path / "heads.npz").write_bytes(damaged)
        with pytest.raises(ModelMissing):
            PackHeads(tmp_path, digest)


def test_all_weights_together_are_small() -> None:
    sizes = [path.stat().st_size for path in (manifest.HERE / "heads").glob("*.npz")]
    assert len(sizes) == len(manifest.PACKS)
    assert sum(sizes) <= 2_000_000


def test_a_build_leaves_out_heads_of_another_model(
    pack: Pack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(manifest, "BUILD", tmp_path)
    built = tmp_path / pack.pinned.name
    built.mkdir()
    (built / "model.onnx").write_bytes(b"another")
    (built / build.HEADS_FILE).write_bytes(b"old")
    build.add_heads(pack.pinned)
    assert not (built / build.HEADS_FILE).exists()
    assert "train" in capsys.readouterr().err


def test_training_without_public_data_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(manifest.HERE / "heads"))
    corpora = pytest.importorskip("corpora")
    with pytest.raises(corpora.DataMissing, match=r"brighter/chn\.train\.csv"):
        corpora.check(tmp_path)
    sys.modules.pop("corpora")


def test_without_heads_all_is_even_and_calm_waters_are_neutral() -> None:
    judged = NoHeads().judge(np.zeros((3, 384), np.float32), ["a", "b", "c"])
    _check(judged, 3)
    assert np.all(judged.keep == 0.5)
    assert np.all(judged.emotions.argmax(axis=1) == Emotion.NEUTRAL - 1)


def test_the_twin_knows_what_it_was_told() -> None:
    heads = RamHeads({"a": (True, MemoryKind.HABIT, Emotion.TIRED)})
    judged = heads.judge(np.zeros((2, 384), np.float32), ["b", "a"])
    _check(judged, 2)
    assert judged.keep[1] > 0.8
    assert judged.kinds[1].argmax() == MemoryKind.HABIT - 1
    assert judged.emotions[1].argmax() == Emotion.TIRED - 1
