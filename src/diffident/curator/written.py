# SPDX-License-Identifier: Apache-2.0
"""Formulas, measurements, statistics and laws as plain data, and back: what is stored of an answer explains itself.

What has been written once is read for good. Numbers, names and positions are written as they are; a formula as
{"formula": [...]}, a grid as {"grid": [low, high, step]}; whatever is made of such things as its name and its fields.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any, Final

from diffident.exact.fixed import FixedPoint
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace, OfRanks
from diffident.privacy.laws.weighted import Weighted
from diffident.question import aggregates, crossed, mixed, ranks, strategies, weighted
from diffident.question import measurement as measurements
from diffident.question.aggregates import Aggregate
from diffident.question.aggregates.aggregate import NoiseLaw
from diffident.question.expression import Call, Column, Expression, Kind, Literal, Value, as_plain
from diffident.question.measurement import Measurement
from diffident.question.strategies import Strategy

Plain = dict[str, Any]

LITERALS: Final[Mapping[Kind, Callable[[str], Value]]] = {
    Kind.TRUTH: lambda text: text == "True",
    Kind.INTEGER: int,
    Kind.NUMBER: float,
    Kind.TEXT: str,
    Kind.DATE: dt.date.fromisoformat,
    Kind.MOMENT: dt.datetime.fromisoformat,
}


def write(made: Measurement | Aggregate) -> Plain:
    """Return a measurement or a statistic as plain data.

    >>> from diffident.question.measurement import Present
    >>> write(Present(Column("stay")))
    {'kind': 'Present', 'formula': {'formula': ['column', 'stay']}}
    """
    given = {each.name: _field(getattr(made, each.name)) for each in fields(made)}
    return {"kind": type(made).__name__, **given}


def measurement(stored: Plain) -> Measurement:
    """Return the measurement that was written so."""
    kinds = {**vars(measurements), **vars(crossed), **vars(weighted), **vars(mixed), **vars(ranks)}
    made: Measurement = _made(Measurement, kinds, stored)
    return made


def aggregate(stored: Plain) -> Aggregate:
    """Return the statistic that was written so."""
    made: Aggregate = _made(Aggregate, vars(aggregates), stored)
    return made


def formula(stored: Any) -> Expression:  # noqa: ANN401 - lists in lists
    """Return the formula that `as_plain` wrote.

    >>> formula(as_plain(Call("+", (Column("stay"), Literal.of(1)))))
    Call(function='+', arguments=(Column(name='stay'), Literal(value=1, kind=<Kind.INTEGER: 'integer'>)))
    """
    match stored:
        case ["column", str(name)]:
            return Column(name)
        case ["literal", None, None]:
            return Literal.of(None)
        case ["literal", str(kind), str(text)]:
            return Literal.of(LITERALS[Kind(kind)](text))
        case [function, *arguments]:
            return Call(function, tuple(map(formula, arguments)))
        case _:
            raise TypeError(type(stored).__name__)


def write_law(law: NoiseLaw) -> list[object]:
    """Return a law of noise as plain data; what is left of several is computed, and never stored."""
    assert not isinstance(law, Weighted)  # noqa: S101 - no mechanism draws it
    if isinstance(law, OfRanks):
        return ["ranks", law.rate, law.ways]
    return ["laplace", law.scale] if isinstance(law, DiscreteLaplace) else ["gaussian", law.variance]


def law(stored: Any) -> NoiseLaw:  # noqa: ANN401 - plain data
    """Return the law that was written so."""
    name, spread, *more = stored
    if name == "ranks":
        return OfRanks(Fraction(spread), *map(Fraction, more))
    return DiscreteLaplace(Fraction(spread)) if name == "laplace" else DiscreteGaussian(Fraction(spread))


def write_value(value: Value) -> object:
    """Return a category as plain data."""
    if isinstance(value, dt.datetime):
        return {Kind.MOMENT.value: value.isoformat()}
    return {Kind.DATE.value: value.isoformat()} if isinstance(value, dt.date) else value


def value(stored: Any) -> Value:  # noqa: ANN401 - plain data
    """Return the category that was written so."""
    match stored:
        case {Kind.MOMENT.value: text}:
            return dt.datetime.fromisoformat(text)
        case {Kind.DATE.value: text}:
            return dt.date.fromisoformat(text)
        case _:
            found: Value = stored
            return found


def _field(given: object) -> object:
    match given:
        case Column() | Literal() | Call():
            return {"formula": as_plain(given)}
        case tuple():
            return {"several": [_field(each) for each in given]}
        case Measurement():
            return {"measurement": write(given)}
        case Strategy():
            return {"strategy": type(given).__name__} | {each.name: getattr(given, each.name) for each in fields(given)}
        case FixedPoint(low, high, step):
            return {"grid": [low, high, step]}
        case _:
            return given


def _read_field(stored: Any) -> Any:  # noqa: ANN401 - plain data
    match stored:
        case {"formula": plain}:
            return formula(plain)
        case {"grid": [low, high, step]}:
            return FixedPoint(Fraction(low), Fraction(high), Fraction(step))
        case {"several": list(each)}:
            return tuple(map(_read_field, each))
        case {"measurement": plain}:
            return measurement(plain)
        case {"strategy": str(name)}:
            return getattr(strategies, name)(**{each: given for each, given in stored.items() if each != "strategy"})
        case _:
            return stored


def _made(kind: type[Any], known: Mapping[str, Any], stored: Plain) -> Any:  # noqa: ANN401 - one of that kind
    found = known[stored["kind"]]
    if not (isinstance(found, type) and issubclass(found, kind)):
        raise TypeError(stored["kind"])
    return found(**{name: _read_field(given) for name, given in stored.items() if name != "kind"})
