# SPDX-License-Identifier: Apache-2.0
"""The Laplace mechanism: integers exactly, reals on a public grid, and what one person can move there."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.fit import fits
from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.mechanisms import Laplace
from diffident.privacy.mechanisms.laplace import NumbersPerPersonMissing
from diffident.privacy.private import Private
from diffident.randomness.source import Source


def masses(scale, most):
    """The law by its definition, P(z) proportional to q^|z|, in floats for the statistical test."""
    q = math.exp(-1 / scale)
    return {z: (1 - q) / (1 + q) * q ** abs(z) for z in range(-most, most + 1)}


@pytest.mark.statistical(false_alarm=1e-9)
def test_noise_follows_the_law_and_not_its_neighbour():
    mechanism = Laplace(sensitivity=3, epsilon="1.5")
    noise = (mechanism.draw(Private(np.full(100_000, 7)), Source.replay(1)) - 7).tolist()
    assert fits(noise, masses(2, 60), 1e-9)
    assert not fits(noise, masses(2.2, 60), 1e-9)
    assert not fits(noise, masses(1.8, 60), 1e-9)


@pytest.mark.statistical(false_alarm=1e-9)
def test_zero_is_drawn_as_often_as_the_law_says_and_not_twice_as_often():
    """The classic slip: a sign beside a geometric number counts zero twice."""
    noise = Laplace(sensitivity=1, epsilon=1).draw(Private(np.zeros(50_000, int)), Source.replay(2)).tolist()
    right, q = masses(1, 40), math.exp(-1)
    twice = {z: (1 - q) * q ** abs(z) / (1 if z == 0 else 2) for z in right}
    assert fits(noise, right, 1e-9)
    assert not fits(noise, twice, 1e-9)


def test_the_scale_is_sensitivity_over_epsilon_and_the_loss_that_of_the_shift():
    mechanism = Laplace(sensitivity=6, epsilon="0.3")
    assert mechanism.law == DiscreteLaplace(Fraction(20))
    assert mechanism.loss.by == 6
    assert mechanism.loss.epsilon == Fraction(3, 10)


REACHES = st.tuples(
    st.fractions(Fraction(1, 50), 5).filter(lambda far: far > 0),
    st.fractions(Fraction(1, 50), 3).filter(lambda grid: grid > 0),
)


@given(REACHES, st.lists(st.tuples(st.fractions(-20, 20), st.fractions(-1, 1)), min_size=1, max_size=4))
def test_nobody_moves_the_rounded_numbers_further_than_the_reach(reach, numbers):
    """Any numbers, any change of them that adds up to the sensitivity: the steps change by at most `reach`."""
    far, grid = reach
    mechanism = Laplace(sensitivity=far, epsilon=1, grid=grid, numbers_per_person=len(numbers))
    used = sum(abs(change) for _, change in numbers) or Fraction(1)
    before = [value for value, _ in numbers]
    after = [value + change * far / used for value, change in numbers]
    moved = sum(abs(_nearest(a / grid) - _nearest(b / grid)) for a, b in zip(before, after, strict=True))
    assert moved <= mechanism.reach


def _nearest(value):
    return math.floor(value + Fraction(1, 2))


@pytest.mark.parametrize(
    ("far", "grid", "numbers"), [("1", "0.3", 1), ("1", "0.5", 1), ("0.1", "1", 3), ("1", "0.5", 3)]
)
def test_the_reach_on_a_grid_is_attained(far, grid, numbers):
    """Somebody does move the steps so far: each number but one by a hair across a border, that one by what is left."""
    mechanism = Laplace(sensitivity=far, epsilon=1, grid=grid, numbers_per_person=numbers)
    step, hair = mechanism.grid, Fraction(1, 10**6)
    rest = mechanism.sensitivity - hair * (numbers - 1)
    starts = [-hair / 2] * (numbers - 1) + [-hair / 3]
    moves = [hair] * (numbers - 1) + [rest]
    border = step / 2
    moved = sum(
        _nearest((border + a + b) / step) - _nearest((border + a) / step) for a, b in zip(starts, moves, strict=True)
    )
    assert moved == mechanism.reach


def test_several_reals_need_to_know_how_many_of_them_one_person_moves():
    mechanism = Laplace(sensitivity=1, epsilon=1, grid="0.1")
    assert (mechanism.release(0.55) / mechanism.grid).denominator == 1
    with pytest.raises(NumbersPerPersonMissing) as refused:
        mechanism.release([0.5, 0.7])
    assert refused.value.facts == {"numbers": "2"}
    assert Laplace(sensitivity=1, epsilon=1, grid="0.1", numbers_per_person=2).release([0.5, 0.7]).shape == (2,)


@given(st.fractions(-5, 5), st.fractions(Fraction(1, 100), 2).filter(lambda grid: grid > 0))
def test_reals_leave_as_exact_multiples_of_the_grid(value, grid):
    released = Laplace(sensitivity=1, epsilon=1, grid=grid).release(value)
    assert (released / grid).denominator == 1


@pytest.mark.statistical(false_alarm=1e-9)
def test_noise_on_a_grid_has_the_scale_of_the_reach_in_steps():
    mechanism = Laplace(sensitivity="0.5", epsilon=1, grid="0.25", numbers_per_person=2)
    values = np.full(50_000, 0.3)  # nearest to one step
    noise = [int(value / mechanism.grid) - 1 for value in mechanism.draw(Private(values), Source.replay(3))]
    assert mechanism.reach == 3
    assert fits(noise, masses(3, 90), 1e-9)
    assert not fits(noise, masses(2.7, 90), 1e-9)


def test_integers_beyond_64_bits_stay_exact():
    mechanism, far, top = Laplace(sensitivity=1, epsilon=1), 2**80, 2**63 - 1
    released = mechanism.release(far)
    assert (type(released), abs(released - far) < 100) == (int, True)
    same = Source.replay(5)
    noise = mechanism.draw(Private(np.zeros(200, int)), same).tolist()
    edge = mechanism.draw(Private([top] * 200), Source.replay(5)).tolist()
    assert edge == [top + step for step in noise]
    assert max(edge) > top


@pytest.mark.parametrize("confidence", ["0.5", "0.9", "0.95", "0.999"])
@pytest.mark.parametrize("numbers", [1, 10])
def test_the_error_bar_is_the_smallest_that_covers(confidence, numbers):
    mechanism, sure = Laplace(sensitivity=2, epsilon="0.7"), Fraction(confidence)
    t = int(mechanism.error(confidence, numbers=numbers))
    q = enclosure.exp(-1 / mechanism.law.scale)

    def stays(within):
        alone = 1 - 2 * enclosure.exp(-(within + 1) / mechanism.law.scale) / (1 + q)
        return (alone.low**numbers, alone.high**numbers)

    assert stays(t)[0] >= sure
    assert stays(t - 1)[1] < sure


def test_on_a_grid_the_error_bar_has_room_for_rounding():
    mechanism = Laplace(sensitivity="0.5", epsilon=1, grid="0.25")
    within = mechanism.law.quantile(Fraction(95, 100))
    assert mechanism.error() == within / 4 + 1 / 8
    assert (mechanism.sd, mechanism.mean_absolute_error) == (mechanism.law.sd / 4, mechanism.law.mean_absolute / 4)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"sensitivity": 0}, "number_out_of_range"),
        ({"sensitivity": 1.5}, "number_not_whole"),
        ({"sensitivity": 10**16}, "number_out_of_range"),
        ({"sensitivity": 10**15, "epsilon": Fraction(1, 2**30)}, "noise_too_wide"),
        ({"grid": 0}, "number_out_of_range"),
        ({"grid": "nan"}, "number_not_finite"),
        ({"grid": "1e-30"}, "noise_too_wide"),
        ({"grid": 1, "sensitivity": 0}, "number_out_of_range"),
        ({"grid": 1, "numbers_per_person": 0}, "number_out_of_range"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(change, code):
    with pytest.raises(Refused) as refused:
        Laplace(**{"sensitivity": 1, "epsilon": 1, **change})
    assert refused.value.code == code


@pytest.mark.statistical(false_alarm=1e-9)
def test_two_numbers_have_independent_noise():
    mechanism = Laplace(sensitivity=1, epsilon=1)
    pairs = mechanism.draw(Private(np.zeros((40_000, 2), int)), Source.replay(4)).tolist()
    both = {(a, b): p * q for (a, p), (b, q) in product(masses(1, 20).items(), repeat=2)}
    assert fits([(a, b) for a, b in pairs], both, 1e-9)
    often_shared = [(a, a) if place % 10 == 0 else (a, b) for place, (a, b) in enumerate(pairs)]
    assert not fits(often_shared, both, 1e-9)
