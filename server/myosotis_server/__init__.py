"""The Myosotis server: long-term memory of each person that a conversational product talks to."""

import os

# ONNX Runtime's official builds report how they are used to their maker, under an id that they keep
# in the home folder, unless this is set before they are loaded. From here nothing goes out that
# nobody asked for.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
