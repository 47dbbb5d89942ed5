# SPDX-License-Identifier: Apache-2.0
"""Reports that people make private themselves and somebody shuffles: each hides among those that tell nothing."""

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.number import LARGEST_WHOLE, LEAST, whole
from diffident.exact.rounding import round_down, round_up, up_to
from diffident.privacy.accounting.binomial import Binomial
from diffident.privacy.accounting.grid import LEAST as LEAST_MASS
from diffident.privacy.accounting.grid import Cells, coarse
from diffident.privacy.accounting.moments import Moments
from diffident.privacy.accounting.pair import Mirrored, Pair
from diffident.privacy.accounting.response import Response
from diffident.privacy.convert import FINEST
from diffident.privacy.loss import Pure

ENOUGH: Final = 10**8  # people; more are counted as so many, which hides less
ATOMS: Final = 1 << 20  # outcomes that are told apart at first, about
WIDE: Final = 12  # standard deviations of a law of coins, about, that are told apart
EVENLY: Final = (
    1 / 8
)  # groups hold equal sums of this power of the masses: small in the middle, and not too large outside
CELLS: Final = 256  # for one standard deviation of the loss


class NotALocalLoss(Refused):
    """A loss for which nothing is proved about shuffling."""

    code = "not_a_local_loss"
    sentence = "Nothing is proved about shuffled reports whose own loss is {given}."
    remedy = "Give what one report can tell as Pure(epsilon), or as the loss of a RandomizedResponse."


@dataclass(frozen=True, slots=True)
class Shuffled(Mirrored):
    """What shuffled reports tell about one of `people`, when that person's answer is replaced by another.

    Everybody sends one report by the same rule, drawn independently, and `local` is what it can tell by itself: `Pure`
    for any rule that is epsilon-private, `Response` for randomised response that reports the true answer most often; if
    it reports that least often, of more than two options, only `Pure` is proved. Whom it protects against sees the
    reports in a random order and nothing else. `people` counts those in the batch who follow the rule.

    Guarantee:
        For any two lists of answers that differ in one, shuffled reports are at most as far apart as `pair`.
    Because:
        The report of anybody else is, with a probability that everybody knows, one that tells nothing about the answer
        behind it (Feldman, McMillan and Talwar 2021, Theorem 3.1; for randomised response Balle, Bell, Gascon and
        Nissim 2019): shuffled.proof.md, parts 1 and 2. Fewer of these reports hide less (part 3), and what is cut off
        or rounded counts as told (part 4).
    Checked by: tests/privacy/accounting/test_shuffled.py::test_no_shuffled_reports_are_further_apart

    >>> from diffident.privacy.accounting import pld
    >>> pld.epsilon([Shuffled(Pure(Fraction(1)), 10**4)], delta="1e-6") < Fraction(6, 100)
    True
    """

    local: Pure | Response
    people: int

    def __post_init__(self) -> None:
        if not isinstance(self.local, Pure | Response):
            raise NotALocalLoss(given=f"a {type(self.local).__name__}")
        object.__setattr__(self, "people", whole(self.people, name="people", at_least=1, at_most=LARGEST_WHOLE))

    @property
    def epsilon(self) -> Fraction:
        """The largest loss: that of a report which everybody can tell from all others."""
        return self.local.epsilon

    def pair(self, step: float) -> Pair:  # noqa: ARG002 - how far the losses spread says which of them to merge
        """Return the laws of what is left to tell of the loss, cell by cell.

        Guarantee:
            Laws at least as far apart at every epsilon as those of the crowds.
        Because:
            Losses are rounded up and split between multiples of a cell (`Cells`). What has no place there, and what
            crowds leave out, counts as an unbounded loss.
        Checked by: tests/privacy/accounting/test_shuffled.py::test_groups_and_cells_hide_no_more_and_hardly_less
        """
        crowds, told = self._crowds()
        laws = [crowd.laws(self._less) for crowd in crowds]
        fine = Pair(np.concatenate([p for p, _, _ in laws]), np.concatenate([q for _, q, _ in laws])).atoms()
        known = (fine.p > LEAST_MASS) & (fine.q > LEAST_MASS)
        losses = np.log(fine.p[known] / fine.q[known])
        cell = coarse(math.sqrt(float(np.sum(fine.p[known] * losses**2))) / CELLS)
        cells = Cells.of(fine, cell)
        lowest = int(np.min(cells.index))
        masses = np.bincount(cells.index - lowest, cells.p).astype(np.float64)
        occupied = np.flatnonzero(masses)
        p = masses[occupied]
        told += cells.infinite + math.fsum(outside for _, _, outside in laws)
        return Pair(p, p * np.exp(-(occupied + lowest) * cell), told, told)

    def renyi(self, order: Fraction) -> Fraction:
        """Return the Renyi divergence at this order, rounded up, where no loss is more than epsilon."""
        tilt, atoms = round_up(order - 1), self.removal(0.0)
        losses = np.append(np.log(atoms.p / atoms.q), round_up(self.epsilon))
        found = Moments.of([(losses, np.append(atoms.p, atoms.only_p), 1)]).growth(tilt) / tilt
        return min(up_to(Fraction(max(found, 0.0)), FINEST), self.epsilon)

    @property
    def _less(self) -> float:
        """How likely another answer is, for once the true one."""
        return math.exp(-max(self.epsilon, LEAST))

    @property
    def _odds(self) -> float:
        """The odds, rounded down, that a report tells nothing about the answer behind it.

        In randomised response a report is, with probability options/(e^epsilon + options - 1), any option alike; by
        any other rule, with probability e^-epsilon, one that the two answers in question would send alike.
        """
        least = enclosure.exp(-max(self.epsilon, LEAST)).low
        return round_down((self.local.options if isinstance(self.local, Response) else 1) * least / (1 - least))

    def _crowds(self) -> tuple[list["_Crowd"], float]:
        """Return crowds that hide less than the reports that tell nothing and the person's own, and what they leave out."""
        options = self.local.options if isinstance(self.local, Response) else 2
        blank = Binomial.of(min(self.people, ENOUGH) - 1, self._odds)
        typical = 2 * (blank.first + blank.masses.size) // options
        many = ATOMS // (WIDE * (math.isqrt(typical) + WIDE))
        outer = many if options == 2 else math.isqrt(many // math.isqrt(options)) + 1
        groups = [(blank.first + group.start + 1, group) for group in _groups(blank.masses, outer)]
        mixed = [_Crowd(float(np.sum(blank.masses[group])), reports, 1.0) for reports, group in groups]
        if options == 2:
            return mixed, blank.outside
        parted = [crowd.of_two(options, self._less, many // outer) for crowd in mixed]
        return [part for parts, _ in parted for part in parts], blank.outside + math.fsum(left for _, left in parted)


@dataclass(frozen=True, slots=True)
class _Crowd:
    """So many reports, the person's own among them with probability `share`; all others of them tell nothing.

    `chance` is that of the crowd. The person's own is the true answer with odds 1 to `less` against any other.
    """

    chance: float
    reports: int
    share: float

    def of_two(self, options: int, less: float, many: int) -> tuple[list["_Crowd"], float]:
        """Return crowds of those reports that are one of two of the options, and what they leave out."""
        weight = self.chance * options / ((1 + (options - 1) * less) * self.reports)
        alike = Binomial.of(self.reports, 2 / (options - 2))
        own, others = (1 + less) / 2 * alike.counts, less * (self.reports - alike.counts)
        masses, shares = weight * alike.masses * (own + others), own / (own + others)
        parts = [
            _Crowd(float(np.sum(masses[group])), max(alike.first + group.start, 1), float(shares[group.stop - 1]))
            for group in _groups(masses, many)
        ]
        return parts, weight * alike.outside * self.reports * (1 + less) / 2

    def laws(self, less: float) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
        """Return both laws of how many of the reports are the one of two answers, and what they leave out."""
        coins = Binomial.of(self.reports, 1.0)
        ones, others = coins.counts, self.reports - coins.counts
        masses = self.chance * coins.masses
        scale = 2 * self.share / ((1 + less) * self.reports)
        p, q = (masses * (1 - self.share + scale * (a + less * b)) for a, b in ((ones, others), (others, ones)))
        return p, q, 2 * self.chance * coins.outside


def _groups(masses: NDArray[np.float64], many: int) -> list[slice]:
    """Return at most `many` runs of neighbouring places, the shorter the likelier they are."""
    ends = range(masses.size)
    if masses.size > many:
        ranks = np.cumsum(masses**EVENLY)
        ends = np.searchsorted(ranks, np.linspace(0.0, ranks[-1], many, endpoint=False)).tolist()
    return [slice(first, last) for first, last in pairwise(sorted({0, *ends, masses.size}))]
