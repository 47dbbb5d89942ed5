# SPDX-License-Identifier: Apache-2.0
"""An answer: a reading of published bytes. Names, order, limits and confidence are applied here and cost nothing."""

import os
from dataclasses import dataclass, field, replace
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack

from diffident.curator import export
from diffident.curator.association import Tested, independence, same_mean
from diffident.curator.certificate import Certificate
from diffident.curator.combined import STOPPED, AnswerTwice, combined, draws_of, one_quantity
from diffident.curator.contrast import Contrast, Row, difference, ratio, trend
from diffident.curator.pictured import pictured
from diffident.curator.published import Published, read
from diffident.curator.reading import Reading
from diffident.curator.sampled import NONE, widened
from diffident.curator.shown import USUAL, Shown, numbers, shown
from diffident.curator.source import arrow_of
from diffident.curator.wanted import Wanted
from diffident.errors import Refused
from diffident.exact.number import decimal
from diffident.privacy.accounting.budget import NOTHING, Price
from diffident.privacy.laws.weighted import Law
from diffident.question.aggregates import Count, CountOf
from diffident.question.expression import Column, Value
from diffident.question.question import cell_name

if TYPE_CHECKING:
    from diffident.curator.curator import Curator
    from diffident.curator.sharpen import Sharpening
    from diffident.show.drawing import Drawing
    from diffident.show.picture import Picture

BELOW_ZERO: Final = "{names} below zero: there noise outweighs the few there may be. Left as it is, sums of such counts are right on average."
SELECTED: Final = "Rows were chosen by what was released for them; their intervals are not adjusted for selection."


class NoInterval(Refused):
    """An interval of something that is no noisy number."""

    code = "no_interval"
    sentence = "{name} is no noisy number and has no interval."
    remedy = "Ask for the interval of one of: {known}."


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """Released statistics by group, each with its noise interval.

    Columns are those that were asked for; a noisy number x has x_low and x_high beside it.
    """

    stored: bytes
    reading: Reading
    confidence: Fraction = USUAL
    others: tuple[bytes, ...] = ()
    asker: "Curator | None" = field(default=None, compare=False)
    published: Published = field(init=False, compare=False)
    table: Shown = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "published", combined([read(each) for each in self.answers]))
        object.__setattr__(self, "table", shown(self.published, self.reading, self.confidence))

    @property
    def columns(self) -> list[str]:
        """The names of the columns, intervals included."""
        return list(self.table.names)

    @property
    def rows(self) -> list[dict[str, Value]]:
        """The rows, as mappings from column names to values."""
        return [dict(zip(self.table.names, row, strict=True)) for row in self.table.rows]

    @property
    def cost(self) -> Price:
        """What was deducted for it, once; reading it again costs nothing."""
        return sum((each.price for each in self.certificates), NOTHING)

    @property
    def certificate(self) -> Certificate:
        """How the answer was made, and what it cost; the first of those that were combined."""
        return self.certificates[0]

    @property
    def certificates(self) -> list[Certificate]:
        """How each of the answers was made that were combined."""
        alone = [Answer(each, self.reading, self.confidence) for each in self.answers] if self.others else [self]
        return [Certificate(one.stored, one.reading, one.confidence, one.table) for one in alone]

    @property
    def notes(self) -> list[str]:
        """What a reader should know of this very table."""
        below = ", ".join(
            name for name, values in self._counts() if any(value is not None and value < 0 for value in values)
        )
        stopped = [STOPPED.format(many=len(self.answers))] * bool(self.others)
        return [BELOW_ZERO.format(names=below)] * bool(below) + [SELECTED] * self.reading.chooses + stopped

    def at(self, confidence: object) -> "Answer":
        """Return the same answer with intervals of another confidence, for nothing."""
        return replace(self, confidence=decimal(confidence, name="confidence", above=0, below=1))

    def combine(self, other: "Answer") -> "Answer":
        """Return this answer and another one of the same quantity as one that is more exact, for nothing."""
        if {*self.answers} & {*other.answers}:
            raise AnswerTwice
        one_quantity(self.published, other.published)
        return replace(self, others=(*self.others, *other.answers))

    def sharpen(self, **wanted: Unpack[Wanted]) -> "Sharpening":
        """Return what it would cost to have it within=..., together with one more answer; `release()` pays that."""
        from diffident.curator.sharpen import sharpening  # noqa: PLC0415 - it offers, and offers know answers

        return sharpening(self, **wanted)

    def difference(self, name: str, one: Row, other: Row) -> Contrast:
        """Return by how much a number is larger in one row than in another, each named by its keys: {"ward": "A"}."""
        return difference(self, name, one, other)

    def ratio(self, name: str, one: Row, other: Row) -> Contrast:
        """Return how many times as large a number is in one row as in another."""
        return ratio(self, name, one, other)

    def trend(self, name: str) -> Contrast:
        """Return by how much a number grows from row to row, along the line of least squares."""
        return trend(self, name)

    def independence(self, name: str) -> Tested:
        """Test whether the two keys of a table of counts have nothing to do with each other, noise included."""
        return independence(self, name)

    def same_mean(self, columns: tuple[str, str, str], one: Row, other: Row) -> Tested:
        """Test whether two groups have one mean, given the columns of means, of variances and of numbers of people."""
        return same_mean(self, columns, one, other)

    def interval(
        self, name: str, confidence: object = USUAL, *, sampling: str = NONE
    ) -> list[tuple[float | None, float | None]]:
        """Return the ends of a column's intervals, row by row.

        They are of noise alone. With `sampling="simple"` people are taken for a simple sample of others, and means have
        intervals for the mean of all of them: no mean between limits has a larger sampling error than is added.
        """
        if sampling != NONE:
            return widened(self.at(confidence), name, sampling)
        table = self.at(confidence).table
        noisy = {table.names[place]: place for place in table.noisy}
        if name not in noisy:
            raise NoInterval(name=name, known=", ".join(noisy))
        return list(zip(*(numbers(table, noisy[name] + end) for end in (1, 2)), strict=True))

    def methods(self) -> str:
        """Return a paragraph for a paper."""
        stopped = [STOPPED.format(many=len(self.answers))] * bool(self.others)
        return " ".join([self.certificate.methods(), *stopped])

    def to_arrow(self) -> Any:  # noqa: ANN401 - pyarrow has no types of its own
        """Return an Arrow table, its types those of the columns, also where there are no rows."""
        return arrow_of(self.table.names, self.table.kinds, self.table.rows)

    def to_pandas(self) -> Any:  # noqa: ANN401 - whoever calls it has pandas
        """Return a pandas frame."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:  # noqa: ANN401 - whoever calls it has Polars
        """Return a Polars frame."""
        import polars as pl  # noqa: PLC0415 - the caller's

        return pl.from_arrow(self.to_arrow())

    def to_csv(self, path: str | os.PathLike[str]) -> Path:
        """Write the table as a CSV file in UTF-8, and return its path; no cell of it is run by a spreadsheet."""
        Path(path).write_text(export.csv(self.table), encoding="utf-8", newline="")
        return Path(path)

    def to_markdown(self) -> str:
        """Return the table in Markdown, with its footnotes."""
        return export.markdown(self.table, self._feet())

    def picture(self, kind: str | None = None, *, column: str | None = None, sampling: str = NONE) -> "Picture":
        """Return what a picture shows: "bars", "histogram", "heat map" or "cumulative"; the usual one if none is named.

        Of several noisy columns it shows the first, or the one that is named. `sampling="simple"` adds how far a mean of
        a simple sample of people may lie from that of everybody.
        """
        return pictured(self, column, sampling).picture(kind)

    def plot(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        kind: str | None = None,
        column: str | None = None,
        sampling: str = NONE,
    ) -> "Drawing":
        """Return that picture for a notebook to show, and write it to a path that ends in .svg or .png, if one is given."""
        from diffident.show.drawing import Drawing  # noqa: PLC0415 - slow to import

        drawing = Drawing(self.picture(kind, column=column, sampling=sampling))
        if path is not None:
            drawing.save(path)
        return drawing

    def vega(self, kind: str | None = None, *, column: str | None = None, sampling: str = NONE) -> dict[str, Any]:
        """Return that picture as a Vega-Lite specification."""
        from diffident.show.vega import vega  # noqa: PLC0415 - only whoever draws needs it

        return vega(self.picture(kind, column=column, sampling=sampling))

    def __str__(self) -> str:
        return "\n".join([export.text(self.table), "", *(f"  {line}" for line in self._feet())])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"{export.html(self.table, self._feet())}{self._drawn()}"

    def _drawn(self) -> str:
        """Return the usual picture for a notebook, folded away, if there is something to draw and to draw with."""
        from diffident.show.chart import can_draw  # noqa: PLC0415 - only notebooks draw

        return self.plot().folded() if can_draw() and self.table.noisy and self.table.rows else ""

    def _feet(self) -> list[str]:
        return [f"price: {' and '.join(each.paid() for each in self.certificates)}", *self.notes]

    @property
    def noise(self) -> tuple[tuple[Law, ...], ...]:
        """The noise of each part in each of the answers that were combined."""
        return draws_of(self.published)

    @property
    def digests(self) -> tuple[str, ...]:
        """By what the answers that were combined are known."""
        return tuple(sha256(each).hexdigest() for each in self.answers)

    @property
    def answers(self) -> tuple[bytes, ...]:
        """The bytes of every answer that was combined, its own first."""
        return self.stored, *self.others

    def _counts(self) -> list[tuple[str, list[float | None]]]:
        """Return the columns that are counts and nothing else, with their values."""
        counts = {
            Column(cell_name(number))
            for number, (cell, _) in enumerate(self.reading.cells)
            if isinstance(cell, Count | CountOf)
        }
        noisy = [out for out in self.reading.after.outputs if self.reading.statistics_in(out.formula)]
        columns = [(out.formula, place) for out, place in zip(noisy, self.table.noisy, strict=True)]
        return [
            (self.table.names[place], numbers(self.table, place)) for formula, place in columns if formula in counts
        ]
