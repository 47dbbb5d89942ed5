# SPDX-License-Identifier: Apache-2.0
"""How the columns of a table become features: numbers between their limits, categories as one feature each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.learn.layout import Feature
from diffident.question.catalog import ColumnFacts, UnknownName
from diffident.question.expression import Call, Column, Expression, Kind, Literal, Value
from diffident.question.facts import Facts
from diffident.question.limits import Bounds

AS_NUMBER: Final[Mapping[Kind, str]] = {Kind.INTEGER: "as number", Kind.TRUTH: "as number", Kind.DATE: "days"}


class FeatureUnbounded(Refused):
    """A feature whose limits nobody declared."""

    code = "feature_unbounded"
    sentence = "The feature {name} has no limits, and they cannot be taken from the data, because the largest value belongs to somebody."
    remedy = 'Declare the column with dd.bounds(0, 60, source="codebook") or dd.categories(...), or write bounds={{"{name}": (0, 60)}}.'


class ClassesMissing(Refused):
    """A target whose classes nobody declared."""

    code = "classes_missing"
    sentence = (
        "Nobody said which classes there are, and they cannot be taken from the data: a rare one belongs to somebody."
    )
    remedy = "Write classes=[0, 1], or declare the target with dd.categories(...)."


@dataclass(frozen=True, slots=True)
class Number:
    """A column of numbers with its limits."""

    name: str
    kind: Kind
    bounds: Bounds

    @property
    def features(self) -> tuple[Feature, ...]:
        """One feature."""
        return (Feature.between(self.name, self.bounds.low, self.bounds.high),)

    def formulas(self, column: Column) -> tuple[Expression, ...]:
        """Return the value as a number."""
        return (as_number(column, self.kind),)

    def values(self, given: NDArray[Any]) -> list[NDArray[np.float64]]:
        """Return public values as features."""
        return [np.asarray(given, dtype=np.float64)]


@dataclass(frozen=True, slots=True)
class Category:
    """A column with its list of categories; any other value is none of them."""

    name: str
    categories: tuple[Value, ...]

    @property
    def features(self) -> tuple[Feature, ...]:
        """A feature for each category."""
        return tuple(Feature.category(f"{self.name}={each}") for each in self.categories)

    def formulas(self, column: Column) -> tuple[Expression, ...]:
        """Return whether the value is each of them."""
        return tuple(Call("as number", (Call("=", (column, Literal.of(each))),)) for each in self.categories)

    def values(self, given: NDArray[Any]) -> list[NDArray[np.float64]]:
        """Return public values as features."""
        return [np.asarray(given == each, dtype=np.float64) for each in self.categories]


Columns = tuple[Number | Category, ...]


def columns_of(names: Sequence[str], facts: Facts, bounds: Mapping[str, Bounds]) -> Columns:
    """Return the columns that these names stand for, or refuse one without limits."""
    return tuple(_column(name, facts[name], bounds.get(name)) for name in names)


def _column(name: str, facts: ColumnFacts, given: Bounds | None) -> Number | Category:
    if facts.categories is not None and facts.categories.values and given is None:
        return Category(name, tuple(each for each in facts.categories.values if each is not None))
    bounds = given or facts.bounds
    if bounds is None or facts.kind in {Kind.TEXT, Kind.MOMENT}:
        raise FeatureUnbounded(name=name)
    return Number(name, facts.kind, bounds)


def as_number(formula: Expression, kind: Kind) -> Expression:
    """Return a formula in double precision."""
    made = Call(AS_NUMBER[kind], (formula,)) if kind in AS_NUMBER else formula
    return Call("as number", (made,)) if kind is Kind.DATE else made


def class_number(column: Column, classes: Sequence[Value]) -> Expression:
    """Return the number of the class that a column names, -1 for a value that is none of them."""
    arms = [
        part
        for place, each in enumerate(classes)
        for part in (Call("=", (column, Literal.of(each))), Literal.of(float(place)))
    ]
    return Call("case", (*arms, Literal.of(-1.0)))


def limits(given: object, names: Sequence[str], *, what: str) -> dict[str, Bounds]:
    """Return limits by name, from a pair for all, a mapping from names to pairs, or a list of pairs; no pair, no limits."""
    if given is None:
        return {}
    if isinstance(given, Mapping):
        unknown = [name for name in given if name not in names]
        if unknown:
            raise UnknownName(what=what, name=str(unknown[0]), known=", ".join(names))
        return {name: _pair(pair) for name, pair in given.items()}
    pairs: Any = given
    if len(pairs) == 2 and not any(isinstance(each, Sequence | np.ndarray | Bounds) for each in pairs):
        return dict.fromkeys(names, _pair(pairs))
    return {name: _pair(pair) for name, pair in zip(names, pairs, strict=True)}


def _pair(given: Any) -> Bounds:
    if isinstance(given, Bounds):
        return given
    low, high = given
    return Bounds.of(_plain(low), _plain(high), "bounds=")


def _plain(number: object) -> object:
    return number.item() if isinstance(number, np.generic) else number


def unit(bounds: Bounds, *, is_centred: bool, name: str) -> Feature:
    """Return limits as a feature; without a constant in the model 0 stays 0."""
    if is_centred:
        return Feature.between(name, bounds.low, bounds.high)
    return Feature(name, Fraction(0), max(abs(bounds.low), abs(bounds.high)))
