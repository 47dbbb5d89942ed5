# SPDX-License-Identifier: Apache-2.0
"""Events there and back as JSON, and in the terms of another library, which then prices what we price."""

import builtins
import json
from fractions import Fraction

import pytest

from contracts.mechanisms import EXAMPLES
from diffident.errors import Refused
from diffident.privacy.accounting import pld
from diffident.privacy.accounting.pair import Mirrored
from diffident.privacy.accounting.subsampled import Subsampled
from diffident.privacy.event import EXPORTS, Event
from diffident.privacy.loss import Approx, RenyiCurve
from diffident.privacy.mechanisms import MECHANISMS, Gaussian, Laplace, RandomizedResponse

USES = [example.mechanism for example in EXAMPLES]


def priced(event, delta, *, times=1, relation=None):
    """Return the epsilon that Google's accountant of loss distributions asks for."""
    from dp_accounting import NeighboringRelation
    from dp_accounting.dp_event import RandomizedResponseDpEvent
    from dp_accounting.pld import PLDAccountant

    usual = "REPLACE_ONE" if isinstance(event, RandomizedResponseDpEvent) else "ADD_OR_REMOVE_ONE"
    accountant = PLDAccountant(NeighboringRelation[relation or usual])
    for _ in range(times):  # a randomised response is priced once there, whatever the count
        accountant.compose(event)
    return accountant.get_epsilon(delta)


def renyi_priced(event, delta):
    from dp_accounting.rdp import RdpAccountant

    return RdpAccountant().compose(event).get_epsilon(delta)


@pytest.mark.parametrize("use", USES, ids=str)
def test_an_event_survives_json(use):
    text = json.dumps(use.event.as_json())
    assert Event.from_json(json.loads(text)) == use.event
    assert Event.from_json(json.loads(text.replace(use.event.mechanism, "sorcery"))) != use.event


STORED = {
    '{"mechanism": "laplace", "parameters": {"sensitivity": "1", "epsilon": "0.5"}, "version": 1}': Laplace(
        sensitivity=1, epsilon="0.5"
    ),
    '{"mechanism": "randomized_response", "parameters": {"options": "2", "stay": "2/3"}, "version": 1}': (
        RandomizedResponse.from_die(stay=4, sides=6)
    ),
}


@pytest.mark.parametrize(("text", "use"), STORED.items(), ids=str)
def test_what_was_stored_once_is_written_and_read_as_ever(text, use):
    """Words of version 1: where this fails, stored certificates would mean something else, and version 2 is due."""
    assert json.dumps(use.event.as_json()) == text
    assert Event.from_json(json.loads(text)) == use.event


def test_every_mechanism_is_among_them():
    assert {type(use) for use in USES} == set(MECHANISMS)


@pytest.mark.parametrize("use", [use for use in USES if use.event.mechanism in EXPORTS], ids=str)
@pytest.mark.parametrize("delta", [1e-3, 1e-6])
def test_another_library_does_not_price_an_export_below_us(use, delta):
    """Where ours is an upper bound by a tenth of a per cent they may be lower by that, and a Gaussian is continuous there."""
    from dp_accounting.dp_event import GaussianDpEvent, ZCDpEvent

    event = use.event.as_dp_event()
    if isinstance(event, ZCDpEvent):
        ours, theirs = pld.epsilon([RenyiCurve(Fraction(event.rho))], delta=delta), renyi_priced(event, delta)
    else:
        ours, theirs = pld.epsilon([use], delta=delta), priced(event, delta)
    assert float(ours) * (0.995 if isinstance(event, GaussianDpEvent) else 0.999) <= theirs <= float(ours) * 1.25 + 0.01


@pytest.mark.parametrize(
    "use", [Laplace(sensitivity=3, epsilon="0.3"), RandomizedResponse(epsilon="0.2", options=4)], ids=str
)
def test_an_export_composes_as_it_does_here(use):
    ours, theirs = float(pld.epsilon([(use, 30)], delta="1e-6")), priced(use.event.as_dp_event(), 1e-6, times=30)
    assert ours == pytest.approx(theirs, rel=2e-3)
    louder = Laplace(sensitivity=3, epsilon="0.33").event.as_dp_event()
    assert ours != pytest.approx(priced(louder, 1e-6, times=30), rel=2e-3)


def test_a_continuous_laplace_would_be_priced_below_the_truth():
    """Why the export is discrete: a hundred counts at 0.1 cost 4.775, and 4.69 if their noise were continuous."""
    from dp_accounting.dp_event import LaplaceDpEvent

    count = Laplace(sensitivity=1, epsilon="0.1")
    ours = float(pld.epsilon([(count, 100)], delta="1e-6"))
    assert priced(count.event.as_dp_event(), 1e-6, times=100) == pytest.approx(ours, rel=1e-3)
    assert priced(LaplaceDpEvent(10.0), 1e-6, times=100) < 0.99 * ours


def test_a_sampled_use_is_wrapped():
    from dp_accounting.dp_event import PoissonSampledDpEvent

    use = Gaussian(sensitivity=1, rho="0.005", numbers_per_person=1)
    assert isinstance(use.loss, Mirrored)
    ours = float(pld.epsilon([(Subsampled(use.loss, Fraction(1, 100)), 500)], delta="1e-6"))
    theirs = priced(PoissonSampledDpEvent(0.01, use.event.as_dp_event()), 1e-6, times=500)
    assert ours == pytest.approx(theirs, rel=1e-2)


def test_wide_gaussians_are_priced_alike():
    use = Gaussian(sensitivity=2, rho="0.01", numbers_per_person=1)
    assert priced(use.event.as_dp_event(), 1e-6) == pytest.approx(float(pld.epsilon([use], delta="1e-6")), rel=1e-3)


@pytest.mark.parametrize(
    ("use", "kind"),
    [
        (RandomizedResponse(options=3, epsilon=1), "RandomizedResponseDpEvent"),
        (RandomizedResponse(stay="0.75"), "RandomizedResponseDpEvent"),
        (RandomizedResponse(stay="0.1"), "DiscreteLaplaceDpEvent"),
        (Laplace(sensitivity="0.5", epsilon=1, grid="0.25"), "DiscreteLaplaceDpEvent"),
        (Gaussian(sensitivity=1, rho="0.05"), "GaussianDpEvent"),
        (Gaussian(sensitivity=1, rho=2), "ZCDpEvent"),
    ],
    ids=str,
)
def test_each_is_told_in_its_own_terms(use, kind):
    assert type(use.event.as_dp_event()).__name__ == kind


def test_an_answer_that_stays_too_rarely_tells_what_its_opposite_tells():
    told, same = RandomizedResponse(stay="0.1"), RandomizedResponse(stay="0.9")
    there = priced(told.event.as_dp_event(), 1e-6)
    assert there == pytest.approx(priced(same.event.as_dp_event(), 1e-6), rel=1e-3)


@pytest.mark.parametrize("use", [use for use in USES if isinstance(use.loss, Approx)], ids=str)
def test_what_the_other_library_has_no_event_for_is_unsupported_and_never_free(use):
    from dp_accounting import NeighboringRelation, UnsupportedEventError
    from dp_accounting.pld import PLDAccountant

    for event in (use.event.as_dp_event(), Event("sorcery").as_dp_event()):
        assert type(event).__name__ == "UnsupportedDpEvent"
        with pytest.raises(UnsupportedEventError):
            PLDAccountant(NeighboringRelation.ADD_OR_REMOVE_ONE).compose(event)


GOOD = {"mechanism": "laplace", "parameters": {"sensitivity": "1", "epsilon": "0.5"}, "version": 1}


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        "laplace",
        {},
        {**GOOD, "more": 1},
        {**GOOD, "mechanism": 3},
        {**GOOD, "parameters": ["epsilon"]},
        {**GOOD, "parameters": {"epsilon": 0.5}},
        {**GOOD, "parameters": {1: "0.5"}},
        {"mechanism": "laplace", "parameters": {}},
    ],
    ids=repr,
)
def test_another_shape_is_refused(wrong):
    assert Event.from_json(GOOD).as_json() == GOOD
    with pytest.raises(Refused, match="not_an_event"):
        Event.from_json(wrong)


@pytest.mark.parametrize("version", [0, 2, 1.0, True, "1", None, 10**400])
def test_another_version_is_refused(version):
    with pytest.raises(Refused, match="event_version_unknown"):
        Event.from_json({**GOOD, "version": version})


@pytest.mark.parametrize("text", ["", "1/0", "one", "1e999999999", "2^-999999999", "2^--1", "nan", "1/2/3", "\u0661"])
def test_a_number_that_is_none_is_refused(text):
    with pytest.raises(Refused):
        Event("laplace", {"sensitivity": "1", "epsilon": text}).as_dp_event()


@pytest.mark.parametrize("missing", ["sensitivity", "epsilon"])
def test_an_export_lacks_nothing(missing):
    known = {name: text for name, text in GOOD["parameters"].items() if name != missing}
    with pytest.raises(Refused, match=f"not_an_event.*{missing}"):
        Event("laplace", known).as_dp_event()


@pytest.mark.parametrize("value", ["0.125", "1/3", "2^-30", "7", "1E+2"])
def test_numbers_are_read_as_they_are_written(value):
    assert Event("any", {"x": value}).number("x") == {"2^-30": Fraction(1, 2**30), "1E+2": 100}.get(value) or Fraction(
        value
    )


def test_without_the_other_library_the_command_that_installs_it_is_told(monkeypatch):
    usual = builtins.__import__

    def without(name, *rest):
        if name.startswith("dp_accounting"):
            raise ImportError(name)
        return usual(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Refused, match=r'accounting_missing.*pip install "diffident\[accounting\]"'):
        Laplace(sensitivity=1, epsilon=1).event.as_dp_event()
