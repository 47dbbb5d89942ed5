# SPDX-License-Identifier: Apache-2.0
"""Sums that follow from other sums: the sum of `most - x` is `most` times the number of x, less the sum of x."""

from dataclasses import dataclass
from typing import Self

from diffident.question.expression import Call, Column, Expression, Kind, Literal


@dataclass(frozen=True, slots=True)
class Linear:
    """A formula as constant + factor times a column; NULL where the column is. Without a column it is the constant."""

    constant: int
    factor: int = 0
    column: str | None = None

    @classmethod
    def of(cls, formula: Expression) -> Self | None:
        """Return a formula of integers in that form, or None if it has another.

        Guarantee:
            The sum of the formula over any rows is the constant times the number of rows (of those where the column is
            not NULL, if there is one) plus the factor times the sum of the column.
        Because:
            Sums are linear, and neither side counts a NULL.
        Checked by: tests/engine/test_bounded.py::test_the_fast_form_finds_the_integers_of_the_plain_one

        >>> Linear.of(Call("whole -", (Literal.of(60), Column("x"))))
        Linear(constant=60, factor=-1, column='x')
        """
        match formula:
            case Literal(int(value), Kind.INTEGER):
                return cls(value)
            case Column(name):
                return cls(0, 1, name)
            case Call("whole -", (one, other)):
                return cls._difference(cls.of(one), cls.of(other))
            case _:
                return None

    @classmethod
    def _difference(cls, one: Self | None, other: Self | None) -> Self | None:
        if one is None or other is None or None not in (one.column, other.column):
            return None
        return cls(one.constant - other.constant, one.factor - other.factor, one.column or other.column)
