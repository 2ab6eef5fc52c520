"""`--hypothesis-profile=thorough` looks at ten times as many examples; see `running.examples`."""

from hypothesis import settings

import myosotis_server  # noqa: F401  # before a test loads ONNX Runtime, which else reports
from running.examples import THOROUGH

settings.register_profile(THOROUGH, max_examples=10 * settings.default.max_examples, deadline=None)
