# SPDX-License-Identifier: Apache-2.0
"""The bytes of an answer: released integers, what they measure, and the certificate. They explain themselves."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from diffident.exact import canonical
from diffident.exact.fixed import FixedPoint
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.question.aggregates import AGGREGATES, Aggregate
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.expression import Column, Kind, Value
from diffident.question.measurement import Measurement, Ones, OnGrid, Pair, Present, Total, Triple
from diffident.question.words.by_keys import Cell

VERSION: Final = 1
MEASUREMENTS: Final = {kind.__name__.lower(): kind for kind in (Ones, Present, Total, Pair, Triple)}
STATISTICS: Final = {kind.__name__: kind for kind in AGGREGATES}
Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Released:
    """One statistic of every cell: which it is, and the integers that it is computed from."""

    aggregate: Aggregate
    noisy: Noisy


@dataclass(frozen=True, slots=True)
class Published:
    """An answer as it is stored: positions and integers, no names that somebody chose."""

    cells: tuple[Cell, ...]
    statistics: tuple[Released, ...]
    certificate: Mapping[str, Any]


def written(
    cells: Sequence[Cell], statistics: Sequence[tuple[Aggregate, int]], parts: Sequence[Noisy], certificate: Plain
) -> bytes:
    """Return the bytes of an answer: a statistic is an aggregate and the number of its part."""
    return canonical.encode(
        {
            "version": VERSION,
            "cells": [[_value(value) for value in cell] for cell in cells],
            "statistics": [
                [type(aggregate).__name__, str(aggregate.formula or "*"), part] for aggregate, part in statistics
            ],
            "parts": [_part(part) for part in parts],
            "certificate": certificate,
        }
    )


def read(stored: bytes) -> Published:
    """Return what the bytes of an answer say."""
    said: Any = canonical.decode(stored)
    parts = [_noisy(part) for part in said["parts"]]
    cells = tuple(tuple(_read_value(value) for value in cell) for cell in said["cells"])
    released = [Released(_aggregate(name, of), parts[part]) for name, of, part in said["statistics"]]
    return Published(cells, tuple(released), said["certificate"])


def _part(noisy: Noisy) -> Plain:
    measurement, law = noisy.measurement, noisy.law
    grid = measurement.grid if isinstance(measurement, OnGrid) else None
    spread = ["laplace", law.scale] if isinstance(law, DiscreteLaplace) else ["gaussian", law.variance]
    return {
        "measures": type(measurement).__name__.lower(),
        "of": str(measurement.formula or "*"),
        "grid": grid and [grid.low, grid.high, grid.step],
        "law": spread,
        "integers": [list(cell) for cell in noisy.cells],
    }


def _noisy(part: Plain) -> Noisy:
    kind, of = MEASUREMENTS[part["measures"]], Column(part["of"])
    if kind is Ones:
        measurement: Measurement = Ones()
    elif kind is Present:
        measurement = Present(of)
    else:
        measurement = kind(of, FixedPoint(*map(Fraction, part["grid"])))  # type: ignore[call-arg, arg-type]
    name, spread = part["law"]
    law = DiscreteLaplace(Fraction(spread)) if name == "laplace" else DiscreteGaussian(Fraction(spread))
    return Noisy(measurement, part["integers"], law)


def _aggregate(name: str, of: str) -> Aggregate:
    kind = STATISTICS[name]
    return kind() if of == "*" else kind(Column(of))  # type: ignore[call-arg, arg-type]


def _value(value: Value) -> object:
    """Return a category as plain data."""
    if isinstance(value, dt.datetime):
        return {Kind.MOMENT.value: value.isoformat()}
    return {Kind.DATE.value: value.isoformat()} if isinstance(value, dt.date) else value


def _read_value(value: Any) -> Value:  # noqa: ANN401 - plain data
    match value:
        case {Kind.MOMENT.value: text}:
            return dt.datetime.fromisoformat(text)
        case {Kind.DATE.value: text}:
            return dt.date.fromisoformat(text)
        case _:
            found: Value = value
            return found
