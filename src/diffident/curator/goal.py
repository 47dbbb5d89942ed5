# SPDX-License-Identifier: Apache-2.0
"""How exact one statistic must be, as somebody wrote it, and the least epsilon that makes it so. No row is read."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from statistics import NormalDist
from typing import Final

from diffident.curator.noise import Sheet
from diffident.curator.shares import FactMissing, lacks_people
from diffident.errors import Refused
from diffident.exact.number import Epsilon, decimal
from diffident.exact.spelling import plain
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.tradeoff.search import SOME, digit, least
from diffident.question.aggregates import Aggregate
from diffident.question.aggregates.aggregate import NoiseLaw
from diffident.question.expected import expected
from diffident.question.expression import Column
from diffident.question.measurement import Measurement, OnGrid
from diffident.question.question import cell_name

DIGITS: Final = 3  # of an epsilon: what is paid is at most a hundredth more than it had to be, and can be read
GUESSES: Final = 8
NEAR: Final = 0.01  # a guess that is so close is good enough to search around
LEAST: Final = 1e-6
MOST_PEOPLE: Final = 10**12

ANY: Final = DiscreteLaplace(Fraction(1))  # some noise, to see whether more must be known than the noise

LawAt = Callable[[Fraction], NoiseLaw]


class NoSuchStatistic(Refused):
    """An error for something that is no statistic of the answer."""

    code = "within_of_no_statistic"
    sentence = "{name} is no column of this answer that shows one statistic."
    remedy = "Name one of: {known}. What is computed from several statistics is as exact as these are."


class BelowResolution(Refused):
    """An error that is finer than what is measured."""

    code = "within_below_resolution"
    sentence = "{name} is measured in steps of {step} and cannot be had within {within}."
    remedy = "Ask for it within {step} or more."


class OutOfReach(Refused):
    """An error that no price buys."""

    code = "within_out_of_reach"
    sentence = "{name} cannot be had within {within}: {best}."
    remedy = "Accept a larger error or a smaller confidence, group by less, or narrow its bounds."


class ErrorInRows(Refused):
    """An error in units of a column for what is only known to be close in rows."""

    code = "within_in_rows"
    sentence = (
        "How many {counted} lie between {name} and the truth is known beforehand, and how far apart these are is not."
    )
    remedy = "Ask for it with epsilon=; its preview says how many rows."


class SamplingErrorUnknown(Refused):
    """A sampling error that nobody can bound."""

    code = "sampling_error_unknown"
    sentence = "Nobody knows how far {name} of a sample lies from that of everybody."
    remedy = "Ask for total_within of means and shares; of others ask for within=, which is about noise."


@dataclass(frozen=True, slots=True)
class Goal:
    """One statistic in a group of so many people, to be within so much but for noise that strays further rarely."""

    name: str
    cell: Aggregate
    part: int
    measurement: Measurement
    rows: float | None
    within: float
    confidence: Fraction

    def least(self, law_at: LawAt) -> Fraction:
        """Return the least epsilon, to some digits, at which it is, or refuse where none is enough."""

        def error(epsilon: Fraction) -> float:
            return foreseen(self.cell, law_at(epsilon), self.measurement, self.confidence, self.rows)

        near = _near(error, self.within)
        unit = digit(float(near), DIGITS)
        most = math.floor(Epsilon.most / unit)
        units = least(lambda many: error(many * unit) <= self.within, 1, most, round(near / unit))
        if units is None:
            best = (
                f"at epsilon {plain(Epsilon.most)}, the most for one question, it is within {error(Epsilon.most):.3g}"
            )
            raise OutOfReach(name=self.name, within=f"{self.within:g}", best=best)
        return units * unit

    def is_kept_by(self, law: NoiseLaw) -> bool:
        """Whether noise of this law keeps it so."""
        return foreseen(self.cell, law, self.measurement, self.confidence, self.rows) <= self.within

    def but_for_sampling(self) -> "Goal":
        """Return what is left to noise where the error is to hold the sampling error too; both add up as squares.

        That is a little less than it could be: heavy tails of noise are lighter once something bell-shaped is added.
        """
        each = None if self.rows is None else self.cell.sampling(self.measurement, self.rows)
        if each is None:
            raise SamplingErrorUnknown(name=self.name)
        sampling = each * -NormalDist().inv_cdf(float(1 - self.confidence) / 2)
        if sampling >= self.within:
            best = f"the error of a sample of {self.rows:,.0f} people may be {sampling:.3g} without any noise"
            raise OutOfReach(name=self.name, within=f"{self.within:g}", best=best)
        return replace(self, within=math.sqrt(self.within**2 - sampling**2))


def goals_of(sheet: Sheet, errors: object, confidence: Fraction) -> list[Goal]:
    """Return what somebody asked of the statistics of a question."""
    statistics = _statistics(sheet)
    known = ", ".join(statistics)
    if not isinstance(errors, Mapping) or not errors:
        raise NoSuchStatistic(name="Nothing", known=known)
    for name in errors:
        if name not in statistics:
            raise NoSuchStatistic(name=ascii(name)[:40], known=known)
    return [_goal(sheet, name, statistics[name], given, confidence) for name, given in errors.items()]


def people_in(sheet: Sheet) -> float | None:
    """Return how many people the smallest group is expected to have, or nothing where no fact tells it."""
    found = expected(sheet.plan.grouping.keys, sheet.plan.limits)
    return None if found is None else float(found.smallest)


def people_for(sheet: Sheet, number: int, law: NoiseLaw, confidence: Fraction, share: Fraction) -> int | None:
    """Return how many people a group needs for a statistic to be off by this share of itself, or None if nobody can tell."""
    cell, part = sheet.cells[number]
    measurement, usual = sheet.plan.parts[part].measurement, usual_of(sheet, cell)
    if cell.size(1, usual) is None:
        return None

    def is_enough(people: int) -> bool:
        error = foreseen(cell, law, measurement, confidence, people)
        return error <= share * abs(cell.size(people, usual) or 0)

    return least(is_enough, 1, MOST_PEOPLE, SOME)


def usual_of(sheet: Sheet, cell: Aggregate) -> float | None:
    """Return the usual value of a statistic's column, if the shape of the table has one."""
    name = cell.formula.name if isinstance(cell.formula, Column) else ""
    usual = sheet.plan.limits.shape.usual.get(name)
    return None if usual is None else float(usual)


def foreseen(
    cell: Aggregate, law: NoiseLaw, measurement: Measurement, confidence: Fraction, rows: float | None
) -> float:
    """Return the half-width of a statistic for which all facts are known."""
    found = cell.foresee(law, measurement, confidence, rows)
    return math.inf if found is None else found


def _statistics(sheet: Sheet) -> dict[str, int]:
    """Return the columns that show one statistic, each with its number."""
    numbers = {cell_name(number): number for number in range(len(sheet.reading.cells))}
    outputs = sheet.reading.after.outputs
    return {
        each.name: numbers[each.formula.name]
        for each in outputs
        if isinstance(each.formula, Column) and each.formula.name in numbers
    }


def _goal(sheet: Sheet, name: str, number: int, given: object, confidence: Fraction) -> Goal:
    cell, part = sheet.reading.cells[number]
    measurement, rows = sheet.plan.parts[part].measurement, people_in(sheet)
    if cell.counted_in:
        raise ErrorInRows(name=name, counted=cell.counted_in)
    within = _absolute(sheet, cell, name, given, rows)
    step = float(measurement.grid.step) if isinstance(measurement, OnGrid) else 1.0
    if within < step:
        raise BelowResolution(name=name, within=f"{within:g}", step=f"{step:g}")
    if cell.foresee(ANY, measurement, confidence, rows) is None:
        raise lacks_people(f"The error of {name}", sheet)
    return Goal(name, cell, part, measurement, rows, within, confidence)


def _absolute(sheet: Sheet, cell: Aggregate, name: str, given: object, rows: float | None) -> float:
    """Return an error in units of the column; a share is one of what is expected of the smallest group."""
    if not (isinstance(given, str) and given.endswith("%")):
        return float(decimal(given, name=f"within of {ascii(name)[1:-1]}", above=0))
    share = decimal(given[:-1].rstrip(), name=f"within of {ascii(name)[1:-1]}", above=0) / 100
    if rows is None:
        raise lacks_people(f"A share of {name}", sheet)
    size = cell.size(rows, usual_of(sheet, cell))
    if not size:
        example = f"shape={{'{cell.formula}': 4.5}}"
        raise FactMissing(
            what=f"A share of {name}", fact="its usual value", table=sheet.plan.limits.name, example=example
        )
    return float(share) * abs(size)


def _near(error: Callable[[Fraction], float], within: float) -> Fraction:
    """Return about the epsilon at which an error is so small: errors fall about as fast as epsilon rises."""
    near = 1.0
    for _ in range(GUESSES):
        ratio = error(Fraction(near)) / within
        near = min(max(near * ratio, LEAST), float(Epsilon.most))
        if abs(ratio - 1) < NEAR:
            break
    return Fraction(near)
