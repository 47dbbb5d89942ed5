# SPDX-License-Identifier: Apache-2.0
"""Rows in hand, as a table that an engine looks at: the same words and the same bounding as for a curator's tables."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import column_or_1d

from diffident.engine.duckdb import DuckDB, kinds_of
from diffident.errors import Refused
from diffident.question.catalog import EACH_ROW, ColumnFacts, TableFacts
from diffident.question.examples import Examples
from diffident.question.expression import Column, Kind
from diffident.question.facts import Facts
from diffident.question.words import Table
from diffident.randomness.source import Source

TABLE: Final = "rows in hand"
PERSON: Final = "person in hand"
TARGET: Final = "target in hand"


class RowsDoNotMatch(Refused, ValueError):  # noqa: N818 - a refusal; scikit-learn expects a ValueError
    """Columns that do not belong to the same rows: another number of them, or another order."""

    code = "rows_do_not_match"
    sentence = "{what} and the rows of X do not belong together: {problem}."
    remedy = "Take both from one frame, in the same order: fit(data[features], data[target], person=data[person])."


def of(
    X: NDArray[np.float64],
    names: Sequence[str],
    target: NDArray[Any] | None,
    person: NDArray[Any] | None,
) -> tuple[DuckDB, Examples, Facts]:
    """Return an engine that holds the rows, the rows as words, and what is known of their columns: their kinds."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    inside = {name: f"x{place}" for place, name in enumerate(names)}
    columns = {column: pa.array(np.ascontiguousarray(X[:, place])) for place, column in enumerate(inside.values())}
    if target is not None:
        inside[TARGET] = TARGET
        columns[TARGET] = pa.array(target)
    if person is not None:
        columns[PERSON] = pa.array(person, from_pandas=True)
    data = pa.table(columns)
    kinds = {name: kind for name, kind in kinds_of(data).items() if kind is not None}
    whose = EACH_ROW if person is None else PERSON
    facts = TableFacts(name=TABLE, columns={name: ColumnFacts(kind=kinds[name]) for name in kinds}, person=whose)
    engine = DuckDB(once()).also(facts, data)
    examples = Examples(Table.of(facts), tuple((name, Column(column)) for name, column in inside.items()))
    return engine, examples, {name: ColumnFacts(kind=kinds.get(column, Kind.NUMBER)) for name, column in inside.items()}


def column(given: Any, like: Any, *, what: str = "y") -> NDArray[Any]:
    """Return a column of as many values as there are rows, in the order of the rows where both have one."""
    found: NDArray[Any] = column_or_1d(given, warn=True)
    if len(found) != (len(like) if hasattr(like, "__len__") else len(np.asarray(like))):
        raise RowsDoNotMatch(what=what, problem="there are not as many of them")
    ours, theirs = (getattr(each, "index", None) for each in (given, like))
    same: Any = getattr(ours, "equals", None)
    if same is not None and hasattr(theirs, "equals") and not same(theirs):
        raise RowsDoNotMatch(what=what, problem="their indexes are in another order")
    return found


def once() -> str:
    """Return what nobody else has: the secret of an engine, or what tells one fit from every other."""
    return f"{Source.fresh().bits(256):064x}"
