# SPDX-License-Identifier: Apache-2.0
"""What people expect of a table: which share of them has each category, and what is usual in a column. For plans only.

Nothing that is expected limits anybody or moves noise: whoever expects wrongly plans wrongly, and no more.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from diffident.errors import Refused
from diffident.exact.number import decimal


class ShapeUnclear(Refused):
    """Something that is neither what is usual in a column nor the shares of its categories."""

    code = "shape_unclear"
    sentence = "shape says nothing clear about {column}."
    remedy = (
        'Write shape={{"stay": 4.5, "ward": {{"A": "0.7", "B": "0.3"}}}}: a usual value, or shares of people above 0.'
    )


@dataclass(frozen=True, slots=True)
class Shape:
    """Shares of people by category, and usual values, by column."""

    shares: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict[str, Mapping[str, Fraction]])
    usual: Mapping[str, Fraction] = field(default_factory=dict[str, Fraction])

    @classmethod
    def of(cls, given: object, columns: Collection[str]) -> "Shape":
        """Return what somebody wrote, column by column.

        >>> Shape.of({"stay": "4.5"}, ["stay"]).usual
        {'stay': Fraction(9, 2)}
        """
        if not isinstance(given, Mapping):
            raise ShapeUnclear(column="any column")
        said: Mapping[Any, Any] = given
        for column in said:
            if column not in columns:
                raise ShapeUnclear(column=ascii(column)[:40])
        shares = {column: _shares(column, each) for column, each in said.items() if isinstance(each, Mapping)}
        usual = {column: decimal(each, name=column) for column, each in said.items() if column not in shares}
        return cls(shares, usual)

    def as_plain(self) -> dict[str, object]:
        """Return it as somebody would write it."""
        return {**self.shares, **self.usual}


def _shares(column: str, given: Mapping[object, object]) -> Mapping[str, Fraction]:
    """Return shares by category as it is written, since a curator file has no other keys."""
    if not given:
        raise ShapeUnclear(column=column)
    return {str(category): decimal(share, name=column, above=0, at_most=1) for category, share in given.items()}
