"""Takes what is private out of what users said, as callers give it to be kept."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from myosotis_server.memory.values import Attribute
from myosotis_server.understanding.privacy import PrivacyPolicy, PrivateClass, filtered


def cleaned(
    fields: Mapping[str, Any], policy: PrivacyPolicy
) -> tuple[dict[str, Any], tuple[PrivateClass, ...]]:
    """`fields` of a memory, masked, and the classes for which they are not to be kept at all.

    Content and the attribute's value are looked at. Tags and metadata are the caller's own, and are
    full of numbers that only look like somebody's card.
    """
    refused: set[PrivateClass] = set()

    def kept(text: str) -> str:
        found = filtered(text, policy)
        refused.update(found.rejected)
        return found.text

    clean = dict(fields)
    if "content" in fields:
        clean["content"] = kept(fields["content"])
    attribute: Attribute | None = fields.get("attribute")
    if attribute is not None:
        clean["attribute"] = replace(attribute, value=kept(attribute.value))
    return clean, tuple(sorted(refused))
