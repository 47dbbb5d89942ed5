# SPDX-License-Identifier: Apache-2.0
"""The Laplace mechanism: integers, or real numbers on a public grid, plus two-sided geometric noise."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.number import Epsilon, decimal, whole
from diffident.exact.rounding import round_up
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.event import Event
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.mechanisms.grid import on_grid, steps
from diffident.privacy.mechanisms.integers import integers, plus
from diffident.privacy.mechanisms.mechanism import Mechanism, not_too_wide, settle, told
from diffident.privacy.private import Private
from diffident.randomness.source import Source


class NumbersPerPersonMissing(Refused):
    """Several real numbers at once, and nobody said how many of them one person can move."""

    code = "numbers_per_person_missing"
    sentence = (
        "Rounding {numbers} numbers to a grid moves each of them by up to a step more, and one person may move several."
    )
    remedy = "Say how many of them depend on one person: Laplace(..., numbers_per_person={numbers})."


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Laplace(Mechanism):
    """Noise whose chance falls by the same factor with every step away from zero.

    `sensitivity` is how far one person moves the numbers, all changes added up (L1). Without a grid the numbers are
    integers. With a grid they may be anything finite: each goes to the nearest multiple (halves upwards), integer noise
    is added there, and exact multiples (fractions) are released; `numbers_per_person` says how many of several numbers
    one person can move. A float stands for the number it holds, and `sensitivity` bounds the differences of those.

    >>> Laplace(sensitivity=1, epsilon=0.5).error(confidence=0.95)
    6.0
    """

    sensitivity: Fraction
    epsilon: Fraction
    grid: Fraction | None
    numbers_per_person: int | None
    reach: int = field(compare=False)
    law: DiscreteLaplace = field(compare=False)

    def __init__(
        self, *, sensitivity: object, epsilon: object, grid: object = None, numbers_per_person: object = None
    ) -> None:
        spent = Epsilon.of(epsilon).value
        step = None if grid is None else decimal(grid, name="grid", above=0)
        moved = None if numbers_per_person is None else whole(numbers_per_person, name="numbers_per_person", at_least=1)
        if step is None:
            far = Fraction(whole(sensitivity, name="sensitivity", at_least=1))
        else:
            far = decimal(sensitivity, name="sensitivity", above=0)
        reach = int(far) if step is None else math.ceil(far / step) + (moved or 1) - 1
        settle(self, sensitivity=far, epsilon=spent, grid=step, numbers_per_person=moved)
        settle(self, reach=reach, law=DiscreteLaplace(not_too_wide(reach / spent)))

    @property
    def loss(self) -> Shifted:
        """What one draw can tell about a person: no more than noise of this law shifted by the whole reach.

        Guarantee:
            For neighbours whose values are at most `sensitivity` apart in sum, the released arrays are at most as far
            apart as the law and its shift by `reach`; in particular the loss is at most epsilon.
        Because:
            The integers that get noise are at most `reach` apart in sum, and shifting one number by m + k hides less
            than shifting two by m and k: laplace.proof.md, parts 1 and 2.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        return Shifted(self.law, self.reach)

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        many = self.numbers_per_person
        return told(
            "laplace", sensitivity=self.sensitivity, epsilon=self.epsilon, grid=self.grid, numbers_per_person=many
        )

    @property
    def sd(self) -> float:
        """The standard deviation of the noise in one number."""
        return self.law.sd * float(self.grid or 1)

    @property
    def mean_absolute_error(self) -> float:
        """The mean distance of the noise in one number from zero."""
        return self.law.mean_absolute * float(self.grid or 1)

    def error(self, confidence: object = 0.95, *, numbers: object = 1) -> float:
        """Return the smallest t such that so many numbers all stay within t with at least this probability.

        On a grid half a step for rounding is added, so there it is an upper bound.
        """
        sure = decimal(confidence, name="confidence", above=0, below=1)
        within = self.law.largest_of(whole(numbers, name="numbers", at_least=1), sure)
        return float(within) if self.grid is None else round_up(self.grid * (within + Fraction(1, 2)))

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return the values plus independent noise, shaped like them.

        Guarantee:
            Each number released is the integer given (or the nearest multiple of the grid) plus one draw of the law.
        Because:
            Nothing else is computed: the sums are exact, and a grid multiple is a public function of its integer.
        Checked by: tests/privacy/mechanisms/test_laplace.py::test_noise_follows_the_law_and_not_its_neighbour
        """
        exact = integers(values) if self.grid is None else steps(values, self.grid)
        if self.grid is not None and self.numbers_per_person is None and exact.size > 1:
            raise NumbersPerPersonMissing(numbers=exact.size)
        noisy = plus(exact, self.law.draw(exact.size, source).reshape(exact.shape))
        return noisy if self.grid is None else on_grid(noisy, self.grid)
