# SPDX-License-Identifier: Apache-2.0
"""The joint exponential mechanism: values at several ranks of a column at once (Gillenwater, Joseph and Kulesza 2021)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.exact.number import Epsilon, decimal, whole
from diffident.exact.rounding import up_to
from diffident.exact.spelling import plain
from diffident.privacy.event import Event
from diffident.privacy.laws import OfRanks
from diffident.privacy.mechanisms.chance import decide, digit
from diffident.privacy.mechanisms.choices import Choices
from diffident.privacy.mechanisms.cuts import Cuts, Runs
from diffident.privacy.mechanisms.mechanism import Mechanism, not_too_wide, settle, told
from diffident.privacy.mechanisms.proposal import Proposal, several
from diffident.privacy.private import Private
from diffident.privacy.ranks import PARTS, ranks_of
from diffident.privacy.tallied import Tallied
from diffident.privacy.unseal import unseal
from diffident.randomness.source import Source

FINE = Fraction(1, 10**6)  # logarithms that are told are multiples of this
CUTS = 1 << 10  # in each step, unless told otherwise
RARE = 40  # bits: so seldom any cuts at all are proposed, also where the table of completions does not reach
ROUGH = 1.5  # logarithm: runs of rows are so short that all of them together are wrong by no more
CLOSE = Fraction(1, 4)  # logarithm: more than whole weights and floats can be wrong by
FAR = 3  # logarithm: how much likelier a value at one end is to lie among the rows than outside of them


class NotTallied(Refused):
    """Something else where numbers of rows by step are due. What it is, is not shown."""

    code = "not_tallied"
    sentence = "Ranks are chosen from how many rows lie at each step, and these values do not say that."
    remedy = "Ask a curator for MEDIAN(x), or give what Tallied.of returns."


@dataclass(frozen=True, slots=True, init=False, repr=False)
class JointExponential(Mechanism):
    """Chooses a step of a public grid at each rank, in every cell: ways to cut all rows are likelier the better they fit.

    Steps run from `least` to `most`. One person moves at most `sensitivity` rows of a cell, in at most `groups` cells.
    The rank 0 stands for the value with a few rows below it, 1 for that with as many above: nobody's own extreme.
    """

    ranks: tuple[Fraction, ...]
    least: int
    most: int
    sensitivity: int
    epsilon: Fraction
    groups: int
    fine: int
    rate: Fraction = field(compare=False)

    def __init__(  # noqa: PLR0913 - public facts, each by its name
        self,
        *,
        ranks: object,
        least: object,
        most: object,
        sensitivity: object,
        epsilon: object,
        groups: object = 1,
        fine: object = CUTS,
    ) -> None:
        begin = whole(least, name="least", at_least=-(1 << 62))
        settle(self, ranks=ranks_of(ranks), least=begin, most=whole(most, name="most", at_least=begin))
        settle(self, sensitivity=whole(sensitivity, name="sensitivity", at_least=1))
        settle(self, epsilon=Epsilon.of(epsilon).value, groups=whole(groups, name="groups", at_least=1))
        settle(self, fine=whole(fine, name="fine", at_least=1, at_most=1 << 20))
        moved = 2 * self.reach * self.sensitivity * self.groups
        settle(self, rate=1 / not_too_wide(moved / self.epsilon))

    @property
    def reach(self) -> Fraction:
        """How far one row moves what all gaps together differ by from those that are due.

        Guarantee:
            With n[j] the rows between neighbouring cuts and g[j] the part of all that is due there, a row more moves
            the sum of |n[j] - g[j] n - constant| by at most this, whatever the cuts.
        Because:
            The row adds shares p[j] >= 0 to the gaps, 1 in all (`Cuts.below`), and g[j] to what is due. The sum of
            |p[j] - g[j]| is convex in p, so it is largest where the row lies in one gap: 1 - g[j] there and 1 - g[j] in
            the others, with the smallest g[j].
        Checked by: tests/privacy/mechanisms/test_joint_exponential.py::test_one_row_moves_no_way_to_cut_further_than_its_reach
        """
        return 2 * (1 - min(after - before for before, after in pairwise((Fraction(0), *self.ranks, Fraction(1)))))

    @property
    def loss(self) -> Choices:
        """What all cells together can tell about a person.

        Guarantee:
            It is no more than that of `groups` choices in a row, each of a range that epsilon / groups bounds.
        Because:
            In each cell a way to cut comes with probability proportional to exp(-rate * what it differs by), over a
            public list of ways; a person moves that by at most reach * sensitivity, either way for each. Cells are
            drawn independently, and all but `groups` of them are as they were. joint_exponential.proof.md.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        return Choices(self.epsilon / self.groups, times=self.groups, bounded=True)

    @property
    def delta(self) -> Fraction:
        """The probability with which it fails: none."""
        return Fraction(0)

    @property
    def law(self) -> OfRanks:
        """How far off the ranks can be, whatever the rows."""
        return OfRanks(self.rate, up_to(enclosure.log(Fraction(self.ways)).high, FINE))

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        numbers = told(
            "joint_exponential",
            least=self.least,
            most=self.most,
            sensitivity=self.sensitivity,
            epsilon=self.epsilon,
            groups=self.groups,
            fine=self.fine,
        )
        return Event(numbers.mechanism, {"ranks": " ".join(map(plain, self.ranks)), **numbers.parameters})

    @property
    def aside(self) -> int:
        """How many rows lie below the rank 0, and above the rank 1: few steps outside of all rows are then as likely."""
        return math.ceil((math.log(self.most - self.least + 1) + FAR) / (2 * float(self.rate)))

    @property
    def ways(self) -> int:
        """In how many ways all ranks can be cut; this is public."""
        cuts = (self.most - self.least + 1) * self.fine
        return math.comb(cuts + len(self.ranks) - 1, len(self.ranks))

    def error(self, confidence: object = 0.95) -> float:
        """Return a number of rows by which no rank is further off than in the best way to cut, with this probability.

        Whatever the rows: all other ways together weigh at most `ways` times as much as one that is just further off.
        """
        sure = decimal(confidence, name="confidence", above=0, below=1)
        return self.law.quantile(sure)

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return the chosen step for each cell and rank.

        Guarantee:
            In each cell, independently, cuts c[1] <= ... <= c[m] come with probability proportional to
            exp(-rate * differing(c)); what is returned are the steps that they are in.
        Because:
            joint_exponential.proof.md: any cuts are proposed with a known probability above 0 and accepted with one
            that is proportional to the ratio, which is decided exactly.
        Checked by: tests/privacy/mechanisms/test_joint_exponential.py::test_cuts_come_by_the_law_and_not_its_neighbour
        """
        tallied = unseal(values)
        if not isinstance(tallied, Tallied):
            raise NotTallied
        cells = (self._cuts(tallied, number) for number in range(tallied.size))
        chosen = [[self.least + cut // self.fine for cut in self._chosen(cuts, source)] for cuts in cells]
        return np.array(chosen, dtype=np.int64).reshape(tallied.size, len(self.ranks))

    def _cuts(self, tallied: Tallied, number: int) -> Cuts:
        return Cuts.of(*tallied.cell(number), least=self.least, most=self.most, fine=self.fine)

    def due(self, rows: int) -> list[int]:
        """Return how many of so many rows are due below each rank, in parts of a row."""
        aside = {Fraction(0): self.aside, Fraction(1): -self.aside}
        return [int(PARTS * (rank * rows + aside.get(rank, 0))) for rank in self.ranks]

    def differing(self, cuts: Cuts, chosen: Sequence[int]) -> Fraction:
        """Return by how many rows the gaps between chosen cuts differ from those that are due, all together."""
        row = 2 * self.fine
        off = [PARTS * cuts.below(cut) - row * due for cut, due in zip(chosen, self.due(cuts.size), strict=True)]
        return Fraction(sum(abs(after - before) for before, after in pairwise((0, *off, 0))), PARTS * row)

    def _chosen(self, cuts: Cuts, source: Source) -> tuple[int, ...]:
        """Return cuts in order."""
        proposal, windows = self._proposal(cuts)
        is_all = all(window == (0, cuts.total) for window in windows)
        often = Fraction(1) if is_all else 1 - Fraction(1, 1 << RARE)
        most = Fraction(proposal.weight + proposal.roughness) + CLOSE
        while True:
            if is_all or source.bits(RARE):
                proposed, chance = proposal.draw(source)
                chance *= often
            else:
                proposed, chance = tuple(several(cuts.total, len(self.ranks), source)), Fraction(1, self.ways << RARE)
                if all(begin <= cut < end for cut, (begin, end) in zip(proposed, windows, strict=True)):
                    continue
            if _is_kept(-self.rate * self.differing(cuts, proposed) - most, chance, source):
                return proposed

    def _proposal(self, cuts: Cuts) -> tuple[Proposal, list[tuple[int, int]]]:
        """Return what proposes cuts, and between which cuts it does for each rank: outside of these none is likely."""
        due, rate = [each / PARTS for each in self.due(cuts.size)], float(self.rate)
        hard = math.log(self.ways) + (RARE + 1) * math.log(2) + 1
        wide = (hard + 20) / (2 * rate)
        while True:
            begin, end = cuts.around(min(due) - wide, max(due) + wide)
            runs = Runs.of(cuts, begin, end, ROUGH / (rate * len(due)))
            inside = _rising([runs.within(each - wide, each + wide) for each in due])
            windows = [runs.cuts(*window) for window in inside]
            proposal = Proposal.of(runs, tuple(inside), tuple(due), rate)
            is_all = all(window == (0, cuts.total) for window in windows)
            if is_all or 2 * wide * rate + proposal.weight >= hard:
                return proposal, windows
            wide *= 2


def _rising(windows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return windows that hold these, both ends of which only rise."""
    begins = list(accumulate((begin for begin, _ in reversed(windows)), min))[::-1]
    ends = accumulate((end for _, end in windows), max)
    return list(zip(begins, ends, strict=True))


def _is_kept(logarithm: Fraction, chance: Fraction, source: Source) -> bool:
    """Return True with probability e^logarithm / chance, which is below 1."""

    def kept(bits: int) -> Enclosure:
        exponent = logarithm - enclosure.log(chance, bits)
        return Enclosure(enclosure.exp(exponent.low, bits).low, enclosure.exp(exponent.high, bits).high)

    return bool(decide(np.array([digit(kept, 1)], np.uint64), lambda _: kept, source)[0])
