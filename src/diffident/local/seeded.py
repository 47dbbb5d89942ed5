# SPDX-License-Identifier: Apache-2.0
"""What protocols with an assigned seed share: the survey draws it, it is public, and it comes back with the report."""

from abc import abstractmethod
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from diffident.local.counted import Counted
from diffident.local.protocol import Reports
from diffident.randomness.source import Source
from diffident.randomness.uniform import uniform_below


class Seeded(Counted):
    """A protocol whose reports begin with what the survey assigned: who chose their seed could say much more with it."""

    __slots__ = ()

    @property
    @abstractmethod
    def ranges(self) -> tuple[int, ...]:
        """How many values each number of a report has, seeds first."""

    @abstractmethod
    def replies(self, answers: NDArray[np.int64], seeds: NDArray[np.int64], source: Source) -> NDArray[np.int64]:
        """Return what each person says, given the seed."""

    def seeds(self, people: int, source: Source | None = None) -> NDArray[np.int64]:
        """Return a seed for each of so many people, all alike and independent: to be assigned by the survey."""
        bits = source or Source.fresh()
        return np.stack([uniform_below(size, people, bits) for size in self.ranges[:-1]], axis=1)

    def perturb(self, values: object, source: Source | None = None, *, seeds: object = None) -> Reports:
        """Return rows of seed and reply; without seeds, new ones are drawn.

        Guarantee:
            A seed does not depend on the answer, and given it the reply is e^epsilon-private.
        Because:
            Seeds are given or drawn before answers are looked at; `replies` keeps the rest.
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        answers, bits = self.answers(values), source or Source.fresh()
        assigned = self.seeds(answers.size, bits) if seeds is None else self._whole(seeds, self.ranges[:-1])
        return np.column_stack([assigned, self.replies(answers, assigned, bits)])

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return lists of seed and reply as rows."""
        rows = list(sent)
        if not all(type(row) is list and all(type(each) is int for each in row) for row in rows):
            raise self.unreadable(f"{len(self.ranges)} whole numbers")
        lengths = {len(row) for row in rows if type(row) is list}
        if lengths - {len(self.ranges)}:
            raise self.unreadable(f"{len(self.ranges)} whole numbers")
        if not all(0 <= each < 1 << 62 for row in rows if type(row) is list for each in row):
            raise self.unreadable("numbers within their ranges")
        return self.rows(np.array(rows, np.int64).reshape(len(rows), len(self.ranges)))

    def rows(self, reports: Reports) -> NDArray[np.int64]:
        """Return rows of seed and reply within their ranges, or refuse them."""
        return self._whole(reports, self.ranges)

    def _whole(self, given: object, ranges: tuple[int, ...]) -> NDArray[np.int64]:
        rows = np.asarray(given)
        if rows.dtype.kind not in "iu" or rows.ndim != 2 or rows.shape[1] != len(ranges):
            raise self.unreadable(f"rows of {len(ranges)} whole numbers")
        if rows.size and not ((rows >= 0) & (rows < np.array(ranges))).all():
            raise self.unreadable("numbers within their ranges")
        return rows.astype(np.int64, copy=False)
