# SPDX-License-Identifier: Apache-2.0
"""Subset selection: a set of options of fixed size that has the answer in it more often than not by chance."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.number import Epsilon
from diffident.local.counted import Counted
from diffident.local.options import named
from diffident.local.protocol import ROWS, Reports, described
from diffident.local.sets import some_of
from diffident.local.thresholds import chance, likelier
from diffident.local.window import lies
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source

MOST: Final = 10**4  # a report lists a part of the options


@dataclass(frozen=True, slots=True, init=False, repr=False)
class SubsetSelection(Counted):
    """One of several options; no protocol is more accurate (Ye and Barg 2018), and reports are lists."""

    kind: ClassVar[str] = "subset_selection"
    options: tuple[str, ...] | int
    epsilon: Fraction
    size: int = field(compare=False)
    kept: int = field(compare=False)

    def __init__(self, *, options: object, epsilon: object) -> None:
        settle(self, options=named(options, most=MOST), epsilon=Epsilon.of(epsilon).value)
        wanted = self.many / (1 + float(enclosure.exp(self.epsilon, 64).low))
        sizes = {min(max(int(wanted) + more, 1), self.many - 1) for more in (0, 1)}
        best = min(sorted(sizes), key=lambda size: self._variance(size, likelier(self.epsilon, size, self.many - size)))
        settle(self, size=best, kept=likelier(self.epsilon, best, self.many - best))

    def _variance(self, size: int, kept: int) -> float:
        """Return n times the variance of a rare option's share, with sets of this size."""
        p = chance(kept)
        q = self._other(size, p)
        return float(q * (1 - q) / (p - q) ** 2)

    def _other(self, size: int, p: Fraction) -> Fraction:
        return (p * (size - 1) + (1 - p) * size) / (self.many - 1)

    @property
    def p(self) -> Fraction:
        """How likely the answer is in the set."""
        return chance(self.kept)

    @property
    def q(self) -> Fraction:
        """How likely a given other option is in the set."""
        return self._other(self.size, self.p)

    def device(self) -> dict[str, Any]:
        """Return a set of a size, and how likely the answer is in it."""
        return described("set", self.many, size=self.size, kept=str(self.kept))

    def perturb(self, values: object, source: Source | None = None) -> Reports:
        """Return rows of marks, each a set of `size` options.

        Guarantee:
            The answer is in the set with probability `p`, and all sets with it, as all without it, are alike; the odds
            of two answers are at most e^epsilon.
        Because:
            `size` of `options` sets have a given option in them, so e^epsilon size : options - size are the exact odds,
            and the threshold is not above them (`likelier`). The others are any set alike (`some_of`).
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        answers, bits = self.answers(values), source or Source.fresh()
        kept = lies(self.kept, answers.size, bits)
        marks = np.zeros((answers.size, self.many), np.bool_)
        marks[np.flatnonzero(kept), answers[kept]] = True
        for known in (True, False):
            for rows in _parts(np.flatnonzero(kept == known)):
                person, other = some_of(self.size - known, self.many - 1, rows.size, bits).nonzero()
                marks[rows[person], (answers[rows[person]] + 1 + other) % self.many] = True
        return marks

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return lists of options as rows of marks."""
        return self.matrix(sent, self.size)

    def supports(self, reports: Reports) -> NDArray[np.bool_]:
        """Return the marks."""
        return self.marks(reports, self.size)


def _parts(rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    return [rows[first : first + ROWS] for first in range(0, rows.size, ROWS)]
