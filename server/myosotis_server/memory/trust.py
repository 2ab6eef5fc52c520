"""How sure it is that who is speaking is the user, and what may be shown to them then."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from myosotis_server.memory.values import Sensitivity


class IdentityPolicy(StrEnum):
    """Whose calls are judged by identity signals."""

    OFF = "off"
    WHEN_SIGNALLED = "when_signalled"
    REQUIRED = "required"


class Signal(StrEnum):
    DEVICE = "device"
    VOICEPRINT = "voiceprint"
    BEHAVIOUR = "behaviour"


class Need(StrEnum):
    """What takes some trust to be shown."""

    PERSONAL = "personal"
    SENSITIVE = "sensitive"


USUAL_WEIGHTS: Mapping[Signal, float] = MappingProxyType(
    {Signal.DEVICE: 0.3, Signal.VOICEPRINT: 0.5, Signal.BEHAVIOUR: 0.2}
)
USUAL_NEEDS: Mapping[Need, float] = MappingProxyType({Need.PERSONAL: 0.3, Need.SENSITIVE: 0.5})
USUAL_MATCH = 0.8
MOST_DEVICES = 16
"""A user's devices that are known at once; the one confirmed longest ago goes first."""
_DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class Signals:
    """What a caller knows of who is speaking; scores are 0 to 1, None where there is none."""

    device_id: str = ""
    voiceprint: float | None = None
    behaviour: float | None = None
    is_confirmed: bool = False


@dataclass(frozen=True, slots=True)
class TrustRules:
    """`weights` is what each signal adds, `needs` the trust that each sensitivity takes.

    A score counts from `match` on, and then with the whole weight: how a voice is scored is the
    caller's affair, and a little likeness is none.
    """

    weights: Mapping[Signal, float] = field(default_factory=lambda: USUAL_WEIGHTS)
    needs: Mapping[Need, float] = field(default_factory=lambda: USUAL_NEEDS)
    match: float = USUAL_MATCH

    def trust(self, signals: Signals, *, knows_device: bool) -> float:
        """0 (anybody) to 1 (surely the user); a device counts where it is known as theirs."""
        if signals.is_confirmed:
            return 1.0
        total = self.weights[Signal.DEVICE] if knows_device and signals.device_id else 0.0
        for signal, score in (
            (Signal.VOICEPRINT, signals.voiceprint),
            (Signal.BEHAVIOUR, signals.behaviour),
        ):
            if score is not None and score >= self.match:
                total += self.weights[signal]
        return min(round(total, 6), 1.0)  # 0.1 + 0.2 is 0.3

    def most(self, trust: float) -> Sensitivity:
        """The most sensitive memories that so much trust lets be shown."""
        if trust >= self.needs[Need.SENSITIVE]:
            return Sensitivity.SENSITIVE
        if trust >= self.needs[Need.PERSONAL]:
            return Sensitivity.PERSONAL
        return Sensitivity.NORMAL

    def makes_known(self, signals: Signals) -> bool:
        """Whether the device is the user's from now on: what else is known of them is enough to
        show them everything."""
        enough = self.needs[Need.SENSITIVE]
        return bool(signals.device_id) and (
            signals.is_confirmed or self.trust(signals, knows_device=False) >= max(enough, 1e-6)
        )


def device_digest(namespace: UUID, device_id: str) -> bytes:
    """What stands for a device: 16 bytes that tell nothing without the user's secret namespace."""
    return hmac.digest(namespace.bytes, device_id.encode(), hashlib.sha256)[:_DIGEST_BYTES]


def with_device(devices: tuple[bytes, ...], digest: bytes) -> tuple[bytes, ...]:
    """`devices`, with the one just confirmed as the last of at most MOST_DEVICES."""
    return (*(each for each in devices if each != digest), digest)[-MOST_DEVICES:]
