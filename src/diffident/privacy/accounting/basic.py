# SPDX-License-Identifier: Apache-2.0
"""Sums: what several releases tell together when each is known by its epsilon, and perhaps a delta."""

from collections.abc import Iterable
from fractions import Fraction

from diffident.errors import Refused
from diffident.privacy.loss import Approx, Pure
from diffident.privacy.person import Neighbours


class SeparatePeopleMove(Refused):
    """Parts of a table that share nobody, under neighbours where a person can go from one part to another."""

    code = "parts_need_add_remove"
    sentence = "When a person is replaced they may leave one part and enter another, so separate parts cost their sum."
    remedy = 'Add the losses up with in_sequence, or use neighbours="add_remove".'


def in_sequence(parts: Iterable[Pure | Approx]) -> Pure | Approx:
    """Return the loss of releases about the same people.

    Guarantee:
        Whoever sees all of them, and chose each after seeing those before, learns at most what the sum says: for every
        event P(S) <= e^epsilon Q(S) + delta, where the sums hold whatever was chosen.
    Because:
        Given what was seen before, an (e, d)-private release is at most as far apart as one that tells everything with
        probability d and otherwise has ratios within e^+-e (Kairouz, Oh and Viswanath 2015). Unless some
        release tells everything, which has probability at most the sum of the d, ratios multiply along every path.
    Checked by: tests/privacy/accounting/test_basic.py::test_sums_cover_adaptive_releases_and_less_does_not

    >>> in_sequence([Pure(Fraction(1, 2)), Approx(Fraction(1, 2), Fraction(1, 10**6))])
    Approx(epsilon=Fraction(1, 1), delta=Fraction(1, 1000000))
    """
    epsilons, deltas = _columns(parts)
    return _loss(sum(epsilons, Fraction(0)), min(sum(deltas, Fraction(0)), Fraction(1)))


def in_parallel(parts: Iterable[Pure | Approx], neighbours: Neighbours) -> Pure | Approx:
    """Return the loss of releases about separate people: one to each part, the parts fixed by what is public.

    Guarantee:
        If every person has rows in one part only, whatever the others do, all the releases together are at most as
        far apart when a person is added or removed as the largest epsilon and the largest delta say.
    Because:
        Adding or removing a person changes one part. The releases about the others have the same law on both tables
        and are independent of the one that changed, or chosen after it: they multiply both sides alike.
    Checked by: tests/privacy/accounting/test_basic.py::test_separate_people_cost_the_largest_unless_somebody_may_move

    >>> in_parallel([Pure(Fraction(1, 2)), Pure(Fraction(2))], Neighbours.ADD_REMOVE)
    Pure(epsilon=Fraction(2, 1))
    """
    if neighbours is not Neighbours.ADD_REMOVE:
        raise SeparatePeopleMove
    epsilons, deltas = _columns(parts)
    return _loss(max(epsilons, default=Fraction(0)), max(deltas, default=Fraction(0)))


def _columns(parts: Iterable[Pure | Approx]) -> tuple[list[Fraction], list[Fraction]]:
    listed = list(parts)
    return [part.epsilon for part in listed], [
        part.delta if isinstance(part, Approx) else Fraction(0) for part in listed
    ]


def _loss(epsilon: Fraction, delta: Fraction) -> Pure | Approx:
    return Approx(epsilon, delta) if delta else Pure(epsilon)
