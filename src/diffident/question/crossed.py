# SPDX-License-Identifier: Apache-2.0
"""Two columns measured together: the products of what tells the moments of each, from which all mixed moments follow.

With u of S steps and v of T, the integers of a row are C(p, i) u^i (S - u)^(p - i) times C(q, j) v^j (T - v)^(q - j) for
i up to p and j up to q: the Bernstein triple (Takakura, Liew and Hasegawa 2025) in two dimensions, of any degrees.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import comb
from typing import Final

from diffident.exact.fixed import FixedPoint
from diffident.question.expression import Call, Expression, Literal
from diffident.question.measurement import Measurement, OfRows
from diffident.question.steps import above, below, in_steps

STEPS: Final = 11  # 2^11 to 2^12 steps: the product of two squares leaves room for the rows of a person and wide noise
Polynomial = Mapping[tuple[int, int], float]  # by the powers of u/S and v/T


@dataclass(frozen=True, slots=True)
class Crossed(OfRows):
    """All are at least 0 and together always S^p T^q; a row where either value is NULL counts as nothing."""

    formula: Expression
    other: Expression
    grid: FixedPoint
    other_grid: FixedPoint
    degree: int
    other_degree: int

    @property
    def formulas(self) -> tuple[Expression, ...]:
        """Both."""
        return self.formula, self.other

    @property
    def grids(self) -> tuple[tuple[Expression, FixedPoint], ...]:
        """Each on its grid."""
        return (self.formula, self.grid), (self.other, self.other_grid)

    @property
    def name(self) -> str:
        """What is measured."""
        return f"Bernstein products of {self.formula} and {self.other}"

    @property
    def row_reach(self) -> int:
        """The steps between the limits of each, to the power of its degree."""
        first, second = (grid.most - grid.least for _, grid in self.grids)
        return int(first**self.degree * second**self.other_degree)

    def read(self, values: Sequence[str]) -> tuple[Expression, ...]:
        """Return both values as steps of their grids."""
        return tuple(in_steps(value, grid) for value, (_, grid) in zip(values, self.grids, strict=True))

    def columns(self, read: Sequence[str]) -> tuple[Expression, ...]:
        """Return all products."""
        first, second = read
        firsts = _bernstein(first, self.grid, self.degree)
        seconds = _bernstein(second, self.other_grid, self.other_degree)
        return tuple(Call("whole *", (first, second)) for first in firsts for second in seconds)

    def covers(self, other: Measurement) -> bool:
        """Products of higher degrees tell all that those of lower ones tell."""
        if not isinstance(other, Crossed):
            return False
        is_alike = self.grids == other.grids
        return is_alike and self.degree >= other.degree and self.other_degree >= other.other_degree

    def weights(self, polynomial: Polynomial) -> list[float]:
        """Return the weights under which the released integers add up to a polynomial's sum over rows, times row_reach.

        u^a is the sum over i of C(i, a)/C(p, a) times the i-th of degree p, and so for v.
        """
        return [
            sum(
                factor * comb(i, a) / comb(self.degree, a) * comb(j, b) / comb(self.other_degree, b)
                for (a, b), factor in polynomial.items()
            )
            for i in range(self.degree + 1)
            for j in range(self.other_degree + 1)
        ]


def _bernstein(read: str, grid: FixedPoint, degree: int) -> list[Expression]:
    """Return C(p, i) u^i (S - u)^(p - i) for i from 0 to p."""
    up, down = above(read, grid), below(read, grid)
    return [_product(comb(degree, i), [up] * i + [down] * (degree - i)) for i in range(degree + 1)]


def _product(factor: int, parts: list[Expression]) -> Expression:
    numbers: list[Expression] = [Literal.of(factor)] * (factor > 1)
    return reduce(lambda one, other: Call("whole *", (one, other)), numbers + parts)
