# SPDX-License-Identifier: Apache-2.0
"""Proposes cuts for several ranks at once, nearly as often as they are due, and says exactly how often.

A dynamic programme in floats, from the last rank to the first: how much all completions weigh, given the run that the
last cut is in. A walk through it then draws run after run by whole numbers made of these floats. Whoever accepts or
rejects computes with those whole numbers, so nothing rests on the floats but how often a proposal is accepted.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.mechanisms.cuts import Runs
from diffident.randomness.source import Source
from diffident.randomness.subset import subset
from diffident.randomness.uniform import below

Logs = NDArray[np.float64]
FINE = 1 << 40  # of one decision, the heaviest run weighs so much; none weighs 0 but those that nothing can follow
NEVER = -math.inf


@dataclass(frozen=True, slots=True)
class Proposal:
    """Ranks from the first to the last, each within a window of runs, and how much all completions weigh.

    With e[j] the rows below cut j less the rows due there, a way to place all cuts weighs exp(-rate * sum |e[j] -
    e[j - 1]|), both ends being 0. `onward[j]` holds the logarithms of what all completions weigh for each run of window
    j, `onward[0]` that of everything.
    """

    runs: Runs
    windows: tuple[tuple[int, int], ...]  # runs from the first on and before the last, rank by rank
    due: tuple[float, ...]
    rate: float
    onward: tuple[Logs, ...]

    @classmethod
    def of(cls, runs: Runs, windows: tuple[tuple[int, int], ...], due: tuple[float, ...], rate: float) -> "Proposal":
        """Return the table of all completions."""
        unfilled = cls(runs, windows, due, rate, ())
        last = slice(*windows[-1])
        onward = [-rate * np.abs(runs.below[last] - due[-1])]
        for placed in range(len(due) - 1, -1, -1):
            onward.insert(0, unfilled._before(placed, onward))
        return cls(runs, windows, due, rate, tuple(onward))

    @property
    def weight(self) -> float:
        """The logarithm of what everything weighs."""
        return float(self.onward[0][0])

    @property
    def roughness(self) -> float:
        """By how much the logarithm of a way's weight can be wrong because runs stand for their cuts."""
        return self.rate * self.runs.height * len(self.due)

    def draw(self, source: Source) -> tuple[tuple[int, ...], Fraction]:
        """Return cuts in order, and how likely just these are proposed.

        Guarantee:
            The probability is exactly that with which these cuts are returned.
        Because:
            Each run, with how many ranks it takes, is drawn by whole weights; the cuts in it are any of its multisets
            with equal chance. Probabilities of independent draws multiply.
        Checked by: tests/privacy/mechanisms/test_proposal.py::test_proposals_come_as_often_as_they_say
        """
        cuts: list[int] = []
        chance, run = Fraction(1), -1
        while len(cuts) < len(self.due):
            runs, many, weights = self._ways(len(cuts), run)
            drawn, ends = below(int(weights.sum()), source), np.cumsum(weights)
            way = int(np.searchsorted(ends, drawn, side="right"))
            run, taken = int(runs[way]), int(many[way])
            first, size = int(self.runs.first[run]), int(self.runs.size[run])
            cuts += [first + each for each in several(size, taken, source)]
            chance *= Fraction(int(weights[way]), int(ends[-1]) * math.comb(size + taken - 1, taken))
        return tuple(cuts), chance

    def _ways(self, placed: int, run: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Return the runs that come next, with how many ranks each takes, and what each weighs in whole numbers."""
        last, due = (0.0, 0.0) if run < 0 else (self.runs.below[run], self.due[placed - 1])
        runs, many, logs = [], [], []
        for taken, first, weights in self._filled(placed, self.onward):
            begin = max(run + 1 - first, 0)
            here = first + np.arange(begin, weights.size)
            moved = self.runs.below[here] - self.due[placed] - (last - due)
            runs.append(here)
            many.append(np.full(here.size, taken))
            logs.append(weights[begin:] - self.rate * np.abs(moved))
        found = np.concatenate(logs)
        whole = np.where(found == NEVER, 0, np.floor(np.exp(found - found.max()) * FINE) + 1).astype(np.int64)
        return np.concatenate(runs), np.concatenate(many), whole

    def _filled(self, placed: int, onward: tuple[Logs, ...] | list[Logs]) -> Iterator[tuple[int, int, Logs]]:
        """Yield how many of the next ranks one run takes, the first such run, and what each weighs with all that follows."""
        begin, end = self.windows[placed]
        beside, size = 0.0, self.runs.size
        many, left = np.zeros(end - begin), begin
        for taken in range(1, len(self.due) - placed + 1):
            rank = placed + taken - 1
            if taken > 1:
                beside += self.rate * abs(self.due[rank] - self.due[rank - 1])
            first, last = max(left, self.windows[rank][0]), min(end, self.windows[rank][1])
            if first >= last:
                return
            many, left, end = many[first - left : last - left], first, last
            many = many + np.log((size[left:end] + (taken - 1)) / taken)
            shift = self.windows[rank][0]
            following = onward[len(onward) - (len(self.due) - rank)]
            yield taken, left, many - beside + following[left - shift : end - shift]

    def _before(self, placed: int, onward: list[Logs]) -> Logs:
        """Return what all completions weigh where so many ranks are placed, for each run that the last may be in."""
        begin, end = self.windows[placed]
        ways = np.full(end - begin, NEVER)
        for _, first, weights in self._filled(placed, onward):
            here = slice(first - begin, first - begin + weights.size)
            ways[here] = np.logaddexp(ways[here], weights)
        after = self.runs.below[begin:end] - self.due[placed]
        if not placed:
            return _next(ways, after, np.zeros(1), np.zeros(1, np.int64), self.rate)
        runs = np.arange(*self.windows[placed - 1])
        last = self.runs.below[runs] - self.due[placed - 1]
        return _next(ways, after, last, np.clip(runs + 1 - begin, 0, ways.size), self.rate)


def several(size: int, many: int, source: Source) -> list[int]:
    """Return so many of the numbers below a size, in order and each as often as it likes; all multisets alike.

    Guarantee:
        Each multiset has the same probability.
    Because:
        Taking 0, 1, 2, ... off a set of different numbers in order is one to one.
    Checked by: tests/privacy/mechanisms/test_proposal.py::test_all_multisets_are_equally_likely
    """
    if many == 1:
        return [below(size, source)]
    return [int(each) - place for place, each in enumerate(subset(size + many - 1, many, source))]


def _next(ways: Logs, after: Logs, last: Logs, start: NDArray[np.int64], rate: float) -> Logs:
    """Return for each e[j - 1] in `last` what all e[j] in `after`, from one on, weigh: log of sum ways exp(-rate |difference|).

    Both lists rise, so those beyond e[j - 1] are the end of a list and those before it a window that only moves on.
    """
    turn = np.maximum(np.searchsorted(after, last), start)
    beyond = np.append(np.logaddexp.accumulate((ways - rate * after)[::-1])[::-1], NEVER)[turn]
    within = _windows(ways + rate * after, start, turn)
    return np.logaddexp(beyond + rate * last, within - rate * last)


def _windows(values: Logs, begin: NDArray[np.int64], end: NDArray[np.int64]) -> Logs:
    """Return the logarithms of the sums of windows whose ends only move on; nothing is subtracted, so nothing cancels.

    Windows that hold one common place are sums up to it and from it on.
    """
    sums = np.full(begin.size, NEVER)
    open_ = np.flatnonzero(end > begin)
    while open_.size:
        middle = end[open_[0]]
        here = open_[: np.searchsorted(begin[open_], middle)]
        left = np.logaddexp.accumulate(values[begin[here[0]] : middle][::-1])[::-1]
        right = np.logaddexp.accumulate(np.append(NEVER, values[middle : end[here[-1]]]))
        sums[here] = np.logaddexp(left[begin[here] - begin[here[0]]], right[end[here] - middle])
        open_ = open_[here.size :]
    return sums
