# SPDX-License-Identifier: Apache-2.0
"""What a release can tell about one person, in four shapes. Mathematics only: prices are in accounting/budget."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused


class NoSuchLoss(Refused):
    """A loss that is negative, or a float: floats carry no privacy."""

    code = "loss_impossible"
    sentence = "The {name} of a loss must be an exact number and not below 0; {given} is not."
    remedy = "Give a Fraction: Epsilon.of, Delta.of and Rho.of read what people write."


def _checked(name: str, given: Fraction) -> None:
    if type(given) not in (Fraction, int) or given < 0:
        raise NoSuchLoss(name=name, given=f"a {type(given).__name__}")


@dataclass(frozen=True, slots=True)
class Pure:
    """The probability of every event changes by at most the factor exp(epsilon), both ways."""

    epsilon: Fraction

    def __post_init__(self) -> None:
        _checked("epsilon", self.epsilon)


@dataclass(frozen=True, slots=True)
class Approx:
    """As `Pure`, but for an additional probability of at most delta."""

    epsilon: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        _checked("epsilon", self.epsilon)
        _checked("delta", self.delta)


@dataclass(frozen=True, slots=True)
class RenyiCurve:
    """At every order a > 1 the Renyi divergence is at most a * rho, both ways (zero-concentrated privacy)."""

    rho: Fraction

    def __post_init__(self) -> None:
        _checked("rho", self.rho)


@dataclass(frozen=True, slots=True, eq=False)
class Atoms:
    """A pair of discrete laws (P, Q), outcome by outcome, as floats whose error is stated.

    `only_p` is the mass of P where Q has none. `error` bounds, in absolute mass, what rounding and cut tails did:
    whoever turns atoms into a delta adds it.
    """

    p: NDArray[np.float64]
    q: NDArray[np.float64]
    only_p: float = 0.0
    error: float = 0.0


class LossDistribution(ABC):
    """Pairs of laws at least as far apart as the outputs on any two neighbours, for removal and for addition of a person.

    Guarantee:
        For every pair of neighbours (with, without) and every e >= 0, the hockey-stick divergence of the outputs at e
        is at most that of `removal`'s pair for (with, without), and of `addition`'s pair for (without, with).
    """

    @abstractmethod
    def removal(self, step: float) -> Atoms:
        """Return atoms for the direction with -> without; losses closer together than `step` may be merged soundly."""

    @abstractmethod
    def addition(self, step: float) -> Atoms:
        """Return atoms for the direction without -> with."""

    @property
    @abstractmethod
    def epsilon(self) -> Fraction | None:
        """The largest loss that can occur, rounded up, or None where it has no bound."""

    @abstractmethod
    def renyi(self, order: Fraction) -> Fraction:
        """Return an upper bound of the larger direction's Renyi divergence at `order` > 1."""

    def of_group(self, people: int) -> "Loss | None":
        """Return what is known about this many people who change together; None where that is nothing.

        Guarantee:
            Outputs on tables that differ in `people` people are as close as the loss returned says.
        Because:
            Between the two lie people - 1 tables, each a neighbour of the next, and ratios multiply. A law of noise
            knows better and says so: shifted further, it is still noise.
        Checked by: tests/privacy/test_group.py::test_a_loss_that_is_only_bounded_multiplies
        """
        return None if self.epsilon is None else Pure(people * self.epsilon)


Loss = Pure | Approx | RenyiCurve | LossDistribution
