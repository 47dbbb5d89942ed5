# SPDX-License-Identifier: Apache-2.0
"""What a measurement asks of a mechanism: the seam between questions and noise."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from diffident.privacy.mechanisms.gaussian import Gaussian
from diffident.privacy.mechanisms.gaussian_threshold import GaussianThreshold
from diffident.privacy.mechanisms.joint_exponential import JointExponential
from diffident.privacy.mechanisms.key_selection import KeySelection
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.privacy.reach import Reach

HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Blur:
    """Integers of which one person moves so much, all of them with noise."""

    reach: Reach

    def at(self, epsilon: Fraction, delta: Fraction = Fraction(0)) -> Laplace | Gaussian:
        """Return the noise for this share of a request: of those that the share allows, the one with the least spread.

        >>> Blur(Reach(Fraction(5), Fraction(25))).at(Fraction(1, 2))
        Laplace(sensitivity=5, epsilon=0.5)
        """
        steady = self.steady(epsilon)
        if not delta:
            return steady
        bell = self.bell(epsilon, delta)
        return bell if bell.sd < steady.sd else steady

    def steady(self, epsilon: Fraction) -> Laplace:
        """Return Laplace noise for an epsilon."""
        return Laplace(sensitivity=math.ceil(self.reach.l1), epsilon=epsilon)

    def bell(self, epsilon: Fraction, delta: Fraction) -> Gaussian:
        """Return Gaussian noise for an epsilon and a delta."""
        return Gaussian(sensitivity_squared=self.reach.l2_squared, epsilon=epsilon, delta=delta)


@dataclass(frozen=True, slots=True)
class Choose:
    """A step of a grid at each of some ranks: one person has so many rows in a cell, in so many cells, and in all.

    >>> Choose((HALF,), 0, 100, each=2, groups=3, total=5).at(Fraction(1)).sensitivity
    5
    """

    ranks: tuple[Fraction, ...]
    least: int
    most: int
    each: int
    groups: int
    total: int

    def at(self, epsilon: Fraction) -> JointExponential:
        """Return what chooses for this share of a request.

        All rows of a person may lie in one cell; where each of the person's cells may be full, cell by cell is the same.
        """
        is_full = self.total == self.each * self.groups
        moved = {"sensitivity": self.each, "groups": self.groups} if is_full else {"sensitivity": self.total}
        return JointExponential(ranks=self.ranks, least=self.least, most=self.most, epsilon=epsilon, **moved)


@dataclass(frozen=True, slots=True)
class Select:
    """Categories that nobody has declared: one person has so many of them, and so many people must have one."""

    keys_per_person: int
    minimum: int = 1

    def at(self, epsilon: Fraction, delta: Fraction) -> KeySelection | GaussianThreshold:
        """Return what names them for this share of a request: of both ways the one that names the smaller groups.

        >>> Select(1).at(Fraction(1), Fraction(1, 10**5))
        KeySelection(epsilon=1, delta=0.00001, keys_per_person=1, minimum=1)
        """
        given = {"epsilon": epsilon, "delta": delta, "keys_per_person": self.keys_per_person, "minimum": self.minimum}
        by_chance = KeySelection(**given)
        if self.keys_per_person == 1:
            return by_chance
        by_number = GaussianThreshold(**given)
        return by_number if by_number.error(HALF) < by_chance.error(HALF) else by_chance
