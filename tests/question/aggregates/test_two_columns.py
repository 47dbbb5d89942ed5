# SPDX-License-Identifier: Apache-2.0
"""Statistics of two columns: right without noise, and with it their intervals hold the truth as often as they say."""

import math
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import binom

from diffident.errors import Refused
from diffident.privacy.mechanisms import Laplace
from diffident.privacy.private import Private
from diffident.question.aggregates import Correlation, Covariance, Intercept, SampleCovariance, Slope
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Column, Kind
from diffident.question.limits import Bounds
from diffident.randomness.source import Source

X, Y = Column("x"), Column("y")
FACTS = ColumnFacts(kind=Kind.NUMBER, bounds=Bounds.of(-1, 3))
SURE = Fraction(95, 100)
DRAWS = 400
TRUTHS = {
    Covariance: lambda y, x: np.cov(y, x, ddof=0)[0, 1],
    SampleCovariance: lambda y, x: np.cov(y, x)[0, 1],
    Correlation: lambda y, x: np.corrcoef(y, x)[0, 1],
    Slope: lambda y, x: np.polyfit(x, y, 1)[0],
    Intercept: lambda y, x: np.polyfit(x, y, 1)[1],
}


def values(people=1000):
    """Return x all over its interval and y along a line, both on their grids and the same each time."""
    place = (np.arange(people) + 0.5) / people
    x = np.round((4 * place - 1) * 512) / 512
    y = np.round((0.3 * x + 1.2 * np.sin(7919 * place) + 0.5) * 512) / 512
    return np.clip(y, -1, 3), x


def integers(measurement, columns):
    """Return the true integers of one cell."""
    up = [grid.steps(columns[formula]) - grid.least for formula, grid in measurement.grids]
    (first, first_down), (second, second_down) = (
        (each.astype(object), (grid.most - grid.least - each).astype(object))
        for each, (_, grid) in zip(up, measurement.grids, strict=True)
    )
    p, q = measurement.degree, measurement.other_degree
    return [
        int((comb(p, i) * first**i * first_down ** (p - i) * comb(q, j) * second**j * second_down ** (q - j)).sum())
        for i in range(p + 1)
        for j in range(q + 1)
    ]


def seen(statistic, given, *, epsilon=1, draws=1, tape=3):
    """Return the same cell with noise, over and over."""
    measurement = statistic.measurement(FACTS, FACTS)
    mechanism = Laplace(sensitivity=measurement.row_reach, epsilon=epsilon)
    true = np.empty((draws, measurement.width), dtype=object)
    true[:] = integers(measurement, dict(zip(statistic.formulas, given, strict=True)))
    return Noisy(measurement, mechanism.draw(Private(true), Source.replay(tape)).tolist(), mechanism.law)


@pytest.mark.parametrize("kind", TRUTHS)
def test_without_noise_the_estimate_is_the_statistic_whichever_column_comes_first(kind):
    given = values()
    for names, columns in ((("x", "y"), given), (("y", "x"), given), (("a", "b"), given[::-1])):
        statistic = kind(*map(Column, names))
        noisy = seen(statistic, columns)
        true = integers(noisy.measurement, dict(zip(statistic.formulas, columns, strict=True)))
        (found,) = statistic.finish(Noisy(noisy.measurement, [true], noisy.law), SURE)
        assert found.value == pytest.approx(TRUTHS[kind](*columns), rel=1e-9)
        assert found.low < found.value < found.high


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("kind", [kind for kind in TRUTHS if kind is not SampleCovariance])
def test_intervals_hold_as_often_as_they_say(kind):
    """Intervals of 80 % instead of 95 % are told apart."""
    given = values()
    noisy, truth = seen(kind(Y, X), given, draws=DRAWS), TRUTHS[kind](*given)

    def hold(confidence):
        inside = sum(each.low <= truth <= each.high for each in kind(Y, X).finish(noisy, confidence))
        return min(binom.cdf(inside, DRAWS, float(SURE)), binom.sf(inside - 1, DRAWS, float(SURE) + 0.02)) > 1e-9

    assert hold(SURE)
    assert not hold(Fraction(80, 100))


@pytest.mark.parametrize("kind", TRUTHS)
def test_where_little_is_known_everything_is_possible(kind):
    noisy = seen(kind(Y, X), values(), tape=1)
    alike = integers(noisy.measurement, {Y: np.zeros(3), X: np.zeros(3)})
    nobody = [0] * noisy.measurement.width
    far = [-each for each in alike]
    for cell in (nobody, far):
        (found,) = kind(Y, X).finish(Noisy(noisy.measurement, [cell], noisy.law), SURE)
        assert found.low <= -1
        assert found.high >= 1
        assert found.low <= found.value <= found.high


def test_a_line_that_nobody_can_see_has_no_limits():
    noisy = seen(Slope(Y, X), (np.ones(400), np.ones(400)), draws=20)
    assert any(math.isinf(each.high) for each in Slope(Y, X).finish(noisy, SURE))


@pytest.mark.parametrize("kind", TRUTHS)
def test_what_is_foreseen_is_about_what_evenly_spread_values_get(kind):
    place = (np.arange(1000) + 0.5) / 1000
    given = 4 * place - 1, 4 * ((place * 377) % 1) - 1
    noisy = seen(kind(Y, X), given, draws=15)
    halves = [(each.high - each.low) / 2 for each in kind(Y, X).finish(noisy, SURE)]
    assert kind(Y, X).foresee(noisy.law, noisy.measurement, SURE, 1000) == pytest.approx(np.mean(halves), rel=0.1)
    assert kind(Y, X).foresee(noisy.law, noisy.measurement, SURE, None) is None


def test_both_columns_need_limits():
    with pytest.raises(Refused) as refused:
        Correlation(Y, X).measurement(FACTS, ColumnFacts(kind=Kind.NUMBER))
    assert refused.value.code == "needs_bounds"
    assert "limits for x" in str(refused.value)
