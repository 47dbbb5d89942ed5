# SPDX-License-Identifier: Apache-2.0
"""Passes over people's rows: as many noisy sums as were priced, each with the noise that it was priced with.

What looks is what was priced: a sum that could be moved further than its part says, or one too many, is an error.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from numpy.typing import NDArray

from diffident.exact.rounding import down_to
from diffident.learn.contribution import Contribution, Held, Whole, total
from diffident.privacy import accounting
from diffident.privacy.accounting.budget import UNIT
from diffident.privacy.mechanisms.gaussian import Gaussian
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.privacy.mechanisms.need import Blur
from diffident.privacy.person import Neighbours
from diffident.privacy.reach import Reach
from diffident.randomness.source import Source

Noise = Laplace | Gaussian
FAR: Final = 1 << 40  # a squared reach so wide that noise for it is as good as continuous
FINE: Final = 10**12


@dataclass(frozen=True, slots=True)
class Part:
    """One noisy sum that a model needs: what is added, and which share of the price it takes."""

    name: str
    of: Contribution | Whole
    share: Fraction

    def reach(self, rows_per_person: int) -> Reach:
        """Return how far one person moves it."""
        return Reach.of_vectors(
            Neighbours.ADD_REMOVE, l1=self.of.l1, l2_squared=self.of.l2_squared, rows_per_person=rows_per_person
        )


def noise_for(parts: Sequence[Part], rows_per_person: int, epsilon: Fraction, delta: Fraction) -> tuple[Noise, ...]:
    """Return the noise of each part, so that all of them together are private for epsilon and delta.

    Guarantee:
        Released one after the other, each chosen after seeing those before, they are (epsilon, delta)-private.
    Because:
        A single part is a measurement like any other (`Blur`). Without a delta the parts' epsilons add up to no more than epsilon. With one, each is Gaussian with a share of a rho, and
        rho is lowered until the certified accountant says that all of them compose to at most epsilon; what each sum
        is of may be chosen on the way, for its noise is that of the worst.
    Checked by: tests/learn/test_passes.py::test_the_noise_of_all_parts_keeps_what_was_asked
    """
    if len(parts) == 1:
        return (Blur(parts[0].reach(rows_per_person)).at(epsilon, delta),)
    if not delta:
        return tuple(
            Laplace(
                sensitivity=math.ceil(part.reach(rows_per_person).l1),
                epsilon=down_to(epsilon * part.share, Fraction(1, UNIT)),
            )
            for part in parts
        )
    together, shrink = _rho(epsilon, delta), Fraction(1)
    while True:
        noise = tuple(_gaussian(part, rows_per_person, together * shrink) for part in parts)
        if accounting.epsilon(noise, delta=delta) <= epsilon:
            return noise
        shrink -= Fraction(1, 4096)


def _gaussian(part: Part, rows_per_person: int, rho: Fraction) -> Gaussian:
    reach = part.reach(rows_per_person)
    share = Fraction(math.floor(rho * part.share * FINE), FINE)
    return Gaussian(sensitivity_squared=reach.l2_squared, rho=share, numbers_per_person=math.prod(part.of.shape))


@lru_cache(maxsize=256)
def _rho(epsilon: Fraction, delta: Fraction) -> Fraction:
    """Return about the rho that Gaussian noise has when it is just (epsilon, delta)-private."""
    return FAR / (2 * accounting.variance_of_many(Fraction(FAR), epsilon, delta)) * (1 - Fraction(1, 4096))


@dataclass(eq=False)
class Passes:
    """The rows, sealed, and what is left of the noise that was priced."""

    rows: Held
    parts: Sequence[Part]
    noise: Sequence[Noise]
    source: Source
    done: int = field(default=0)

    def total(self, of: Contribution | Whole) -> NDArray[Any]:
        """Return the noisy sum of what all rows add, the next one that was priced.

        Guarantee:
            The sum is moved by no more than the noise was priced for, and each part is drawn once.
        Because:
            Shape and lengths are compared with those of the part before anything is added up.
        Checked by: tests/learn/test_passes.py::test_nothing_is_released_that_was_not_priced
        """
        priced = self.parts[self.done].of
        if (of.shape, of.l1, of.l2_squared) != (priced.shape, priced.l1, priced.l2_squared):
            raise AssertionError(self.parts[self.done].name)
        self.done += 1
        return self.noise[self.done - 1].draw(total(self.rows, of), self.source)

    def sd(self, number: int | None = None) -> float:
        """Return the standard deviation of the noise in the next sum, or in one by its number."""
        return self.noise[self.done if number is None else number].sd
