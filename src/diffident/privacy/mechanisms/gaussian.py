# SPDX-License-Identifier: Apache-2.0
"""The Gaussian mechanism: integers plus bell-shaped integer noise, for what one person moves in many places a little."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

from diffident.exact.number import Delta, Epsilon, Rho, decimal, whole
from diffident.privacy.accounting.calibrate import variance_by_rho, variance_of_many, variance_of_one
from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.event import Event
from diffident.privacy.laws import DiscreteGaussian
from diffident.privacy.loss import Loss, RenyiCurve
from diffident.privacy.mechanisms.integers import integers, plus
from diffident.privacy.mechanisms.mechanism import WIDEST, Mechanism, OneOfTwo, not_too_wide, settle, told
from diffident.privacy.private import Private
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Gaussian(Mechanism):
    """Noise on integers that one person moves by at most `sensitivity` in all, as the crow flies (L2).

    That distance is given itself or as its square, which need not be one: 3 counts moved by 1 each have a square of 3.
    The noise is the least for `rho`, or for `epsilon` with `delta`. `numbers_per_person` says that one person moves so
    many of the numbers at most: for one number noise and loss are exact, for several very nearly.

    >>> Gaussian(sensitivity=1, rho="0.005").error(confidence=0.95)
    20.0
    """

    sensitivity_squared: Fraction
    rho: Fraction | None
    epsilon: Fraction | None
    delta: Fraction | None
    numbers_per_person: int | None
    law: DiscreteGaussian = field(compare=False)

    def __init__(  # noqa: PLR0913 - two ways to say the distance, two to say the noise
        self,
        *,
        sensitivity: object = None,
        sensitivity_squared: object = None,
        rho: object = None,
        epsilon: object = None,
        delta: object = None,
        numbers_per_person: object = None,
    ) -> None:
        square = _square(sensitivity, sensitivity_squared)
        moved = None if numbers_per_person is None else whole(numbers_per_person, name="numbers_per_person", at_least=1)
        settle(self, sensitivity_squared=square, numbers_per_person=moved)
        if (rho is None) == (epsilon is None) or (epsilon is None) != (delta is None):
            raise OneOfTwo(mechanism="Gaussian", one="rho", other="epsilon with delta")
        if rho is not None:
            settle(self, rho=Rho.of(rho).value, epsilon=None, delta=None)
        else:
            settle(self, rho=None, epsilon=Epsilon.of(epsilon).value, delta=Delta.of(delta).required().value)
        settle(self, law=DiscreteGaussian(self._variance()))

    @property
    def loss(self) -> Loss:
        """What one draw can tell about a person.

        Guarantee:
            For neighbours whose integers are at most `sensitivity` apart the released arrays are as close as it says.
        Because:
            If one number moves, it moves by at most the whole part of `sensitivity`, and the loss is that of the law
            shifted. If several do, they are no more than the square has whole units: `GaussianLimit.of_discrete`; and
            the Renyi divergence at order a, which adds up over numbers, is at most a * square / (2 variance) (Canonne,
            Kamath and Steinke 2020, Theorem 14).
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        if self._moves_one:
            return Shifted(self.law, math.isqrt(math.floor(self.sensitivity_squared)))
        curve = RenyiCurve(self.sensitivity_squared / (2 * self.law.variance))
        limit = GaussianLimit.of_discrete(self.law.variance, self.sensitivity_squared, self._moved)
        return SeveralNumbers(limit.square, limit.slack, curve=curve)

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        asked = {"rho": self.rho, "epsilon": self.epsilon, "delta": self.delta}
        distance = {"sensitivity_squared": self.sensitivity_squared, "numbers_per_person": self.numbers_per_person}
        return told("gaussian", **distance, **asked, variance=self.law.variance)

    @property
    def sd(self) -> float:
        """The standard deviation of the noise in one number."""
        return self.law.sd

    @property
    def mean_absolute_error(self) -> float:
        """The mean distance of the noise in one number from zero."""
        return self.law.mean_absolute

    def error(self, confidence: object = 0.95, *, numbers: object = 1) -> float:
        """Return the smallest t such that so many numbers all stay within t with at least this probability."""
        sure = decimal(confidence, name="confidence", above=0, below=1)
        return float(self.law.largest_of(whole(numbers, name="numbers", at_least=1), sure))

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return the integers plus independent noise, shaped like them.

        Guarantee:
            Each number released is the integer given plus one draw of the law.
        Because:
            Nothing else is computed, and sums of integers are exact.
        Checked by: tests/privacy/mechanisms/test_gaussian.py::test_noise_follows_the_law_and_not_its_neighbour
        """
        exact = integers(values)
        return plus(exact, self.law.draw(exact.size, source).reshape(exact.shape))

    @property
    def _moves_one(self) -> bool:
        return self.numbers_per_person == 1 or self.sensitivity_squared < 2

    @property
    def _moved(self) -> int:
        """How many numbers one person can move: a whole number that is moved adds at least 1 to the square."""
        most = math.floor(self.sensitivity_squared)
        return most if self.numbers_per_person is None else min(most, self.numbers_per_person)

    def _variance(self) -> Fraction:
        """Return the least noise for what was asked."""
        if self.rho is not None:
            variance = variance_by_rho(self.sensitivity_squared, self.rho)
        elif self._moves_one:
            variance = variance_of_one(math.isqrt(math.floor(self.sensitivity_squared)), self.epsilon, self.delta)
        else:
            variance = variance_of_many(self.sensitivity_squared, self.epsilon, self.delta)
        not_too_wide(Fraction(math.isqrt(math.ceil(variance))))
        return variance


@dataclass(frozen=True, slots=True)
class SeveralNumbers(GaussianLimit):
    """The continuous limit, whose Renyi divergence is also known from the discrete noise itself."""

    curve: RenyiCurve = field(kw_only=True)

    def renyi(self, order: Fraction) -> Fraction:
        """Return the Renyi divergence at this order, by the better of the two bounds.

        Guarantee:
            The divergence at this order is at most that.
        Because:
            Both bounds hold.
        Checked by: tests/privacy/mechanisms/test_gaussian.py::test_several_numbers_cost_no_more_than_rho
        """
        return min(GaussianLimit.renyi(self, order), order * self.curve.rho)

    def of_group(self, people: int) -> RenyiCurve:
        """Return what is known about this many people: together they move the numbers so many times as far.

        Guarantee:
            Outputs on tables that differ in `people` people have at most these Renyi divergences.
        Because:
            They are a * square / (2 variance), and the square of a sum of `people` moves is at most people^2 times one.
        Checked by: tests/privacy/mechanisms/test_gaussian.py::test_a_group_moves_several_numbers_as_many_times_as_far
        """
        return RenyiCurve(people**2 * self.curve.rho)


def _square(distance: object, square: object) -> Fraction:
    """Return the squared sensitivity, given in one of the two ways."""
    if (distance is None) == (square is None):
        raise OneOfTwo(mechanism="Gaussian", one="sensitivity", other="sensitivity_squared")
    if distance is None:
        return decimal(square, name="sensitivity_squared", at_least=1, at_most=WIDEST**2)
    return decimal(distance, name="sensitivity", at_least=1, at_most=WIDEST) ** 2
