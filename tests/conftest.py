"""`--hypothesis-profile=thorough` looks at ten times as many examples; see `running.examples`."""

from hypothesis import settings

from running.examples import THOROUGH

settings.register_profile(THOROUGH, max_examples=10 * settings.default.max_examples, deadline=None)
