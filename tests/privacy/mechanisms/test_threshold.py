# SPDX-License-Identifier: Apache-2.0
"""Laplace and Gaussian thresholds: rows of a key and its noisy number, and how rarely one person makes one appear."""

from fractions import Fraction

import pytest

from contracts import laws
from contracts.apart import excess
from contracts.fit import fits
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.loss import Approx
from diffident.privacy.mechanisms import GaussianThreshold, LaplaceThreshold
from diffident.privacy.mechanisms.keys import alone
from diffident.privacy.mechanisms.threshold import hardly_reached
from diffident.privacy.private import Private
from diffident.randomness.source import Source

KINDS = [LaplaceThreshold, GaussianThreshold]
DELTAS = [Fraction(49, 100), Fraction(1, 10**3), Fraction(1, 10**5), Fraction(1, 2**60)]
NARROW = [DiscreteLaplace(Fraction(1, 3)), DiscreteGaussian(Fraction(1, 5))]
WIDE = [DiscreteLaplace(Fraction(2)), DiscreteLaplace(Fraction(10**9)), DiscreteGaussian(Fraction(50))]


@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize("law", [*NARROW, *WIDE, DiscreteGaussian(Fraction(10**12))], ids=str)
def test_the_noise_hardly_reaches_its_threshold(law, delta):
    """And one step below it reaches more often than that."""
    step = hardly_reached(law, delta)
    assert law.enclosed(step).high <= delta < law.enclosed(step - 1).low


def noise_of(mechanism, off=Fraction(1)):
    if isinstance(mechanism, LaplaceThreshold):
        return laws.laplace(0, mechanism.law.scale * off, 30)
    return laws.gaussian(mechanism.law.variance * off, 30)


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("kind", KINDS)
def test_rows_follow_the_law_and_not_its_neighbour(kind):
    """Two keys near the threshold, whose numbers are independent, and one that is too small however large the noise."""
    mechanism, tape = kind(epsilon=4, delta="1e-5", keys_per_person=2, minimum=4), Source.replay(1)
    people = {"a": mechanism.threshold - 1, "b": mechanism.threshold, "c": 3}
    rows = [tuple(map(tuple, mechanism.draw(Private(people), tape).tolist())) for _ in range(40_000)]
    right, wrong = (
        {
            outcome: chance.low
            for outcome, chance in laws.joined(
                {
                    key: laws.thresholded(size, 4, mechanism.threshold, noise_of(mechanism, off))
                    for key, size in people.items()
                }
            ).items()
        }
        for off in (Fraction(1), Fraction(9, 10))
    )
    assert fits(rows, right, 1e-9)
    assert not fits(rows, wrong, 1e-9)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("keys_per_person", [1, 2, 7])
@pytest.mark.parametrize("minimum", [1, 5])
def test_all_keys_that_one_person_lifts_to_the_minimum_appear_as_rarely_as_delta(kind, keys_per_person, minimum):
    """The threshold as built, exactly; a step lower it would be too often."""
    mechanism = kind(epsilon=1, delta="1e-5", keys_per_person=keys_per_person, minimum=minimum)
    allowed = Fraction(1, 10**5) / (2 if kind is GaussianThreshold and keys_per_person > 1 else 1)
    appear = [
        1 - (1 - mechanism.law.enclosed(mechanism.threshold - minimum - lower).high) ** keys_per_person
        for lower in (0, 1)
    ]
    assert appear[0] <= allowed < appear[1]


def of_keys(mechanism, people):
    """Return the law of what is released of several keys, by the definition."""
    noise = noise_of(mechanism)
    return laws.joined(
        {key: laws.thresholded(size, mechanism.minimum, mechanism.threshold, noise) for key, size in people.items()}
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("at", [-1, 0, 1, 3])
def test_a_person_who_lifts_one_key_and_moves_another_is_covered(kind, at):
    """Both things at once, and also where somebody else leaves as somebody comes: keys of both count together."""
    mechanism = kind(epsilon=3, delta="1e-5", keys_per_person=2, minimum=2)
    near = mechanism.threshold + at
    worlds = [({"a": 1, "b": near}, {"a": 2, "b": near + 1}), ({"a": 1, "b": near + 1}, {"a": 2, "b": near})]
    worlds += [({"a": 1, "b": 2}, {"a": 2, "b": 1}), ({"a": 1, "b": 1}, {"a": 2, "b": 2})]
    for pair in worlds:
        p, q = (of_keys(mechanism, people) for people in pair)
        assert max(excess(p, q, mechanism.epsilon), excess(q, p, mechanism.epsilon)) <= mechanism.delta


@pytest.mark.parametrize("kind", KINDS)
def test_twice_as_many_keys_as_declared_are_not_covered(kind):
    mechanism = kind(epsilon=3, delta="1e-5", keys_per_person=1, minimum=2)
    p, q = (of_keys(mechanism, {"a": size, "b": size}) for size in (mechanism.threshold, mechanism.threshold + 1))
    assert max(excess(p, q, mechanism.epsilon), excess(q, p, mechanism.epsilon)) > mechanism.delta


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("confidence", ["0.01", "0.5", "0.95", "0.999999"])
@pytest.mark.parametrize("minimum", [1, 30])
def test_the_error_bar_is_the_smallest_group_released_so_often(kind, confidence, minimum):
    mechanism = kind(epsilon=1, delta="1e-5", keys_per_person=3, minimum=minimum)
    size = int(mechanism.error(confidence))
    assert mechanism.law.enclosed(mechanism.threshold - size).low >= Fraction(confidence)
    assert size == minimum or mechanism.law.enclosed(mechanism.threshold - size + 1).low < Fraction(confidence)


def test_an_error_bar_is_never_below_the_minimum():
    """With noise so wide, half of all groups of the minimum are released at a confidence that small."""
    mechanism = LaplaceThreshold(epsilon="0.01", delta="1e-5", minimum=7)
    assert mechanism.error("1e-6") == 7


def test_noise_and_threshold_are_those_of_the_parameters():
    laplace = LaplaceThreshold(epsilon=2, delta="1e-5", keys_per_person=6, minimum=3)
    assert laplace.law == DiscreteLaplace(Fraction(3))
    assert laplace.threshold == 3 + hardly_reached(laplace.law, alone(Fraction(1, 10**5), 6))
    assert laplace.loss == Approx(Fraction(2), Fraction(1, 10**5))
    one, many = (GaussianThreshold(epsilon=2, delta="1e-5", keys_per_person=keys) for keys in (1, 30))
    assert one.loss == many.loss == laplace.loss
    assert many.law.sigma < LaplaceThreshold(epsilon=2, delta="1e-5", keys_per_person=30).law.sd
    assert one.law.sigma > LaplaceThreshold(epsilon=2, delta="1e-5").law.sd


@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_keys_and_whole_numbers_however_large(kind):
    rows = kind(epsilon=1, delta="1e-5").release({"b": 10**30, ("a", 1): 1000, "none": 0})
    assert rows.shape == (2, 2)
    assert [key for key, _ in rows.tolist()] == ["b", ("a", 1)]
    assert [type(number) for _, number in rows.tolist()] == [int, int]
    assert kind(epsilon=1, delta="1e-5").release({}).shape == (0, 2)
