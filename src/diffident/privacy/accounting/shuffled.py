# SPDX-License-Identifier: Apache-2.0
"""Reports that people make private themselves and somebody shuffles: each hides among those that tell nothing."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.number import LARGEST_WHOLE, LEAST, whole
from diffident.exact.rounding import round_down, round_up, up_to
from diffident.privacy.accounting import coins
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
FEWEST, MOST, NARROW = 8, 64, 400  # groups for one batch by itself: as few as lose less than a part in a hundred
RARELY: Final = 1e-8  # a crowd that adds less than this part to an excess counts without what is taken from it
CAREFUL: Final = 2.0**-47  # more than the rounding of the first number of an event

Floats = NDArray[np.float64]


class NotALocalLoss(Refused):
    """A loss for which nothing is proved about shuffling."""

    code = "not_a_local_loss"
    sentence = "Nothing is proved about shuffled reports whose own loss is {given}."
    remedy = "Give what one report can tell as Pure(epsilon), or as the loss of a RandomizedResponse."


@dataclass(frozen=True, slots=True)
class Shuffled(Mirrored):
    """What shuffled reports tell about one of `people`, when that person's answer is replaced by another.

    Everybody sends one report by the same rule, drawn independently, and `local` is what it can tell by itself: `Pure`
    for any rule that is epsilon-private, `Response` for randomised response that reports the true answer most often. One
    that reports it least often, of more than two options, has a loss that is `Pure`. Whom it protects against sees the
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
        crowds, told = self._crowds(*self._finely)
        laws = [_Crowd(*crowd).laws(self._less) for crowd in crowds.tolist()]
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

    def delta(self, epsilon: Fraction) -> float:
        """Return an upper bound of max over events of P(S) - e^epsilon Q(S), for one batch by itself.

        Guarantee:
            For any two lists of answers that differ in one, shuffled reports exceed e^epsilon by no more.
        Because:
            Of each crowd the best event is all counts from one number on, and its excess is a point and a tail of fair
            coins (shuffled.proof.md, part 5), the one bounded from above and the other from below.
        Checked by: tests/privacy/accounting/test_shuffled.py::test_no_shuffled_reports_are_further_apart
        """
        crowds, told = self._crowds(*self._quickly)
        chance, reports, share = crowds.T
        asked, whole = math.tanh(epsilon / 2), math.tanh(max(self.epsilon, LEAST) / 2)
        first = np.floor(reports * (0.5 + asked / (2 * np.maximum(share, LEAST_MASS) * whole)) * (1 - CAREFUL)) + 1
        ahead = chance * share * whole * (first / reports) * coins.exactly(reports, first) * (1 + coins.ROUNDED)
        matters = ahead > RARELY * np.sum(ahead)
        behind = asked * chance[matters] * coins.at_least(reports[matters], first[matters])
        excess = np.sum(ahead[~matters]) + np.sum(np.maximum(ahead[matters] - behind, 0.0))
        return min((1 + math.exp(epsilon)) * float(excess) * (1 + coins.ROUNDED) + told, 1.0)

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

    @property
    def _options(self) -> int:
        """How many reports there are; two stand for any rule."""
        return self.local.options if isinstance(self.local, Response) else 2

    @property
    def _finely(self) -> tuple[int, int]:
        """Into how many groups crowds go, and parts of each, so that about `ATOMS` outcomes are told apart."""
        typical = 2 * (min(self.people, ENOUGH) * self._odds / (1 + self._odds)) // self._options
        many = ATOMS // (WIDE * (math.isqrt(int(typical)) + WIDE))
        outer = many if self._options == 2 else math.isqrt(many // math.isqrt(self._options)) + 1
        return outer, many // outer

    @property
    def _quickly(self) -> tuple[int, int]:
        """Into how many groups crowds go, and parts of each, if an answer is due at once: fewer where many hide alike."""
        if self._options == 2:
            return MOST, 1
        blanks = min(self.people, ENOUGH) * self._odds / (1 + self._odds)
        narrow = (math.ceil(NARROW / math.sqrt(max(many, 1))) for many in (blanks, 2 * blanks / self._options))
        outer, inner = (min(max(many, FEWEST), MOST) for many in narrow)
        return outer, inner

    def _crowds(self, outer: int, inner: int) -> tuple[Floats, float]:
        """Return crowds that hide less than the reports that tell nothing and the person's own, and what they leave out."""
        blank = Binomial.of(min(self.people, ENOUGH) - 1, self._odds)
        starts = _groups(blank.masses, outer)
        chances, reports = np.add.reduceat(blank.masses, starts), blank.first + starts + 1.0
        if self._options == 2:
            whole = np.ones(chances.size)
            return np.stack([chances, reports, whole], axis=1).astype(np.float64), blank.outside
        parted = [self._of_two(*crowd, inner) for crowd in zip(chances.tolist(), reports.tolist(), strict=True)]
        return np.concatenate([parts for parts, _ in parted]), blank.outside + math.fsum(left for _, left in parted)

    def _of_two(self, chance: float, reports: float, many: int) -> tuple[Floats, float]:
        """Return crowds of those of so many reports that are one of two of the options, and what they leave out."""
        less, options = self._less, self._options
        weight = chance * options / ((1 + (options - 1) * less) * reports)
        alike = Binomial.of(int(reports), 2 / (options - 2))
        own, others = (1 + less) / 2 * alike.counts, less * (reports - alike.counts)
        starts = _groups(alike.masses, many)
        ends = np.append(starts[1:], alike.masses.size) - 1
        masses = np.add.reduceat(weight * alike.masses * (own + others), starts)
        parts = [masses, np.maximum(alike.first + starts, 1.0), (own / (own + others))[ends]]
        return np.stack(parts, axis=1), weight * alike.outside * reports * (1 + less) / 2


@dataclass(frozen=True, slots=True)
class _Crowd:
    """So many reports, the person's own among them with probability `share`; all others of them tell nothing.

    `chance` is that of the crowd. The person's own is the true answer with odds 1 to `less` against any other.
    """

    chance: float
    reports: float
    share: float

    def laws(self, less: float) -> tuple[Floats, Floats, float]:
        """Return both laws of how many of the reports are the one of two answers, and what they leave out."""
        heads = Binomial.of(int(self.reports), 1.0)
        ones, others = heads.counts, self.reports - heads.counts
        masses = self.chance * heads.masses
        scale = 2 * self.share / ((1 + less) * self.reports)
        p, q = (masses * (1 - self.share + scale * (a + less * b)) for a, b in ((ones, others), (others, ones)))
        return p, q, 2 * self.chance * heads.outside


def _groups(masses: Floats, many: int) -> NDArray[np.intp]:
    """Return where at most `many` runs of neighbouring places begin, the shorter the likelier they are."""
    if masses.size <= many:
        return np.arange(masses.size)
    ranks = np.cumsum(masses**EVENLY)
    return np.unique(np.append(0, np.searchsorted(ranks, np.linspace(0.0, ranks[-1], many, endpoint=False))))
