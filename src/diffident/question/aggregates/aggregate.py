# SPDX-License-Identifier: Apache-2.0
"""What every aggregate is, and what it finishes into."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeAlias

from diffident.errors import Refused
from diffident.exact.fixed import FixedPoint
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace, OfRanks
from diffident.privacy.laws.weighted import Weighted
from diffident.question.catalog import ColumnFacts
from diffident.question.expression import Expression, Kind
from diffident.question.limits import STEPS
from diffident.question.measurement import Measurement

Additive: TypeAlias = DiscreteLaplace | DiscreteGaussian | Weighted
NoiseLaw: TypeAlias = Additive | OfRanks


class BoundsMissing(Refused):
    """A statistic whose noise needs limits that nobody declared."""

    code = "needs_bounds"
    sentence = (
        "{aggregate}({formula}) needs limits for {formula}, and they cannot be taken from the data, "
        "because the largest value belongs to somebody."
    )
    remedy = (
        'Declare the column with dd.bounds(0, 60, source="codebook"), in a curator file {{ bounds = [0, 60], source = '
        '"codebook" }}, or write GREATEST(0, LEAST(60, {formula})).'
    )


class NumbersMissing(Refused):
    """A statistic of numbers, of a formula that holds something else."""

    code = "needs_numbers"
    sentence = "{aggregate} is of numbers, and {formula} holds the kind {kind}."
    remedy = "Choose a column of numbers, or write CAST({formula} AS DOUBLE), which is NULL where there is no number."


@dataclass(frozen=True, slots=True)
class Estimate:
    """One released number with its noise interval: between low and high lies the truth, with the confidence asked."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Noisy:
    """What was released of one measurement: an integer for each cell and column, and the law of the noise in each."""

    measurement: Measurement
    cells: Sequence[Sequence[int]]
    law: NoiseLaw


@dataclass(frozen=True, slots=True)
class Aggregate(ABC):
    """A statistic of the rows of every cell. Finishing is computed from released integers alone."""

    formula: Expression | None
    sql: ClassVar[str]
    name: ClassVar[str]
    counted_in: ClassVar[str] = ""  # what expected errors count, where it is not what the column counts

    @property
    def formulas(self) -> tuple[Expression, ...]:
        """What it is a statistic of; nothing where it is of the rows themselves."""
        return () if self.formula is None else (self.formula,)

    def measured(self, known: Callable[[Expression], ColumnFacts]) -> Measurement:
        """Return what has to be measured, given how to find what is known of a formula."""
        return self.measurement(None if self.formula is None else known(self.formula))

    @abstractmethod
    def measurement(self, facts: ColumnFacts | None) -> Measurement:
        """Return what has to be measured, given what is known of the formula."""

    @abstractmethod
    def finish(self, noisy: Noisy, confidence: Fraction) -> Sequence[Estimate]:
        """Return an estimate for each cell, from its own measurement or one that covers it."""

    @abstractmethod
    def foresee(
        self, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
    ) -> float | None:
        """Return the expected half-width for a cell of so many rows, or None where that must be known and is not."""

    def size(self, rows: float, usual: float | None) -> float | None:  # noqa: ARG002 - each its own
        """Return about how large it is for so many rows of a usual value, or None where that cannot be told."""
        return None

    def sampling(self, measurement: Measurement, rows: float) -> float | None:  # noqa: ARG002 - each its own
        """Return the standard error that a simple sample of so many has at most, or None where nobody knows it."""
        return None

    def __str__(self) -> str:
        return f"{self.sql}({', '.join(map(str, self.formulas)) or '*'})"


def additive(law: NoiseLaw) -> Additive:
    """Return a law of noise that is added to sums; whoever chooses adds none."""
    assert not isinstance(law, OfRanks)  # noqa: S101 - sums are never chosen
    return law


def grid_of(
    aggregate: Aggregate, facts: ColumnFacts | None, formula: Expression | None = None, *, steps: int = STEPS
) -> FixedPoint:
    """Return the grid of the values that are aggregated, or refuse."""
    if facts is None or not (facts.kind.is_numeric or facts.kind is Kind.TRUTH):
        kind = "nothing" if facts is None else facts.kind.value
        raise NumbersMissing(aggregate=aggregate.sql, formula=formula or aggregate.formula, kind=kind)
    if facts.bounds is None:
        raise BoundsMissing(aggregate=aggregate.sql, formula=formula or aggregate.formula)
    return facts.bounds.grid(facts.kind, steps)
