"""What all questions share is taken away from them, and what a pack says of it is checked."""

import re
import shutil
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import centre
import manifest
from model.conftest import Pack
from model.texts import TEXTS
from myosotis_server.adapters.model_pack import read_pack
from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.memory.embedding import Span, TextRole
from myosotis_server.memory.errors import ModelMissing

CHINESE, ENGLISH = range(10), range(10, 20)
"""Of TEXTS."""
ALIKE = {(2, 12), (3, 13), (0, 10), (1, 11), (3, 19), (13, 19)}
"""Pairs of TEXTS that are about the same."""


def vectors(pack: Pack, role: TextRole) -> np.ndarray:
    return pack.embedder.embed(pack.embedder.tokenize(TEXTS, role))


def test_the_centre_is_a_mean_and_directions_at_right_angles(pack: Pack) -> None:
    found = read_pack(pack.pinned.built).centre
    assert found.dtype == np.float32
    assert found.shape == (len(pack.pinned.languages), pack.pinned.dimension)
    assert 0 < np.linalg.norm(found[0]) < 1  # of unit vectors that differ
    directions = found[1:]
    assert directions @ directions.T == pytest.approx(np.eye(len(directions)), abs=1e-5)
    assert np.array_equal(found, np.load(pack.pinned.folder / manifest.CENTRE))


def test_spans_are_those_of_the_pinned_manifest(pack: Pack) -> None:
    model = pack.embedder.model
    for span, pinned in (
        (model.similarity, pack.pinned.similarity),
        (model.relevance, pack.pinned.relevance),
    ):
        assert span == Span(pinned["floor"], pinned["ceiling"])
        assert -1 < span.floor < span.ceiling < 1
    # A question's vector is apart from what statements share, so its cosines are lower.
    assert model.relevance.floor < model.similarity.floor
    assert model.relevance.ceiling < model.similarity.ceiling


def test_only_questions_lose_what_all_share(pack: Pack) -> None:
    embedder = pack.embedder
    mean, *directions = read_pack(pack.pinned.built).centre.astype(np.float64)
    for role in TextRole:
        tokenized = embedder.tokenize(TEXTS, role)
        plain, found = embedder.embed_plain(tokenized), embedder.embed(tokenized)
        assert found.shape == plain.shape == (len(TEXTS), pack.pinned.dimension)
        assert found.dtype == np.float32
        assert np.linalg.norm(found, axis=1) == pytest.approx(1, abs=1e-5)
        if role is TextRole.PASSAGE:
            assert np.array_equal(found, plain)
            continue
        left = plain - mean
        for direction in directions:
            left = left - np.outer(left @ direction, direction)
            assert np.abs(found @ direction).max() < 1e-5
        left /= np.linalg.norm(left, axis=1, keepdims=True)
        assert found == pytest.approx(left, abs=1e-5)


def test_roles_may_share_a_batch(pack: Pack) -> None:
    embedder = pack.embedder
    texts = [
        embedder.tokenize([text], role)[0]
        for text, role in zip(TEXTS, [TextRole.QUERY, TextRole.PASSAGE] * 10, strict=True)
    ]
    together = embedder.embed(texts)
    for row, text in zip(together, texts, strict=True):
        assert np.array_equal(row, embedder.embed([text])[0])
    assert embedder.embed([]).shape == (0, pack.pinned.dimension)


def test_what_is_unrelated_is_equally_far_in_either_language(pack: Pack) -> None:
    if set(pack.pinned.languages) != {"zh", "en"}:
        pytest.skip("speaks one language")
    cosines = vectors(pack, TextRole.QUERY) @ vectors(pack, TextRole.PASSAGE).T
    apart = [
        pair
        for one, other in combinations(range(len(TEXTS)), 2)
        if (one, other) not in ALIKE
        for pair in ((one, other), (other, one))
    ]

    def median(asked: range, said: range) -> float:
        pairs = [pair for pair in apart if pair[0] in asked and pair[1] in said]
        return float(np.median([cosines[pair] for pair in pairs]))

    medians = [median(asked, said) for asked in (CHINESE, ENGLISH) for said in (CHINESE, ENGLISH)]
    assert max(medians) - min(medians) <= 0.06
    # The floor lies below: what is unrelated has a small part, and seldom none.
    placed = pack.embedder.model.relevance.place(np.array(medians, np.float32))
    assert 0 < placed.min() <= placed.max() < 0.35


def test_the_same_asked_is_nearer_than_anything_else(pack: Pack) -> None:
    cosines = vectors(pack, TextRole.QUERY) @ vectors(pack, TextRole.PASSAGE).T
    rows = range(len(TEXTS)) if "zh" in pack.pinned.languages else ENGLISH
    assert [int(cosines[row].argmax()) for row in rows] == list(rows)
    placed = pack.embedder.model.relevance.place(np.diag(cosines)[list(rows)])
    assert placed.min() > 0.9


def test_the_centre_of_languages_does_not_depend_on_how_much_there_is_of_each() -> None:
    random = np.random.default_rng(7)
    shift = np.zeros(16)
    shift[3] = 2.0
    chinese, english = random.normal(size=(400, 16)) + shift, random.normal(size=(40, 16)) - shift
    found = centre.centre({"zh": chinese, "en": english})
    assert found.shape == (2, 16)
    assert found[0] == pytest.approx((chinese.mean(axis=0) + english.mean(axis=0)) / 2, abs=1e-6)
    assert np.linalg.norm(found[1]) == pytest.approx(1, abs=1e-6)
    left = [(each - found[0]) @ found[1] for each in (chinese.mean(axis=0), english.mean(axis=0))]
    assert abs(left[0]) == pytest.approx(abs(left[1]), abs=1e-5)
    assert centre.centre({"en": english}).shape == (1, 16)


class TestWithoutACentre:
    @pytest.fixture
    def copy(self, tmp_path: Path) -> Path:
        return Path(shutil.copytree(manifest.BUILD / "all-minilm-l6-v2", tmp_path / "pack"))

    def refused(self, folder: Path, why: str) -> None:
        """By the server's way in as well."""
        for opened in (read_pack, OnnxEmbedder):
            with pytest.raises(ModelMissing, match=rf"{why}.*; run `make models`"):
                opened(folder)

    def replace(self, folder: Path, array: np.ndarray, *, listed: bool = True) -> None:
        """Puts `array` in place of the centre, and into the manifest if it is to be `listed`."""
        path = folder / "centre.npy"
        old = f'sha256 = "{manifest.sha256(path)}"\nbytes = {path.stat().st_size}'
        np.save(path, array)
        if listed:
            text = (folder / "manifest.toml").read_text("utf-8")
            new = f'sha256 = "{manifest.sha256(path)}"\nbytes = {path.stat().st_size}'
            assert old in text
            (folder / "manifest.toml").write_text(text.replace(old, new), "utf-8")

    def test_an_absent_one(self, copy: Path) -> None:
        (copy / "centre.npy").unlink()
        self.refused(copy, "centre.npy is not there")

    def test_a_cut_one(self, copy: Path) -> None:
        whole = (copy / "centre.npy").read_bytes()
        (copy / "centre.npy").write_bytes(whole[:-4])
        self.refused(copy, f"centre.npy is not {len(whole)} bytes long")

    def test_an_altered_one(self, copy: Path) -> None:
        self.replace(copy, np.full((1, 384), 0.01, np.float32), listed=False)
        read_pack(copy)
        with pytest.raises(ModelMissing, match=r"centre.npy has been altered"):
            OnnxEmbedder(copy)

    @pytest.mark.parametrize("shape", [(384,), (384, 1), (1, 383), (1, 1, 384), ()])
    def test_one_of_another_shape(self, copy: Path, shape: tuple[int, ...]) -> None:
        self.replace(copy, np.zeros(shape, np.float32))
        self.refused(copy, re.escape("centre.npy is not [directions, 384]"))

    def test_one_that_holds_objects(self, copy: Path) -> None:
        self.replace(copy, np.array([[{"a": 1}]], object))
        self.refused(copy, "its files cannot be read")

    def test_one_that_is_no_array(self, copy: Path) -> None:
        size = (copy / "centre.npy").stat().st_size
        (copy / "centre.npy").write_bytes(b"x" * size)
        with pytest.raises(ModelMissing, match="its files cannot be read"):
            read_pack(copy)

    @pytest.mark.parametrize("section", ["similarity", "relevance"])
    def test_a_manifest_without_a_span(self, copy: Path, section: str) -> None:
        text = (copy / "manifest.toml").read_text("utf-8")
        (copy / "manifest.toml").write_text(text.replace(f"[{section}]", "[other]"), "utf-8")
        self.refused(copy, f"its manifest is incomplete .'{section}'.")

    def test_a_manifest_with_half_a_span(self, copy: Path) -> None:
        text = (copy / "manifest.toml").read_text("utf-8")
        head, tail = text.split("[relevance]")
        (copy / "manifest.toml").write_text(
            head + "[relevance]" + tail.replace("ceiling", "roof", 1), "utf-8"
        )
        self.refused(copy, "its manifest is incomplete .'ceiling'.")
