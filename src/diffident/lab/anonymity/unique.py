# SPDX-License-Identifier: Apache-2.0
"""Who stands alone: how many rows look like each row, in a table and in the population that it comes from."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.invented.columns import Columns

NOTHING: Final = object()  # stands for every missing value: two of them look alike


class NoQuasiIdentifiers(Refused):
    """A table, and no column by which people could be told apart."""

    code = "no_quasi_identifiers"
    sentence = "No column is named by which people could be told apart."
    remedy = "Name columns that others know of people too, such as a zip code, a date of birth and the sex."


class ColumnMissing(Refused):
    """A column that the table has not."""

    code = "column_missing"
    sentence = "The table has no column {name}."
    remedy = "Name one of its columns: {known}."


def crowd(columns: Columns, names: Sequence[str], among: Columns | None = None) -> NDArray[np.int64]:
    """Return for each row how many rows look like it in these columns: in the table, or `among` others (k-map).

    >>> crowd({"sex": np.array(["F", "F", "M"])}, ["sex"]).tolist()
    [2, 2, 1]
    """
    population = columns if among is None else among
    alike: dict[tuple[Any, ...], int] = {}
    for row in _rows(population, names):
        alike[row] = alike.get(row, 0) + 1
    return np.array([alike.get(row, 0) for row in _rows(columns, names)], np.int64)


def anonymity(columns: Columns, names: Sequence[str]) -> int:
    """Return the k of a table: the size of the smallest crowd; 0 for a table without rows."""
    return int(min(crowd(columns, names), default=0))


def alone(columns: Columns, names: Sequence[str], among: Columns | None = None) -> NDArray[np.int64]:
    """Return the places of rows that look like one row only."""
    return np.flatnonzero(crowd(columns, names, among) == 1)


def _rows(columns: Columns, names: Sequence[str]) -> list[tuple[Any, ...]]:
    """Return what a row looks like in these columns, row by row."""
    return list(zip(*(map(_seen, column(columns, name).tolist()) for name in required(names)), strict=True))


def required(names: Sequence[str]) -> Sequence[str]:
    """Return the columns by which people are told apart, if there are any."""
    if not names:
        raise NoQuasiIdentifiers
    return names


def column(columns: Columns, name: str) -> NDArray[Any]:
    """Return a column of a table."""
    if name not in columns:
        raise ColumnMissing(name=ascii(name), known=", ".join(columns))
    return columns[name]


def _seen(value: Any) -> Any:  # noqa: ANN401 - any value of a column
    return NOTHING if value is None or value != value else value  # noqa: PLR0124 - a value that is not a number
