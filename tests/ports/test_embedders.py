"""The model and its twin keep the Embedder port's promises."""

import pytest

from myosotis_server.adapters.onnx_embedder import OnnxEmbedder
from myosotis_server.adapters.ram_embedder import RamEmbedder
from ports.default_pack import default_pack
from ports.embedder_suite import EmbedderSuite, cosine


class TestOnnxEmbedder(EmbedderSuite):
    @pytest.fixture
    def embedder(self) -> OnnxEmbedder:
        return default_pack()

    def test_meaning_is_near_across_languages(self, embedder: OnnxEmbedder) -> None:
        near = cosine(embedder, "我刚搬到成都", "I have just moved to Chengdu")
        assert near > cosine(embedder, "我刚搬到成都", "My cat is called Snow")
        assert near > cosine(embedder, "我的猫叫小雪", "I have just moved to Chengdu")

    def test_its_calibration_fits(self, embedder: OnnxEmbedder) -> None:
        model = embedder.model
        middle = (model.similarity.floor + model.similarity.ceiling) / 2
        assert cosine(embedder, "我喜欢喝咖啡", "我爱喝咖啡") > middle
        assert cosine(embedder, "我喜欢喝咖啡", "the train leaves at nine") < middle


class TestRamEmbedder(EmbedderSuite):
    @pytest.fixture
    def embedder(self) -> RamEmbedder:
        return RamEmbedder()

    def test_models_of_other_names_have_other_digests(self) -> None:
        assert RamEmbedder("one").model.digest != RamEmbedder("two").model.digest

    def test_what_shares_nothing_is_near_nothing(self, embedder: RamEmbedder) -> None:
        assert abs(cosine(embedder, "我喜欢喝咖啡", "her flat is on 5th Street")) < 0.2
