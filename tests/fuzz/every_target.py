"""All targets together."""

from __future__ import annotations

from contextlib import ExitStack

from fuzz import byte_targets, pattern_target, reading_targets, reconcile_target
from fuzz.targets import Target


def all_targets(open_until_the_end: ExitStack, wanted: set[str] | None = None) -> list[Target]:
    """Those of the names in `wanted`, or all. What they need lasts as long as the stack."""
    found = [
        *reading_targets.targets(),
        *byte_targets.targets(open_until_the_end),
        reconcile_target.target(),
        pattern_target.target(),
    ]
    if wanted is None or "rpc" in wanted:
        from fuzz import rpc_target  # all of the server, which the others need not

        found.append(rpc_target.target(open_until_the_end))
    return [target for target in found if wanted is None or target.name in wanted]
