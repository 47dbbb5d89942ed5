# SPDX-License-Identifier: Apache-2.0
"""How far one person can move a list of numbers, in the two distances that noise is scaled to."""

from dataclasses import dataclass
from fractions import Fraction

from diffident.exact.fixed import EmptyInterval
from diffident.exact.number import whole
from diffident.exact.spelling import shown
from diffident.privacy.person import Neighbours

FARTHEST = 1 << 64  # no column of ours holds a larger number


@dataclass(frozen=True, slots=True)
class Reach:
    """The most that one person moves the numbers: the sum of changes (L1) and the sum of their squares (L2 squared)."""

    l1: Fraction
    l2_squared: Fraction

    @classmethod
    def of_counts(
        cls, neighbours: Neighbours, *, rows_per_person: int = 1, rows_per_group: int | None = None
    ) -> "Reach":
        """Return the reach of a histogram of rows, a person having at most `rows_per_group` rows in one cell.

        One count by itself is a sum of ones: `of_sum(neighbours, 0, 1)`, which under "replace" is half as far.

        Guarantee:
            Histograms of neighbouring tables differ by at most `l1` in sum and `l2_squared` in sum of squares.
        Because:
            A person's rows are a vector v >= 0 with sum <= rows_per_person and entries <= rows_per_group; its square
            sum is convex, hence largest with as many full cells as possible. Replacing removes one such vector and
            adds another, and |v - w|^2 <= |v|^2 + |w|^2 because both are non-negative.
        Checked by: tests/privacy/test_reach.py::test_nobody_moves_a_histogram_further

        >>> Reach.of_counts(Neighbours.REPLACE)
        Reach(l1=Fraction(2, 1), l2_squared=Fraction(2, 1))
        """
        rows = whole(rows_per_person, name="rows_per_person", at_least=1)
        most = (
            rows if rows_per_group is None else whole(rows_per_group, name="rows_per_group", at_least=1, at_most=rows)
        )
        full, rest = divmod(rows, most)
        return cls(Fraction(neighbours.moves * rows), Fraction(neighbours.moves * (full * most**2 + rest**2)))

    @classmethod
    def of_sum(cls, neighbours: Neighbours, low: Fraction, high: Fraction, *, rows_per_person: int = 1) -> "Reach":
        """Return the reach of one sum of values clamped into [low, high], a person having at most so many rows.

        Guarantee:
            Sums over neighbouring tables differ by at most `l1`.
        Because:
            A person's rows sum to something between rows * min(low, 0) and rows * max(high, 0), also if there are
            fewer of them. Adding moves the sum by one such number, replacing by the difference of two.
        Checked by: tests/privacy/test_reach.py::test_nobody_moves_a_sum_further

        >>> Reach.of_sum(Neighbours.ADD_REMOVE, Fraction(-2), Fraction(5), rows_per_person=3).l1
        Fraction(15, 1)
        """
        if low >= high:
            raise EmptyInterval(low=shown(low), high=shown(high))
        rows = whole(rows_per_person, name="rows_per_person", at_least=1)
        below, above = rows * min(low, Fraction(0)), rows * max(high, Fraction(0))
        far = max(-below, above) if neighbours is Neighbours.ADD_REMOVE else above - below
        return cls(far, far**2)

    @classmethod
    def of_vectors(cls, neighbours: Neighbours, *, l1: int, l2_squared: int, rows_per_person: int = 1) -> "Reach":
        """Return the reach of a sum of vectors of whole numbers, one a row, each within these two lengths.

        Guarantee:
            Sums over neighbouring tables differ by at most `l1` in sum and `l2_squared` in sum of squares.
        Because:
            Adding a person adds at most rows vectors, replacing one at most twice as many (those removed with the
            other sign): the triangle inequality holds for both lengths, and squaring it squares the number of rows.
            Of one vector, l2_squared <= l1^2, and l1 <= l2_squared because a whole number is at most its square.
        Checked by: tests/privacy/test_reach.py::test_nobody_moves_a_sum_of_vectors_further

        >>> Reach.of_vectors(Neighbours.ADD_REMOVE, l1=3, l2_squared=5, rows_per_person=2)
        Reach(l1=Fraction(6, 1), l2_squared=Fraction(20, 1))
        """
        length = whole(l1, name="l1", at_least=1, at_most=FARTHEST)
        square = whole(l2_squared, name="l2_squared", at_least=1, at_most=FARTHEST**2)
        vectors = neighbours.moves * whole(rows_per_person, name="rows_per_person", at_least=1)
        return cls(Fraction(vectors * min(length, square)), Fraction(vectors**2 * min(square, length**2)))
