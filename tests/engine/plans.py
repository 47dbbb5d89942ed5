# SPDX-License-Identifier: Apache-2.0
"""Random plans over random tables, the same for the same seed: every word, and formulas of all functions of the table."""

import datetime as dt
import itertools
import random

from diffident.question.catalog import ColumnFacts, TableFacts
from diffident.question.expression import Call, Column, Kind, Literal
from diffident.question.formula import call
from diffident.question.functions import FUNCTIONS
from diffident.question.words import (
    ByKeys,
    CountOfKeys,
    Derive,
    Join,
    Keep,
    PerPerson,
    SumOfIntegers,
    Table,
    Tally,
    Truncate,
    Union,
)
from diffident.question.words.per_person import ADDED, Exactly
from engine.tables import AGES, DAYS, STAYS, VISITS, WARDS

WARDS_PUBLIC = TableFacts(
    name="wards", columns={"ward": ColumnFacts(kind=Kind.TEXT), "floor": ColumnFacts(kind=Kind.INTEGER)}
)
FLOORS = [{"ward": "A", "floor": 1}, {"ward": "A", "floor": 2}, {"ward": "B", "floor": 2}, {"ward": None, "floor": 3}]
PLANS_ALONE = {"steps", "whole -", "whole *"}
BETWEEN = [kind for kind in Kind if kind is not Kind.NUMBER]  # what one can group by
SIGNS = ["A", "a%", "_", "é", "7", "-2.5", "", "\\", "x" * 40]
MOST = 1 << 30


def table(chance, people=6, rows=60):
    """Return rows of few people, of whom some have many: what the limits are for."""
    return [
        {
            "patient": chance.choice([None, *(int(people * chance.random() ** 2) for _ in range(9))]),
            "ward": chance.choice([None, *WARDS, *WARDS, "z", "\uff41"]),
            "stay": chance.choice([*STAYS, chance.random() * 60]),
            "age": chance.choice([*AGES, *range(20)]),
            "urgent": chance.choice([None, True, False]),
            "day": chance.choice(DAYS),
        }
        for _ in range(chance.randrange(rows))
    ]


class Plans:
    """Words and formulas, one after the other."""

    def __init__(self, chance: random.Random) -> None:
        self.chance, self.numbers = chance, itertools.count()

    def look(self):
        """Return words down to integers: sums over what is kept, or people by keys."""
        rows = self.rows(self.chance.randrange(4))
        keys = {f"k{place}": kind for place, kind in enumerate(self.some(BETWEEN, 2))}
        named = tuple(
            (name, self.formula(kind, rows.columns, self.chance.choice([0, 0, 2]))) for name, kind in keys.items()
        )
        reads = [f"u{place}" for place in range(self.chance.randrange(3))]
        read = tuple((name, self.small(rows.columns)) for name in reads)
        if keys and self.chance.random() < 0.2:
            return CountOfKeys(self.bounded(Derive(rows, (*named, *read)), keys, reads), tuple(keys))
        cells = self.cells(list(keys.values()))
        rows = Derive(rows, (*named, *read))
        for name, place in zip(keys, range(len(keys)), strict=True):
            rows = self.listed(rows, name, {cell[place] for cell in cells})
        grouped = tuple((name, Column(name)) for name in keys)
        if reads and self.chance.random() < 0.3:
            return Tally(ByKeys(self.bounded(rows, keys, reads), tuple(keys), cells), self.chance.choice(reads))
        sums = tuple((f"s{place}", self.summed(reads)) for place in range(3))
        return SumOfIntegers(
            ByKeys(Derive(self.bounded(rows, keys, reads), (*grouped, *sums)), tuple(keys), cells),
            tuple(name for name, _ in sums),
        )

    def bounded(self, rows, keys, reads):
        one, two, three = (self.chance.randrange(1, 5) for _ in range(3))
        return Truncate(rows, tuple(keys), tuple(reads), one, two, three * two) if self.chance.random() < 0.8 else rows

    def listed(self, rows, name, values):
        """Return rows with a condition that lists a key's values; now and then without, or with another."""
        known = tuple(Literal.of(value) for value in values if value is not None)
        conditions = ((Call("in", (Column(name), *known)),) if known else ()) + (
            (Call("is null", (Column(name),)),) if None in values else ()
        )
        where = conditions[0] if len(conditions) == 1 else Call("or", conditions)
        return self.chance.choice(
            [
                rows,
                Keep(rows, where),
                Keep(rows, where),
                Keep(Keep(rows, where), self.formula(Kind.TRUTH, rows.columns, 1)),
            ]
        )

    def rows(self, depth):
        """Return rows of people, made of so many words."""
        if depth == 0:
            return Table.of(VISITS)
        inner = self.rows(depth - 1)
        return self.chance.choice([self.keep, self.derive, self.join, self.join_public, self.union, self.per_person])(
            inner
        )

    def keep(self, rows):
        return Keep(rows, self.formula(Kind.TRUTH, rows.columns, 3))

    def derive(self, rows):
        return Derive(
            rows,
            tuple((f"d{place}", self.formula(kind, rows.columns, 3)) for place, kind in enumerate(self.some(Kind, 4))),
        )

    def join(self, rows):
        if "more" in rows.columns:
            return rows
        other = Derive(Table.of(VISITS), (("more", self.formula(Kind.INTEGER, VISITS_KINDS, 2)),))
        if self.chance.random() < 0.5:
            rows, other = (self.few(side) for side in (rows, other))
        return Join(rows, other, (("patient", "patient"),), outer=self.chance.random() < 0.5)

    def few(self, rows):
        """Return so many rows of each person, evenly spaced: what a join has on each side."""
        most = self.chance.randrange(1, 6)
        return Truncate(rows, (), tuple(name for name in rows.columns if name != "patient"), 1, most, most)

    def join_public(self, rows):
        texts = [name for name, kind in rows.columns.items() if kind is Kind.TEXT]
        if not texts or "floor" in rows.columns:
            return rows
        return Join(
            rows, Table.of(WARDS_PUBLIC), ((self.chance.choice(texts), "ward"),), outer=self.chance.random() < 0.5
        )

    def union(self, rows):
        return Union((rows, self.keep(rows)))

    def per_person(self, rows):
        keys = [name for name, kind in rows.columns.items() if kind in BETWEEN and name != "patient"]
        statistics = []
        for what in self.some(Exactly, 4):
            of = [name for name, kind in rows.columns.items() if what not in ADDED or kind is Kind.INTEGER]
            statistics.append(
                (f"e{next(self.numbers)}", what, None if what is Exactly.ROWS else self.chance.choice(of))
            )
        return PerPerson(
            rows, tuple(self.chance.sample(keys, min(len(keys), self.chance.randrange(2)))), tuple(statistics)
        )

    def small(self, columns):
        """Return a formula of whole numbers that plans may compute with."""
        least, most = (Literal.of(float(limit)) for limit in (-MOST, MOST))
        number = Call(
            "least", (Call("greatest", (self.formula(Kind.NUMBER, columns, self.chance.choice([0, 3])), least)), most)
        )
        return Call("as integer", (number,))

    def summed(self, reads):
        if not reads:
            return Literal.of(self.chance.randrange(-3, 4))
        one, other = Column(self.chance.choice(reads)), Literal.of(self.chance.randrange(-9, 9))
        return self.chance.choice(
            [one, Call("whole -", (one, other)), Call("whole -", (other, one)), Call("whole *", (one, other))]
        )

    def formula(self, kind, columns, depth):
        """Return a formula of this kind."""
        fitting = [name for name, has in columns.items() if has is kind]
        if depth == 0 or self.chance.random() < 0.2:
            return Column(self.chance.choice(fitting)) if fitting and self.chance.random() < 0.8 else self.literal(kind)
        function = self.chance.choice(list(MADE_BY[kind]))
        kinds = self.chance.choice(MADE_BY[kind][function])
        return call(function, *(self.formula(each, columns, depth - 1) for each in kinds), columns=columns)

    def literal(self, kind):
        return Literal.of(self.value(kind))

    def value(self, kind):
        match kind:
            case Kind.TRUTH:
                return self.chance.random() < 0.5
            case Kind.INTEGER:
                return self.chance.choice([0, 1, -1, 2, 7, 2**31, -(2**63), 2**63 - 1])
            case Kind.NUMBER:
                return self.chance.choice([0.0, 0.5, -2.5, 3.0, 1e308])
            case Kind.TEXT:
                return self.chance.choice([*WARDS, *SIGNS])
            case Kind.DATE:
                return self.chance.choice([dt.date(1970, 1, 1), dt.date(2024, 2, 29), dt.date(9999, 12, 31)])
            case Kind.MOMENT:
                return dt.datetime.fromisoformat("2024-02-29T12:30")

    def cells(self, kinds):
        values = [
            dict.fromkeys(None if self.chance.random() < 0.2 else self.value(kind) for _ in range(4)) for kind in kinds
        ]
        return tuple(itertools.product(*values))

    def some(self, things, most):
        return [self.chance.choice(list(things)) for _ in range(self.chance.randrange(most + 1))]


def _made_by():
    """Return the functions that give each kind, with kinds that they take."""
    found = {kind: {} for kind in Kind}
    for name, function in FUNCTIONS.items():
        for count in range(1, 4) if name not in PLANS_ALONE else ():
            for kinds in itertools.product(Kind, repeat=count):
                gives = function.gives(kinds)
                if gives is not None:
                    found[gives].setdefault(name, []).append(kinds)
    return found


VISITS_KINDS = Table.of(VISITS).columns
MADE_BY = _made_by()
