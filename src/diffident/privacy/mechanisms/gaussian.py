# SPDX-License-Identifier: Apache-2.0
"""The Gaussian mechanism: integers plus bell-shaped integer noise, for what one person moves in many places a little."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

from diffident.exact.number import Rho, decimal, whole
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.event import Event
from diffident.privacy.laws import DiscreteGaussian
from diffident.privacy.loss import Loss, RenyiCurve
from diffident.privacy.mechanisms.integers import integers, plus
from diffident.privacy.mechanisms.mechanism import Mechanism, OneOfTwo, not_too_wide, settle, told
from diffident.privacy.private import Private
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Gaussian(Mechanism):
    """Noise on integers that one person moves by at most `sensitivity` in all, as the crow flies (L2).

    That distance is given itself or as its square, which need not be one: 3 counts moved by 1 each have a square of 3.
    `numbers_per_person` says that one person moves so many of the numbers at most; if it is one, the loss is known
    exactly, otherwise by `rho`.

    >>> Gaussian(sensitivity=1, rho="0.005").error(confidence=0.95)
    20.0
    """

    sensitivity_squared: Fraction
    rho: Fraction
    numbers_per_person: int | None
    law: DiscreteGaussian = field(compare=False)

    def __init__(
        self,
        *,
        sensitivity: object = None,
        sensitivity_squared: object = None,
        rho: object,
        numbers_per_person: object = None,
    ) -> None:
        if (sensitivity is None) == (sensitivity_squared is None):
            raise OneOfTwo(mechanism="Gaussian", one="sensitivity", other="sensitivity_squared")
        if sensitivity is None:
            square = decimal(sensitivity_squared, name="sensitivity_squared", at_least=1)
        else:
            square = decimal(sensitivity, name="sensitivity", at_least=1) ** 2
        moved = None if numbers_per_person is None else whole(numbers_per_person, name="numbers_per_person", at_least=1)
        settle(self, sensitivity_squared=square, rho=Rho.of(rho).value, numbers_per_person=moved)
        settle(self, law=DiscreteGaussian(square / (2 * self.rho)))
        not_too_wide(Fraction(math.isqrt(math.ceil(self.law.variance))))

    @property
    def loss(self) -> Loss:
        """What one draw can tell about a person.

        Guarantee:
            For neighbours whose integers are at most `sensitivity` apart the released arrays are as close as it says.
        Because:
            If one number moves, it moves by at most the whole part of `sensitivity`, and the loss is that of the law
            shifted. Several numbers: the Renyi divergence at order a is at most a * squared distance / (2 variance)
            (Canonne, Kamath and Steinke 2020, Theorem 4 and Corollary 12), and it adds up over the numbers.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        if self.numbers_per_person == 1 or self.sensitivity_squared < 2:
            return Shifted(self.law, math.isqrt(math.floor(self.sensitivity_squared)))
        return RenyiCurve(self.rho)

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        square, many = self.sensitivity_squared, self.numbers_per_person
        return told("gaussian", sensitivity_squared=square, rho=self.rho, numbers_per_person=many)

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
