# SPDX-License-Identifier: Apache-2.0
"""Predicted against simulated: for every release, trust, sampling and kind of neighbours, whichever number is left out."""

import numpy as np
import pytest

from diffident.privacy.tradeoff import tradeoff
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.question import PeopleDoNotHelp
from diffident.randomness.source import Source
from privacy.tradeoff.simulated import CLOSE, errors, kept, surely_above, surely_below

ADD, REPLACE = "add_remove", "replace"
TIMES = {"curator": 100_000, "nobody": 25_000}
BY_CURATOR = {  # what is planned, and how far it may be from the truth at epsilon 0.05, or 0.5 with a delta
    "count": ({"release": "count"}, 60),
    "count, declared": ({"release": "count", "neighbours": REPLACE}, 60),
    "sum": ({"release": "sum", "bounds": (-20, 60)}, 3600),
    "sum, declared": ({"release": "sum", "bounds": (-20, 60), "neighbours": REPLACE}, 4800),
    "histogram": ({"release": "histogram", "cells": 12}, 110),
    "histogram, declared": ({"release": "histogram", "cells": 12, "neighbours": REPLACE}, 220),
    "share": ({"release": "share"}, "0.03"),
    "share, known": ({"release": "share", "share": "0.3"}, "0.03"),
    "share, declared": ({"release": "share", "neighbours": REPLACE}, "0.03"),
    "mean": ({"release": "mean", "bounds": (0, 60)}, "1.8"),
    "mean, declared": ({"release": "mean", "bounds": (0, 60), "neighbours": REPLACE}, "1.8"),
}
SAMPLED = {
    "share": ({"release": "share"}, "0.15"),
    "share, known": ({"release": "share", "share": "0.3"}, "0.15"),
    "mean": ({"release": "mean", "bounds": (0, 60)}, 9),
}
AT_HOME = {
    "share": ({"release": "share"}, "0.2"),
    "share of four": ({"release": "share", "cells": 4}, "0.3"),
    "share, known": ({"release": "share", "share": "0.3"}, "0.2"),
    "share, sampled": ({"release": "share", "sampling": "simple"}, "0.22"),
    "mean": ({"release": "mean", "bounds": (0, 60)}, "16"),
    "mean, sampled": ({"release": "mean", "bounds": (0, 60), "sampling": "simple"}, "17"),
    "count": ({"release": "count"}, 20),
    "sum": ({"release": "sum", "bounds": (0, 60)}, 1600),
    "histogram": ({"release": "histogram", "cells": 4}, 40),
}
UNKNOWNS = ("within", "confidence", "people", "epsilon")


def cases():
    for name, (asked, within) in BY_CURATOR.items():
        for epsilon, delta in (("0.05", None), ("0.2", "1e-6")):
            known = {"within": within, "epsilon": epsilon, "people": 2000, "delta": delta}
            yield pytest.param(asked, known, id=f"{name}{', delta' if delta else ''}")
    for name, (asked, within) in SAMPLED.items():
        for epsilon, delta in (("0.2", None), ("1", "1e-6")):
            known = {"within": within, "epsilon": epsilon, "people": 60, "delta": delta, "sampling": "simple"}
            yield pytest.param(asked, known, id=f"{name}, sampled{', delta' if delta else ''}")
    for name, (asked, within) in AT_HOME.items():
        yield pytest.param(
            asked, {"within": within, "epsilon": 1, "people": 100, "trust": "nobody"}, id=f"{name}, home"
        )


def planned(asked, known, unknown):
    """Return the plan with one number left out, or None where more people do not help."""
    given = {**asked, "confidence": "0.9", **known, unknown: None}
    try:
        return tradeoff(given.pop("release"), **given)
    except PeopleDoNotHelp:
        return None


def agrees(plan, drawn):
    """Return whether simulated errors are as large as predicted: neither larger nor more than three per cent smaller."""
    times, within = len(drawn), float(plan.within)
    deviation = np.sqrt(np.mean(drawn[:, 0] ** 2)) / law_of(plan.setting).sd(plan.numbers.people, plan.epsilon)
    too_rarely = surely_below(kept(drawn, within), times, float(plan.coverage))
    too_often = surely_above(kept(drawn, within * (1 - CLOSE)), times, float(plan.coverage))
    return abs(deviation - 1) < CLOSE and not too_rarely and not too_often


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize(("asked", "known"), list(cases()))
def test_errors_are_as_large_as_predicted(asked, known):
    plans = [plan for unknown in UNKNOWNS if (plan := planned(asked, known, unknown))]
    assert len(plans) >= 3
    for tape, plan in enumerate(plans):
        drawn = errors(plan, TIMES[plan.setting.trust.value], Source.replay(tape))
        assert agrees(plan, drawn), plan.found
        assert not agrees(plan, drawn * 1.1), plan.found
        assert not agrees(plan, drawn * 0.9), plan.found


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("cells_in_use", [1, 2, 3, 8])
@pytest.mark.parametrize("confidence", ["0.55", "0.95"])
def test_no_spread_of_people_over_cells_makes_a_histogram_at_home_worse(cells_in_use, confidence):
    plan = tradeoff("histogram", cells=8, confidence=confidence, people=120, epsilon=2, trust="nobody")
    drawn = errors(plan, TIMES["nobody"], Source.replay(cells_in_use), cells_in_use)
    assert not surely_below(kept(drawn, float(plan.within)), len(drawn), float(plan.coverage))
    assert surely_below(kept(drawn * 1.5, float(plan.within)), len(drawn), float(plan.coverage))


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("share", ["0.01", "0.1", "0.25", "0.5"])
@pytest.mark.parametrize("within", ["0.004", "0.02", "0.06"])
def test_no_share_makes_a_share_with_a_curator_worse(share, within):
    """Also where the noise is a person or less, so that other shares than none and all can be the worst."""
    plan = tradeoff("share", within=within, people=100, epsilon=3)
    known = tradeoff("share", within=within, people=100, epsilon=3, share=share)
    drawn = errors(known, TIMES["curator"], Source.replay(1))
    assert plan.confidence <= known.confidence
    assert not surely_below(kept(drawn, float(plan.within)), len(drawn), float(plan.coverage))
    assert surely_below(kept(drawn + 0.1, float(plan.within)), len(drawn), float(plan.coverage))
