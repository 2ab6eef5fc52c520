"""How sure it is who is speaking, and what that lets be shown."""

from uuid import UUID

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.memories import memory
from myosotis_server.memory.clearance import FULL, Clearance
from myosotis_server.memory.trust import (
    MOST_DEVICES,
    Need,
    Signal,
    Signals,
    TrustRules,
    device_digest,
    with_device,
)
from myosotis_server.memory.values import Sensitivity

RULES = TrustRules()
NORMAL, PERSONAL, SENSITIVE = Sensitivity.NORMAL, Sensitivity.PERSONAL, Sensitivity.SENSITIVE
SIGNALS = st.builds(
    Signals,
    st.sampled_from(["", "phone"]),
    st.none() | st.floats(0, 1),
    st.none() | st.floats(0, 1),
    st.booleans(),
)


@pytest.mark.parametrize(
    ("signals", "known", "trust", "most"),
    [
        (Signals(), False, 0.0, NORMAL),
        (Signals("phone"), False, 0.0, NORMAL),
        (Signals("phone"), True, 0.3, PERSONAL),
        (Signals(behaviour=0.9), False, 0.2, NORMAL),
        (Signals("phone", behaviour=0.8), True, 0.5, SENSITIVE),
        (Signals(voiceprint=0.8), False, 0.5, SENSITIVE),
        (Signals(voiceprint=0.79), False, 0.0, NORMAL),
        (Signals("phone", voiceprint=0.79), True, 0.3, PERSONAL),
        (Signals("phone", 1.0, 1.0), True, 1.0, SENSITIVE),
        (Signals(is_confirmed=True), False, 1.0, SENSITIVE),
    ],
)
def test_each_signal_adds_its_weight(
    signals: Signals, known: bool, trust: float, most: Sensitivity
) -> None:
    assert RULES.trust(signals, knows_device=known) == trust
    assert RULES.most(trust) is most


@given(SIGNALS, st.booleans())
def test_trust_is_0_to_1_and_more_signals_never_lower_it(signals: Signals, known: bool) -> None:
    trust = RULES.trust(signals, knows_device=known)
    assert 0 <= trust <= 1
    sure = Signals(signals.device_id, 1.0, signals.behaviour, signals.is_confirmed)
    assert trust <= RULES.trust(sure, knows_device=known)
    assert trust <= RULES.trust(signals, knows_device=True)


def test_weights_and_needs_can_be_others() -> None:
    weights = {Signal.DEVICE: 0.1, Signal.VOICEPRINT: 0.2, Signal.BEHAVIOUR: 0.0}
    rules = TrustRules(weights, {Need.PERSONAL: 0.3, Need.SENSITIVE: 0.9}, match=0.5)
    trust = rules.trust(Signals("phone", voiceprint=0.5), knows_device=True)
    assert trust == 0.3  # 0.1 + 0.2 is not, in binary
    assert rules.most(trust) is PERSONAL


@pytest.mark.parametrize(
    ("signals", "makes_known"),
    [
        (Signals("phone"), False),
        (Signals("phone", behaviour=1.0), False),
        (Signals("phone", voiceprint=0.8), True),
        (Signals("phone", is_confirmed=True), True),
        (Signals(is_confirmed=True), False),
    ],
)
def test_a_device_is_known_once_the_user_was_sure_on_it(
    signals: Signals, makes_known: bool
) -> None:
    assert RULES.makes_known(signals) is makes_known


def test_where_nothing_is_needed_no_stranger_makes_a_device_known() -> None:
    rules = TrustRules(needs={Need.PERSONAL: 0.0, Need.SENSITIVE: 0.0})
    assert rules.most(0.0) is SENSITIVE
    assert not rules.makes_known(Signals("phone"))


def test_the_latest_devices_stay_known() -> None:
    devices: tuple[bytes, ...] = ()
    for number in range(MOST_DEVICES + 2):
        devices = with_device(devices, bytes([number]))
    assert devices == tuple(bytes([number]) for number in range(2, MOST_DEVICES + 2))
    assert with_device(devices, devices[0]) == (*devices[1:], devices[0])


def test_a_device_has_another_digest_for_each_user() -> None:
    one, other = UUID(int=1), UUID(int=2)
    assert device_digest(one, "手机") == device_digest(one, "手机")
    assert device_digest(one, "手机") != device_digest(other, "手机")
    assert device_digest(one, "手机") != device_digest(one, "平板")
    assert len(device_digest(one, "手机")) == 16


@pytest.mark.parametrize("most", [NORMAL, PERSONAL, SENSITIVE])
def test_what_is_more_sensitive_than_the_clearance_is_withheld(most: Sensitivity) -> None:
    clearance = Clearance(most)
    columns = np.array([(0,), (1,), (2,), (3,)], [("sensitivity", "u1")])
    mask = np.array([True, True, True, True])
    shown = clearance.within(mask, columns)
    assert shown.tolist() == [level <= most for level in range(4)]
    for level in (NORMAL, PERSONAL, SENSITIVE):
        assert clearance.admits(memory("x", sensitivity=level)) is (level <= most)
    assert not clearance.within(~mask, columns).any()


def test_a_full_clearance_touches_nothing() -> None:
    mask = np.array([True])
    assert FULL.is_full
    assert FULL.within(mask, np.zeros(1, [("sensitivity", "u1")])) is mask
    assert not Clearance(redacts=True).is_full
    assert not Clearance(PERSONAL).is_full
