# SPDX-License-Identifier: Apache-2.0
"""How many people a group is expected to have, before anybody is asked: from planning facts alone."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from diffident.question.catalog import TableFacts
from diffident.question.expression import Column
from diffident.question.question import Key


@dataclass(frozen=True, slots=True)
class Expected:
    """People in an ordinary group, and in the smallest one."""

    ordinary: Fraction
    smallest: Fraction


def expected(keys: Sequence[Key], limits: TableFacts) -> Expected | None:
    """Return what is expected of groups by these keys, or None where no fact tells it.

    Groups have equal shares where no shape says otherwise, and keys are taken to have nothing to do with each other. Of
    hidden categories nobody knows how many there are: the shape says how many people one of them has.
    """
    sizes = [limits.shape.usual.get(_name(key)) for key in keys if key.categories.hidden]
    if None in sizes or (limits.expected_people is None and not sizes):
        return None
    people = min((size for size in sizes if size is not None), default=Fraction(limits.expected_people or 0))
    listed = [key for key in keys if not key.categories.hidden]
    least = math.prod(min(_shares(key, limits)) for key in listed)
    return Expected(people / math.prod(len(key.categories.values) for key in listed), people * least)


def _shares(key: Key, limits: TableFacts) -> list[Fraction]:
    """Return which share of people each category has."""
    values = key.categories.values
    known = limits.shape.shares.get(_name(key), {})
    return [known[str(value)] for value in values if str(value) in known] or [Fraction(1, len(values))]


def _name(key: Key) -> str:
    return key.formula.name if isinstance(key.formula, Column) else ""
