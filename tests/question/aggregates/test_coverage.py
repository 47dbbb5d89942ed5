# SPDX-License-Identifier: Apache-2.0
"""Intervals of statistics: over many draws of the noise they hold the truth as often as they say, and not much oftener."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from diffident.errors import Refused
from diffident.exact.fixed import FixedPoint
from diffident.privacy.laws.several import tail_of_several
from diffident.question.aggregates import (
    CountDistinct,
    CountOf,
    Deviation,
    Mean,
    SampleDeviation,
    SampleVariance,
    Sum,
    Variance,
    WeightedMean,
)
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.aggregates.linear import half_width_of
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Column, Kind
from diffident.question.measurement import Pair, Present, Total, Triple
from diffident.question.weighted import WeightedPair
from question.aggregates.cells import GRID, X, integers, noisy, values, weights

SURE = Fraction(95, 100)
W = Column("w")
DRAWS = 500
TRUTHS = {
    "count": len,
    "sum": lambda x: math.fsum(np.round(x * 2**18)) / 2**18,
    "mean": lambda x: np.mean(np.round(x * 2**18)) / 2**18,
    "weighted mean": lambda x: np.average(np.round(x * 2**18), weights=weights(x)) / 2**18,
    "variance": np.var,
    "sample variance": lambda x: np.var(x, ddof=1),
    "deviation": np.std,
    "sample deviation": lambda x: np.std(x, ddof=1),
}
TAKEN = [
    (CountOf(X), Present(X)),
    (CountOf(X), Pair(X, GRID)),
    (CountOf(X), Triple(X, GRID)),
    (Sum(X), Total(X, GRID)),
    (Sum(X), Pair(X, GRID)),
    (Sum(X), Triple(X, GRID)),
    (Mean(X), Pair(X, GRID)),
    (Mean(X), Triple(X, GRID)),
    (WeightedMean(X, W), WeightedPair(X, GRID, W, FixedPoint(Fraction(0), Fraction(3), Fraction(1)))),
    *((each(X), Triple(X, GRID)) for each in (Variance, SampleVariance, Deviation, SampleDeviation)),
]


def hold(statistic, measurement, *, confidence=SURE, said=SURE, delta=None):
    """Return whether intervals hold the truth too rarely, or too often, for what was said; at 1e-9 each way."""
    given = values(500, 2, 5)
    epsilon = "0.05" if isinstance(measurement, Present) else 1  # ones are coarse: wide noise has no lumps
    seen = noisy(measurement, given, epsilon=epsilon, draws=DRAWS, tape=3, delta=delta)
    truth = TRUTHS[statistic.name](given)
    inside = sum(each.low <= truth <= each.high for each in statistic.finish(seen, confidence))
    is_often_enough = binom.cdf(inside, DRAWS, float(said)) > 1e-9
    is_rare_enough = binom.sf(inside - 1, DRAWS, float(said) + 0.02) > 1e-9
    return is_often_enough and is_rare_enough


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize(
    ("statistic", "measurement", "delta"),
    [*((*case, None) for case in TAKEN[:-3]), *((*case, "1e-6") for case in TAKEN[:-4])],
    ids=lambda one: type(one).__name__,
)
def test_intervals_hold_as_often_as_they_say(statistic, measurement, delta):
    """Intervals of 85.5 % instead of 95 % are told apart."""
    assert hold(statistic, measurement, delta=delta)
    assert not hold(statistic, measurement, confidence=SURE * Fraction(9, 10), delta=delta)


@pytest.mark.parametrize(("statistic", "measurement"), TAKEN, ids=lambda one: type(one).__name__)
def test_without_noise_the_estimate_is_the_statistic(statistic, measurement):
    given = values(50, 2, 5)
    law = noisy(measurement, given, epsilon=1, draws=1, tape=1).law
    (found,) = statistic.finish(Noisy(measurement, [integers(measurement, given)], law), SURE)
    assert found.value == pytest.approx(TRUTHS[statistic.name](given), rel=1e-5)
    assert found.low < found.value < found.high


@pytest.mark.parametrize("measurement", [Pair(X, GRID), Triple(X, GRID)], ids=["pair", "triple"])
@pytest.mark.parametrize("cell", [0, -(10**15), 10**15])
def test_where_there_seems_to_be_nobody_everything_is_possible(measurement, cell):
    law = noisy(measurement, [0.0], epsilon=1, draws=1, tape=1).law
    seen = Noisy(
        measurement, [[cell * measurement.row_reach // 10**15 * (-1) ** i for i in range(measurement.width)]], law
    )
    (mean,) = Mean(X).finish(seen, SURE)
    assert (mean.low, mean.high) == (-1, 3)
    assert -1 <= mean.value <= 3
    if measurement.width == 3:
        (variance,) = Variance(X).finish(seen, SURE)
        assert variance.low == 0
        assert variance.low <= variance.value <= variance.high <= 4


def test_a_cell_that_no_mean_fits_has_the_interval_of_a_limit():
    """Everybody is at the lower limit, and noise has taken more from the rest than it does in 95 of 100 cells."""
    pair = Pair(X, GRID)
    law = noisy(pair, [0.0], epsilon=1, draws=1, tape=1).law
    (mean,) = Mean(X).finish(Noisy(pair, [[-5 * pair.span, 105 * pair.span]], law), SURE)
    assert mean.value == mean.low == -1
    assert mean.high == pytest.approx(-1 + 4 * law.quantile(SURE) / (100 * pair.span), rel=1e-3)


def test_a_cell_that_no_spread_fits_has_the_interval_of_the_nearest():
    triple = Triple(X, GRID)
    law = noisy(triple, [0.0], epsilon=1, draws=1, tape=1).law
    far = triple.row_reach
    (variance,) = Variance(X).finish(Noisy(triple, [[40 * far, 120 * far, 40 * far]], law), SURE)
    assert variance.value == variance.low == 0
    assert 0 < variance.high < 1


@pytest.mark.parametrize(("statistic", "measurement"), TAKEN, ids=lambda one: type(one).__name__)
def test_what_is_foreseen_is_what_intervals_come_to_at_worst(statistic, measurement):
    """Foreseen is the widest half for so many rows; sums and counts have that one exactly, at any mean."""
    given = np.full(1000, -1.0)
    seen = noisy(measurement, given, epsilon=1, draws=20, tape=5)
    halves = [(each.high - each.low) / 2 for each in statistic.finish(seen, SURE)]
    wide = statistic.foresee(seen.law, measurement, SURE, 1000)
    assert wide >= np.mean(halves) * 0.9
    if statistic.name in {"count", "sum"}:
        assert halves == pytest.approx([wide] * 20)
        assert statistic.foresee(seen.law, measurement, SURE, None) == wide
    else:
        assert statistic.foresee(seen.law, measurement, SURE, None) is None


def test_what_cannot_be_measured_is_refused():
    number, text = ColumnFacts(kind=Kind.NUMBER), ColumnFacts(kind=Kind.TEXT)
    for statistic, facts, code in (
        (Mean(X), number, "needs_bounds"),
        (Mean(X), text, "needs_numbers"),
        (Sum(X), None, "needs_numbers"),
        (CountDistinct(X), number, "not_to_be_distinguished"),
        (CountDistinct(X), None, "not_to_be_distinguished"),
    ):
        with pytest.raises(Refused) as refused:
            statistic.measurement(facts)
        assert refused.value.code == code


def test_sums_are_of_nothing_but_steps():
    law = noisy(Present(X), [0.0], epsilon=1, draws=1, tape=1).law
    with pytest.raises(TypeError):
        Sum(X).finish(Noisy(Present(X), [[1]], law), SURE)


def test_half_widths_are_wide_enough_and_hardly_wider():
    law = noisy(Pair(X, GRID), [0.0], epsilon=1, draws=1, tape=1).law
    wide = half_width_of(law, (1.0, -0.5), 0.05)
    assert (
        2 * tail_of_several(law, (1.0, -0.5), wide) <= 0.05 < 2 * tail_of_several(law, (1.0, -0.5), wide * (1 - 1e-6))
    )
