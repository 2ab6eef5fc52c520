"""Keeps vectors of different models from ever being compared."""

from myosotis_server.memory.embedding import ModelInfo
from myosotis_server.memory.errors import ReembedRequired
from myosotis_server.memory.ports import UserHead


class ModelGuard:
    """Knows the model in use."""

    def __init__(self, model: ModelInfo) -> None:
        self.digest = model.digest

    def check(self, head: UserHead) -> None:
        """ReembedRequired when the user's vectors are another model's."""
        if head.model_digest != self.digest:
            raise ReembedRequired(head.model_digest[:12])
