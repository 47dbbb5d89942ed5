# SPDX-License-Identifier: Apache-2.0
"""Examples of every mechanism, small enough to know everything about: neighbours, outputs, and a twin a tenth off."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from contracts import laws
from diffident.privacy.mechanisms import (
    AboveThreshold,
    Exponential,
    Gaussian,
    GaussianThreshold,
    KeySelection,
    Laplace,
    LaplaceThreshold,
    NoisyTopK,
    PermuteAndFlip,
    RandomizedResponse,
)
from diffident.privacy.private import Private

FAR = Fraction(11, 10)  # how much less noise a twin has


@dataclass(frozen=True, slots=True)
class Example:
    """One mechanism with given parameters.

    `law` maps a mechanism of the kind and an input to the law of its output. `spent` names the parameter that less
    noise costs more of. `loose` is how much more a twin must spend before its law shows it on these neighbours.
    """

    name: str
    kind: type
    given: dict[str, Any]
    pairs: tuple[tuple[Any, Any], ...]
    law: Callable[[Any, Any], dict[Any, Any]]
    outcome: Callable[[Any], Any]
    spent: str = "epsilon"
    loose: Fraction = FAR

    @property
    def mechanism(self):
        return built(self.name)

    def twin(self, times=FAR):
        """Return the mechanism with less noise than it should have."""
        return self.kind(**{**self.given, self.spent: Fraction(str(self.given[self.spent])) * times})

    def known(self, mechanism, values):
        return law_of(self.name, mechanism, _frozen(values))

    def drawn(self, values, source):
        return self.outcome(self.mechanism.draw(Private(values), source))

    def __str__(self):
        return self.name


@lru_cache(maxsize=None)
def built(name):
    example = BY_NAME[name]
    return example.kind(**example.given)


@lru_cache(maxsize=None)
def law_of(name, mechanism, values):
    return BY_NAME[name].law(mechanism, dict(values) if BY_NAME[name].kind in OF_KEYS else values)


def _frozen(values):
    return tuple(sorted(values.items())) if isinstance(values, dict) else tuple(values) if isinstance(values, list) else values


def number(drawn):
    return drawn.item()


def row(drawn):
    return tuple(drawn.tolist())


def rows(drawn):
    return tuple((key, count) for key, count in drawn.tolist())


def moved(scores, by):
    """Return every way in which one person can move each score by at most so much, and back."""
    ways = [[score + step for score, step in zip(scores, steps, strict=True)] for steps in product(by, repeat=len(scores))]
    return tuple(pair for way in ways for pair in ((scores, way), (way, scores)) if way != scores)


def laplace(mechanism, values):
    one = laws.laplace(0, mechanism.sensitivity / mechanism.epsilon, 40)
    return {values + z: chance for z, chance in one.items()}


def laplace_vector(mechanism, values):
    one = laws.laplace(0, mechanism.sensitivity / mechanism.epsilon, 14)
    return {tuple(v + z for v, z in zip(values, noise, strict=True)): p for noise, p in laws.vectors(one, 2).items()}


def laplace_on_grid(mechanism, values):
    """One person moves two numbers by half in sum: two steps of a quarter, and one more for the rounding of the other."""
    one, grid = laws.laplace(0, 3 / mechanism.epsilon, 14), Fraction(1, 4)
    steps = [(Fraction(value) / grid + Fraction(1, 2)).__floor__() for value in values]
    noisy = laws.vectors(one, 2)
    return {tuple((s + z) * grid for s, z in zip(steps, noise, strict=True)): p for noise, p in noisy.items()}


def gaussian(mechanism, values):
    one = laws.gaussian(mechanism.sensitivity_squared / (2 * mechanism.rho), 16)
    return {values + z: chance for z, chance in one.items()}


def gaussian_vector(mechanism, values):
    one = laws.gaussian(mechanism.sensitivity_squared / (2 * mechanism.rho), 12)
    return {tuple(v + z for v, z in zip(values, noise, strict=True)): p for noise, p in laws.vectors(one, 2).items()}


def gaussian_for_delta(mechanism, values):
    return {values + z: chance for z, chance in laws.gaussian(mechanism.law.variance, 40).items()}


def response(mechanism, answer):
    stays = mechanism.stay or laws.staying(mechanism.epsilon, mechanism.options)
    return laws.response(answer, mechanism.options, stays)


def rate(mechanism, parts=1):
    return mechanism.epsilon / parts / (mechanism.sensitivity * (1 if mechanism.monotone else 2))


def exponential(mechanism, scores):
    return laws.exponential(scores, rate(mechanism))


def permute_and_flip(mechanism, scores):
    return laws.permute_and_flip(scores, rate(mechanism))


def top_two(mechanism, scores):
    return laws.peeled(scores, rate(mechanism, 2), 2, laws.permute_and_flip)


def top_two_by_rho(mechanism, scores):
    """Each of two choices may cost epsilon with epsilon^2/8 = rho/2."""
    each = Fraction(str(round(float(4 * mechanism.rho) ** 0.5, 12)))
    return laws.peeled(scores, each / (2 * mechanism.sensitivity), 2, laws.exponential)


def above_threshold(mechanism, answers):
    scales = (mechanism.threshold_law.scale, mechanism.answer_law.scale)
    return laws.above_threshold(answers, mechanism.threshold, scales, mechanism.positives, 25)


def key_selection(mechanism, people):
    each, delta = mechanism.epsilon / mechanism.keys_per_person, delta_each(mechanism)
    kept = {key: max(count - mechanism.minimum + 1, 0) for key, count in people.items()}
    return laws.subsets({key: laws.selection(count, each, delta) for key, count in kept.items()})


def delta_each(mechanism):
    """For two keys: the root of 1 - (1 - d)^2 = delta, a little rounded down."""
    if mechanism.keys_per_person == 1:
        return mechanism.delta
    root = 1 - Fraction(str(round((1 - float(mechanism.delta)) ** 0.5, 20)))
    exact = mechanism.delta / 2 + mechanism.delta**2 / 8 + mechanism.delta**3 / 16
    assert abs(root - exact) < Fraction(1, 10**15)
    return exact


def laplace_threshold(mechanism, people):
    noise = laws.laplace(0, mechanism.keys_per_person / mechanism.epsilon, 30)
    return laws.joined({k: laws.thresholded(n, mechanism.minimum, mechanism.threshold, noise) for k, n in people.items()})


def gaussian_threshold(mechanism, people):
    noise = laws.gaussian(mechanism.law.variance, 30)
    return laws.joined({k: laws.thresholded(n, mechanism.minimum, mechanism.threshold, noise) for k, n in people.items()})
