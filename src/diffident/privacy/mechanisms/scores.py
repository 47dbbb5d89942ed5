# SPDX-License-Identifier: Apache-2.0
"""Scores of candidates: how far each lies behind the best, and how fast that makes it less likely to be chosen."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.number import Epsilon, whole
from diffident.privacy.event import Event
from diffident.privacy.mechanisms.integers import integers, narrow
from diffident.privacy.mechanisms.mechanism import Mechanism, not_too_wide, settle, told, yes_or_no
from diffident.privacy.private import Private


class NotAList(Refused):
    """Values of another shape where one after the other is due."""

    code = "not_a_list"
    sentence = "The values must be one list, and they have {dimensions} dimensions."
    remedy = "Give one row of values; ask once for each row."


class TooFewCandidates(Refused):
    """Less to choose from than is to be chosen; how many candidates there are is public."""

    code = "too_few_candidates"
    sentence = "{wanted} of {candidates} candidates cannot be chosen."
    remedy = "List the candidates from public knowledge, at least as many as are to be chosen."


def listed(sealed: Private[Any]) -> NDArray[Any]:
    """Open private integers that stand in one row."""
    row = integers(sealed)
    if row.ndim != 1:
        raise NotAList(dimensions=row.ndim)
    return row


def candidates(sealed: Private[Any], wanted: int = 1) -> NDArray[Any]:
    """Open the private scores of at least as many candidates as are wanted."""
    scores = listed(sealed)
    if scores.size < wanted:
        raise TooFewCandidates(wanted=wanted, candidates=scores.size)
    return scores


def behind(scores: NDArray[Any]) -> NDArray[Any]:
    """Return how far each score is behind the best, exactly."""
    best = int(scores.max())
    if best - int(scores.min()) < 1 << 63:
        return narrow(best - scores.astype(object)) if scores.dtype == object else best - scores
    return np.asarray(best - scores.astype(object), dtype=object)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class ByScore(Mechanism):
    """What both ways to choose one candidate by an integer score, higher is better, have in common.

    `sensitivity` is how far one person moves any score; `monotone` says that a person who is added moves all scores up,
    or all down (counts do, under add/remove), which allows twice the rate. The answer is a position in the list.
    """

    name: ClassVar[str]
    sensitivity: int
    epsilon: Fraction
    monotone: bool
    rate: Fraction = field(compare=False)

    def __init__(self, *, sensitivity: object, epsilon: object, monotone: object = False) -> None:
        far, spent = whole(sensitivity, name="sensitivity", at_least=1), Epsilon.of(epsilon).value
        one_way = yes_or_no(monotone, name="monotone")
        settle(self, sensitivity=far, epsilon=spent, monotone=one_way, rate=rate(far, spent, monotone=one_way))

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        return told(self.name, sensitivity=self.sensitivity, epsilon=self.epsilon, monotone=self.monotone)


def rate(sensitivity: int, epsilon: Fraction, *, monotone: bool) -> Fraction:
    """Return by how much, as a logarithm, each step behind the best makes a candidate less likely.

    Guarantee:
        Between neighbours, rate * (change of one score - change of another) is at most epsilon.
    Because:
        Each change is between -sensitivity and sensitivity, so two of them are at most twice that apart; if all scores
        only rise or all only fall, between 0 and sensitivity.
    Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
    """
    return 1 / not_too_wide((sensitivity if monotone else 2 * sensitivity) / epsilon)
