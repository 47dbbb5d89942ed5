# SPDX-License-Identifier: Apache-2.0
"""From a question to a plan: everybody's part is bounded, and what is then counted and summed gets noise in parts."""

from dataclasses import dataclass

from diffident.privacy.reach import Reach
from diffident.question.catalog import Catalog, ColumnFacts, EachRow, TableFacts
from diffident.question.contribution import Contribution
from diffident.question.expression import Expression, Kind, columns_of
from diffident.question.facts import Facts, fact, facts_of, most_joined, most_rows, protected
from diffident.question.formula import kind_of
from diffident.question.grouping import Grouping
from diffident.question.look import Look, Named, OfAllRows, OfHiddenKeys, OfPeople, OfSteps, OfValues
from diffident.question.measurement import Measurement, OfRows, People, Values
from diffident.question.merged import merged
from diffident.question.question import Question
from diffident.question.ranks import AtRanks
from diffident.question.words import Rows
from diffident.question.words.by_keys import Cell


@dataclass(frozen=True, slots=True)
class Part:
    """One measurement: in which look it is, which columns of it, how far one person moves them, and with how much."""

    measurement: Measurement
    look: int
    first: int
    reach: Reach
    bound: Contribution

    @property
    def width(self) -> int:
        """How many columns it has."""
        return self.measurement.width


@dataclass(frozen=True, slots=True)
class Selection:
    """The part that names hidden categories, from how many people have each: it comes first, and looks wait for it."""

    look: OfHiddenKeys
    minimum: int

    @property
    def keys_per_person(self) -> int:
        """How many combinations of hidden keys one person counts in."""
        return self.look.bound.groups


@dataclass(frozen=True, slots=True)
class Plan:
    """Looks at the rows, the parts of what is seen, and what is selected before, if anything is hidden."""

    looks: tuple[Look, ...]
    parts: tuple[Part, ...]
    wanted: tuple[Measurement, ...]  # what each statistic needs: a part, or something that a part covers
    grouping: Grouping
    bound: Contribution
    limits: TableFacts
    selection: Selection | None = None

    def cells(self, named: Named = ()) -> tuple[Cell, ...]:
        """Return the groups of the answer, given the released ones of hidden categories."""
        return self.grouping.cells(named)

    @property
    def explained(self) -> str:
        """How far one person can move the answer, and what is left out before tables are joined, in words."""
        if isinstance(self.limits.person, EachRow):
            return "each row counts as another person"
        before = [f", having at most {most:,} rows on each side of a join" for most in most_joined(self.looks[0].rows)]
        return f"{self.bound}{''.join(before)}"


def planned(question: Question, catalog: Catalog) -> Plan:
    """Return the plan of a question: bounds first, then sums.

    Guarantee:
        Two tables without and with a person differ, in the columns of each part over all cells, by at most the part's
        reach, in sum and in sum of squares; whatever categories were released before.
    Because:
        Each look bounds everybody's part (`Look`), and so much moves a measurement by its own reach at most
        (`Measurement.reach`). The rows that a look reads are chosen by public conditions and by the released categories,
        which are fixed before it.
    Checked by: tests/question/test_plan.py::test_nobody_moves_a_part_further_than_its_reach
    """
    limits, known, grouping = (
        protected(question.rows, catalog),
        facts_of(question.rows, catalog),
        Grouping(question.keys),
    )
    bound = contribution(limits, question, grouping)
    measured = (cell.measured(lambda formula: _fact(formula, question.rows, known)) for cell in question.cells)
    wanted = tuple(each.along(question.keys) for each in measured)
    measurements = merged(wanted)
    looks = _looks(question.rows, grouping, bound, tuple(one.counted for one in measurements))
    parts = tuple(_part(one, looks, bound) for one in measurements)
    return Plan(looks, parts, wanted, grouping, bound, limits, _selection(question, grouping, bound))


def contribution(limits: TableFacts, question: Question, grouping: Grouping) -> Contribution:
    """Return with how much of their rows people count, in groups by these keys."""
    few = most_rows(question.rows)
    total = limits.rows_per_person if few is None else min(limits.rows_per_person, few)
    if not grouping.keys:
        return Contribution(1, total, total)
    by = frozenset(name for key in question.keys for name in columns_of(key.formula))
    return Contribution(limits.groups_for(by), limits.rows_per_group or total, total)


def _fact(formula: Expression, rows: Rows, known: Facts) -> ColumnFacts:
    return fact(formula, kind_of(formula, rows.columns) or Kind.NUMBER, known)


def _looks(
    rows: Rows, grouping: Grouping, bound: Contribution, measurements: tuple[Measurement, ...]
) -> tuple[Look, ...]:
    """Return one look for all sums over rows, one for people, and one for the values or ranks of each formula."""
    sums = tuple(sorted({one for one in measurements if isinstance(one, OfRows)}, key=repr))  # rows have one order
    rest = [one for one in measurements if not isinstance(one, OfRows)]
    once = bound.of_one_row_a_group
    return (
        *((OfAllRows(rows, grouping, bound, sums),) if sums else ()),
        *(OfValues(rows, grouping, bound, one) for one in rest if isinstance(one, Values)),
        *(OfSteps(rows, grouping, bound, one) for one in rest if isinstance(one, AtRanks)),
        *(OfPeople(rows, grouping, once) for one in rest if isinstance(one, People)),
    )


def _part(measurement: Measurement, looks: tuple[Look, ...], bound: Contribution) -> Part:
    place = next(place for place, look in enumerate(looks) if measurement.counted in look.measured)
    return Part(measurement, place, looks[place].first(measurement.counted), measurement.reach(bound), bound)


def _selection(question: Question, grouping: Grouping, bound: Contribution) -> Selection | None:
    """Return what names the hidden categories, if there are any."""
    if not grouping.hidden:
        return None
    minimum = max(key.categories.minimum for key in question.keys if key.categories.hidden)
    return Selection(OfHiddenKeys(question.rows, grouping, bound.of_one_row_a_group), minimum)
