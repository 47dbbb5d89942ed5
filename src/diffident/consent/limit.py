# SPDX-License-Identifier: Apache-2.0
"""Consent inside the plan: of every private table only the rows of people who consent, by a join and no new word."""

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, TypeVar

from numpy.typing import NDArray

from diffident.engine.engine import Batch, Engine
from diffident.errors import Refused
from diffident.privacy.person import Neighbours
from diffident.privacy.private import Private
from diffident.privacy.tallied import Tallied
from diffident.question.catalog import Catalog, ColumnFacts, NameUnusable, TableFacts
from diffident.question.examples import Examples
from diffident.question.expression import Kind, Value
from diffident.question.question import Question, at_leaves
from diffident.question.words import CountOfKeys, Join, Rows, SumOfIntegers, Table, Tally
from diffident.question.words.by_keys import Cell

VERSION: Final = 1  # of what a policy means
PERSON: Final = "person"
IDS: Final = (Kind.TEXT, Kind.INTEGER)  # the kinds of ids that have one spelling
MOST: Final = 2**63  # whole numbers from here on are no person's id
ID: Final = re.compile("0|-?[1-9][0-9]{0,18}")  # the one spelling of a whole number
Q = TypeVar("Q", Question, Examples)


class ConsentNeedsPerson(Refused):
    """Rows under consent that do not say whose they are, in a way that a record of consent could."""

    code = "consent_needs_person"
    sentence = "The rows of {table} name no person by text or a whole number, so nobody can consent to their use."
    remedy = "Declare the column that names the person, or ask a curator without consent."


class ConsentNeedsAddRemove(Refused):
    """Consent where the number of people is declared: who joins or leaves would change it."""

    code = "consent_needs_add_remove"
    sentence = 'Consent changes how many people are counted, and neighbours="replace" declares that number.'
    remedy = 'Use neighbours="add_remove" for data that are asked under consent.'


@dataclass(frozen=True, slots=True)
class Policy:
    """A purpose, and the versions of the notice whose readers could consent to it. Public, and the same for everybody."""

    purpose: str
    notices: tuple[str, ...]

    def table(self, kind: Kind) -> TableFacts:
        """Return the facts of the table of those who consent, their ids being of a kind; its name tells the policy."""
        called = f"people who consent to {self.purpose}, notice {', '.join(self.notices)} ({kind.value})"
        return TableFacts(name=called, person=PERSON, columns={PERSON: ColumnFacts(kind=kind, nullable=False)})


def limit(
    question: Q, catalog: Catalog, policy: Policy, neighbours: Neighbours = Neighbours.ADD_REMOVE
) -> tuple[Q, Catalog]:
    """Return the question about the rows of those who consent, and the catalog that knows their table.

    Guarantee:
        It is the question, asked of tables that hold the rows of people who consent and of nobody else, wherever a
        private table stands: below a join, a union, itself or a subquery. Two tables and two registers that differ in
        one person's rows and records differ in that person's rows only. Question, price and plan are the same whoever
        consents.
    Because:
        Every leaf that has people becomes its pairs with the people who consent, each of whom is listed once
        (`Limited`), so a row stays once or goes by its own person. What stands above a leaf sees nothing else of it;
        rows that get their person from a leaf along a key come and go with it. Whether somebody consents depends on
        that person's own records (`record.consents`). Nobody's records are read here.
    Checked by: tests/consent/test_limit.py::test_nobody_else_is_in_any_table_under_any_word
    """
    if neighbours is not Neighbours.ADD_REMOVE:
        raise ConsentNeedsAddRemove
    tables: dict[str, TableFacts] = {}
    rows = at_leaves(question.rows, lambda leaf: _joined(leaf, policy, tables))
    taken = {name.casefold() for name in catalog.tables}
    for facts in tables.values():
        if facts.name.casefold() in taken:
            raise NameUnusable(name=ascii(facts.name), problem="it is the table of those who consent")
        catalog = catalog.with_table(facts)
    return replace(question, rows=rows), catalog


@dataclass(eq=False)
class Limited:
    """An engine for one request, under a policy: it learns who consents when it first looks, which is after paying.

    All looks of a request see the same people. `people` tells who consents, each once and as text, at a moment.
    """

    engine: Engine
    policy: Policy
    people: Callable[[Policy, dt.datetime], frozenset[str]]
    clock: Callable[[], dt.datetime]

    def sums(self, look: SumOfIntegers) -> Private[NDArray[Any]]:
        """Return the sums, sealed."""
        return self._informed.sums(look)

    def counts(self, look: CountOfKeys) -> Private[Mapping[Cell, int]]:
        """Return how many people have each combination of keys, sealed."""
        return self._informed.counts(look)

    def feed(self, rows: Rows, columns: Sequence[str], take: Callable[[Private[Batch]], None]) -> None:
        """Hand rows over in sealed batches."""
        self._informed.feed(rows, columns, take)

    def tally(self, look: Tally) -> Private[Tallied]:
        """Return how many rows hold each whole number, cell by cell, sealed."""
        return self._informed.tally(look)

    def holding(self, table: TableFacts, values: Mapping[str, Sequence[Value]]) -> Engine:
        """Return an engine with one more table."""
        return self._informed.holding(table, values)

    @cached_property
    def _informed(self) -> Engine:
        people, engine = self.people(self.policy, self.clock()), self.engine
        for kind in IDS:
            engine = engine.holding(self.policy.table(kind), {PERSON: spelled(people, kind)})
        return engine


def spelled(people: frozenset[str], kind: Kind) -> tuple[Value, ...]:
    """Return the ids of a kind, each once and in order; text that is no id of that kind is nobody's.

    >>> spelled(frozenset({"7", "07", "-3", "ann"}), Kind.INTEGER)
    (-3, 7)
    """
    if kind is Kind.TEXT:
        return tuple(sorted(people))
    numbers = (int(each) for each in people if ID.fullmatch(each))
    return tuple(sorted(each for each in numbers if -MOST <= each < MOST))


def _joined(leaf: Table, policy: Policy, tables: dict[str, TableFacts]) -> Join:
    """Return the rows of a table whose people consent."""
    person = leaf.owner
    kind = leaf.columns[person] if isinstance(person, str) else None
    if kind not in IDS or not isinstance(person, str):
        raise ConsentNeedsPerson(table=leaf.name)
    facts = policy.table(kind)
    tables[facts.name] = facts
    return Join(leaf, Table.of(facts), ((person, PERSON),))
