# SPDX-License-Identifier: Apache-2.0
"""The loss of integer noise that one person can shift: the noise's own law against itself, moved."""

from dataclasses import dataclass
from fractions import Fraction
from typing import assert_never

from diffident.exact.number import whole
from diffident.privacy.accounting.pair import Mirrored, Pair
from diffident.privacy.accounting.shifted_gaussian import ShiftedGaussian
from diffident.privacy.accounting.shifted_laplace import ShiftedLaplace
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace

FARTHEST = 2**80  # no fixed-point column is wider


@dataclass(frozen=True, slots=True)
class Shifted(Mirrored):
    """Noise of this law against the same noise `by` further on.

    Guarantee:
        Outputs x + Z and y + Z, with Z of the law and integers x, y at most `by` apart, are at most as far apart as
        `pair`, at every epsilon, either way round. With Laplace noise so are vectors with independent noise in each
        number whose distances add up to at most `by`.
    Because:
        shifted.proof.md: a shorter shift is less (part 1), the laws are symmetric, so that turning the line round
        swaps the two, and Laplace noise hides a shift of one number least (part 2).
    Checked by: tests/privacy/accounting/test_shifted.py::test_it_covers_shorter_shifts_and_shifts_of_several_numbers
    """

    law: DiscreteLaplace | DiscreteGaussian
    by: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "by", whole(self.by, name="by", at_least=1, at_most=FARTHEST))

    @property
    def epsilon(self) -> Fraction | None:
        """The largest loss, where there is one."""
        return self._form.epsilon

    @property
    def pitch(self) -> Fraction:
        """What every loss of a narrow law is a whole multiple of."""
        return self._form.pitch

    def pair(self, step: float) -> Pair:
        """Return the law and the law moved; losses closer than `step` may share atoms that hide no more."""
        return self._form.pair(step)

    def delta(self, epsilon: Fraction) -> Fraction:
        """Return the delta that goes with an epsilon >= 0: of this shift in one number exactly, rounded up."""
        return self._form.delta(epsilon)

    def renyi(self, order: Fraction) -> Fraction:
        """Return the Renyi divergence at this order, rounded up."""
        return self._form.renyi(order)

    def of_group(self, people: int) -> "Shifted":
        """Return the loss for this many people: together they shift the noise so many times as far."""
        return Shifted(self.law, self.by * people)

    @property
    def _form(self) -> ShiftedLaplace | ShiftedGaussian:
        match self.law:
            case DiscreteLaplace(scale):
                return ShiftedLaplace(scale, self.by)
            case DiscreteGaussian():
                return ShiftedGaussian(self.law, self.by)
            case _:
                assert_never(self.law)
