# SPDX-License-Identifier: Apache-2.0
"""An answer: a reading of published bytes. Names, order, limits and confidence are applied here and cost nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from diffident.curator.published import Published, read
from diffident.engine.memory import value
from diffident.errors import Refused
from diffident.exact.number import decimal
from diffident.question.aggregates.aggregate import Estimate
from diffident.question.expression import Expression, Value, columns_of
from diffident.question.intervals import interval
from diffident.question.limits import Bounds
from diffident.question.question import After, cell_name, key_name
from diffident.show import text

USUAL = Fraction(95, 100)


class NoInterval(Refused):
    """An interval of something that is no noisy number."""

    code = "no_interval"
    sentence = "{name} is no noisy number and has no interval."
    remedy = "Ask for the interval of one of: {known}."


@dataclass(frozen=True, slots=True)
class Answer:
    """Released statistics by group, each with its noise interval.

    Columns are those that were asked for; a noisy number x has x_low and x_high beside it.
    """

    stored: bytes
    after: After
    confidence: Fraction = USUAL
    published: Published = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "published", read(self.stored))

    @property
    def rows(self) -> list[dict[str, Value]]:
        """The rows, as mappings from column names to values."""
        return [self._shown(found) for found in self._found()]

    @property
    def certificate(self) -> Mapping[str, Any]:
        """How the answer was made, and what it cost."""
        return self.published.certificate

    def interval(self, name: str, confidence: object = USUAL) -> list[tuple[float, float]]:
        """Return the ends of a column's intervals, row by row."""
        sure = decimal(confidence, name="confidence", above=0, below=1)
        noisy = [output.name for output in self.after.outputs if _is_noisy(output.formula)]
        if name not in noisy:
            raise NoInterval(name=name, known=", ".join(noisy))
        again = Answer(self.stored, self.after, sure)
        return [(float(row[f"{name}_low"]), float(row[f"{name}_high"])) for row in again.rows]  # type: ignore[arg-type]

    def to_arrow(self) -> Any:  # noqa: ANN401 - pyarrow has no types of its own
        """Return an Arrow table."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import

        return pa.Table.from_pylist(self.rows, schema=None) if self.rows else pa.table({})

    def to_pandas(self) -> Any:  # noqa: ANN401 - whoever calls it has pandas
        """Return a pandas frame."""
        import pandas as pd  # noqa: PLC0415 - the caller's

        return pd.DataFrame(self.rows)

    def to_polars(self) -> Any:  # noqa: ANN401 - whoever calls it has Polars
        """Return a Polars frame."""
        import polars as pl  # noqa: PLC0415 - the caller's

        return pl.DataFrame(self.rows)

    def __str__(self) -> str:
        rows = self.rows
        names = list(rows[0]) if rows else [output.name for output in self.after.outputs]
        return text.table(names, [[_cell(row[name]) for name in names] for row in rows])

    def _found(self) -> list[tuple[dict[str, Value], dict[str, Bounds | None]]]:
        """Return the rows that are left after HAVING, ORDER BY and LIMIT: released values and their intervals."""
        rows = list(self._released())
        if self.after.having is not None:
            rows = [row for row in rows if value(self.after.having, row[0]) is True]
        for formula, runs_down in reversed(self.after.order):
            rows.sort(key=lambda row: _rank(value(formula, row[0])), reverse=runs_down)
        return rows if self.after.limit is None else rows[: self.after.limit]

    def _released(self) -> Iterator[tuple[dict[str, Value], dict[str, Bounds | None]]]:
        used = {name for output in self.after.outputs for name in columns_of(output.formula) if name.startswith("cell")}
        sure = 1 - (1 - self.confidence) / max(1, self._most_together())
        finished = [each.aggregate.finish(each.noisy, sure) for each in self.published.statistics]
        del used
        for place, cell in enumerate(self.published.cells):
            keys: dict[str, Value] = {key_name(number): key for number, key in enumerate(cell)}
            estimates = {cell_name(number): column[place] for number, column in enumerate(finished)}
            bounds = {name: _bounds(estimate) for name, estimate in estimates.items()}
            yield {**keys, **{name: estimate.value for name, estimate in estimates.items()}}, dict(bounds)

    def _most_together(self) -> int:
        """How many noisy numbers one column is computed from at most: their intervals have to hold together."""
        counts = (
            len({name for name in columns_of(out.formula) if name.startswith("cell")}) for out in self.after.outputs
        )
        return max(counts, default=1)

    def _shown(self, found: tuple[dict[str, Value], dict[str, Bounds | None]]) -> dict[str, Value]:
        values, bounds = found
        row: dict[str, Value] = {}
        for output in self.after.outputs:
            row[output.name] = value(output.formula, values)
            if _is_noisy(output.formula):
                ends = interval(output.formula, bounds)
                row[f"{output.name}_low"], row[f"{output.name}_high"] = (
                    (None, None) if ends is None else map(float, ends)
                )
        return row


def _is_noisy(formula: Expression) -> bool:
    return any(name.startswith("cell") for name in columns_of(formula))


def _bounds(estimate: Estimate) -> Bounds | None:
    low, high = Fraction(estimate.low), Fraction(estimate.high)
    return Bounds(low, high) if low < high else None


def _rank(found: Value) -> tuple[bool, Any]:
    return found is not None, 0 if found is None else found


def _cell(found: Value) -> text.Cell:
    return found if found is None or isinstance(found, str | int | float) else str(found)
