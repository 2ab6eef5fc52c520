"""Reads `service_config.json`, the retries and time-outs that the clients of all languages share.

Retries are left to gRPC. Time-outs are set call by call instead: gRPC takes the shorter of its
service config's and the caller's, so that a caller could otherwise never ask for more time.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class ServiceConfig:
    """`channel_json` for a channel's options; `timeouts` in seconds, by "Service/Method"."""

    channel_json: str
    timeouts: dict[str, float]


@cache
def load_service_config() -> ServiceConfig:
    """Reads the file once: from the wheel, or from the repository in an editable install."""
    resource = files("myosotis") / "service_config.json"
    if not resource.is_file():
        resource = Path(__file__).resolve().parents[2] / "service_config.json"
    return parse_service_config(resource.read_text(encoding="utf-8"))


def parse_service_config(text: str) -> ServiceConfig:
    """Splits the time-outs from the rest. Raises ValueError or KeyError if malformed."""
    config: dict[str, Any] = json.loads(text)
    timeouts: dict[str, float] = {}
    for method_config in config["methodConfig"]:
        timeout = method_config.pop("timeout", None)
        for name in method_config["name"] if timeout is not None else ():
            service = name["service"].rpartition(".")[2]
            timeouts[f"{service}/{name['method']}"] = float(timeout.removesuffix("s"))
    return ServiceConfig(json.dumps(config), timeouts)
