# SPDX-License-Identifier: Apache-2.0
"""Randomised response: the answer stays with a known probability, else it becomes any other one."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.exact.number import Epsilon, decimal, whole
from diffident.exact.rounding import up_to
from diffident.local.counted import Counted
from diffident.local.options import how_many, named
from diffident.local.protocol import Reports, integers_below, spelled, windowed
from diffident.local.thresholds import at_most, chance, likelier
from diffident.local.window import moved_on
from diffident.privacy.accounting.response import Response as ResponseLoss
from diffident.privacy.convert import FINEST
from diffident.privacy.mechanisms.mechanism import OneOfTwo, settle
from diffident.randomness.source import Source

HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Response(Counted):
    """One of several options; the best protocol for few of them.

    >>> Response(options=["no", "yes"], epsilon=1).estimate(np.array([1, 0, 1, 1])).values.round(2).tolist()
    [-0.04, 1.04]
    """

    kind: ClassVar[str] = "response"
    options: tuple[str, ...] | int
    epsilon: Fraction
    stay: Fraction | None
    inside: int = field(compare=False)

    def __init__(self, *, options: object = 2, epsilon: object = None, stay: object = None) -> None:
        if (epsilon is None) == (stay is None):
            raise OneOfTwo(mechanism="Response", one="epsilon", other="stay")
        settle(self, options=named(options))
        if stay is None:
            spent = Epsilon.of(epsilon).value
            settle(self, stay=None, epsilon=spent, inside=likelier(spent, 1, self.many - 1))
        else:
            kept = decimal(stay, name="stay", above=Fraction(1, self.many), below=1)
            odds = kept * (self.many - 1) / (1 - kept)
            spent = Epsilon.of(up_to(enclosure.log(odds).high, FINEST)).value
            settle(self, stay=kept, epsilon=spent, inside=at_most(Enclosure.of(kept)))

    @classmethod
    def from_die(cls, stay: object = 4, sides: object = 6, *, options: object = 2) -> Self:
        """Return yes or no that stays when a fair die shows 1 ... stay, and is turned round otherwise.

        >>> Response.from_die(stay=4).stay
        Fraction(2, 3)
        """
        most = whole(sides, name="sides", at_least=2)
        return cls(options=options, stay=Fraction(whole(stay, name="stay", at_least=1, at_most=most - 1), most))

    @classmethod
    def from_coin(cls, *, options: object = 2) -> Self:
        """Return the protocol of two coins: heads, say the truth; tails, say what a second coin (or draw) shows.

        >>> Response.from_coin().stay
        Fraction(3, 4)
        """
        return cls(options=options, stay=HALF + HALF / how_many(named(options)))

    @classmethod
    def from_spinner(cls, stay: object, *, options: object = 2) -> Self:
        """Return the protocol of a spinner that says "the truth" on this share of its circle, "another" elsewhere."""
        return cls(options=options, stay=stay)

    @property
    def loss(self) -> ResponseLoss:
        """What one report can tell about the person whose answer it is.

        Guarantee:
            The reports of two answers are at most as far apart as the pair of laws returned.
        Because:
            The threshold is at most that of the exact law, so a report is one of the exact law or, with some chance,
            one drawn without looking at the answer: post-processing.
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        return ResponseLoss(self.epsilon, self.many)

    @property
    def p(self) -> Fraction:
        """How likely an answer stays."""
        return chance(self.inside)

    @property
    def q(self) -> Fraction:
        """How likely an answer becomes a given other one."""
        return (1 - self.p) / (self.many - 1)

    def parameters(self) -> dict[str, object]:
        """Return the options with epsilon or the chance to stay, as plain data."""
        given = Counted.parameters(self)
        return given if self.stay is None else {"options": given["options"], "stay": spelled(self.stay)}

    def device(self) -> dict[str, Any]:
        """Return a window of one cell."""
        return windowed(self.many, cells=self.many, width=1, inside=self.inside)

    def perturb(self, values: object, source: Source | None = None) -> Reports:
        """Return the reported options.

        Guarantee:
            Each is the answer with probability `p` and each other option with `q`.
        Because:
            It is a window of one cell.
        Checked by: tests/local/test_protocols.py::test_arrays_follow_the_law_of_the_device_and_not_that_of_a_twin
        """
        return moved_on(self.answers(values), self.many, 1, self.inside, source or Source.fresh())

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return reported options as an array."""
        return integers_below(self, sent, self.many)

    def supports(self, reports: Reports) -> NDArray[np.bool_]:
        """Return whether each option is the reported one."""
        return np.asarray(self.checked(reports)[:, None] == np.arange(self.many))

    def counts(self, reports: Reports) -> NDArray[np.float64]:
        """Return how often each option was reported."""
        return np.bincount(self.checked(reports), minlength=self.many).astype(np.float64)

    def checked(self, reports: Reports) -> NDArray[np.int64]:
        """Return reports that are numbers of options, or refuse them."""
        rows = np.asarray(reports)
        if (
            rows.ndim != 1
            or rows.dtype.kind not in "iu"
            or (rows.size and not 0 <= rows.min() <= rows.max() < self.many)
        ):
            raise self.unreadable(f"whole numbers from 0 to {self.many - 1}")
        return rows
