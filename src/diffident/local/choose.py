# SPDX-License-Identifier: Apache-2.0
"""Which protocol is best for a question with so many options, and why."""

from dataclasses import dataclass
from typing import Final

from diffident.local.counted import Counted
from diffident.local.hadamard import Hadamard
from diffident.local.hashing import Hashing
from diffident.local.options import how_many, named
from diffident.local.response import Response
from diffident.local.subset_selection import SubsetSelection
from diffident.local.unary import Unary

LISTED: Final = 1_000  # options of which people's devices still send lists
NEARLY: Final = 1.02  # a report that is simpler is worth two per cent


@dataclass(frozen=True, slots=True)
class Candidate:
    """A protocol, n times the variance of a rare option's share, and the numbers in one report."""

    protocol: Counted
    variance: float
    numbers: float


@dataclass(frozen=True, slots=True)
class Choice:
    """The protocol that was chosen, and all that were compared, best first."""

    protocol: Counted
    compared: tuple[Candidate, ...]

    @property
    def why(self) -> str:
        """The reason, in one sentence."""
        chosen, best = next(each for each in self.compared if each.protocol is self.protocol), self.compared[0]
        name = type(self.protocol).__name__
        if chosen is best:
            return f"{name} is the most accurate here: n times the variance of a rare option is {chosen.variance:.3g}."
        more = round(100 * (chosen.variance / best.variance - 1))
        return (
            f"{name} has shorter reports than {type(best.protocol).__name__} ({chosen.numbers:g} numbers, not "
            f"{best.numbers:g}), for {more} % more variance: {chosen.variance:.3g}."
        )


def choose(options: object, epsilon: object) -> Choice:
    """Return the protocol that is best for one of these options.

    >>> choose(4, epsilon=1).protocol
    Response(options=4, epsilon='1')
    >>> choose(10_000, epsilon=1).why.partition(" is ")[0]
    'Hashing'
    """
    many = how_many(named(options))
    candidates = [Candidate(Response(options=options, epsilon=epsilon), 0, 1)]
    candidates += [Candidate(Hashing(options=options, epsilon=epsilon), 0, 3)]
    candidates += [Candidate(Hadamard(options=options, epsilon=epsilon), 0, 2)]
    if many <= LISTED:
        subset, unary = SubsetSelection(options=options, epsilon=epsilon), Unary(options=options, epsilon=epsilon)
        marked = float(unary.p + (many - 1) * unary.q)
        candidates += [Candidate(subset, 0, subset.size), Candidate(unary, 0, marked)]
    compared = sorted(
        (Candidate(each.protocol, each.protocol.variance(0), each.numbers) for each in candidates),
        key=lambda each: each.variance,
    )
    good = [each for each in compared if each.variance <= NEARLY * compared[0].variance]
    return Choice(min(good, key=lambda each: each.numbers).protocol, tuple(compared))
