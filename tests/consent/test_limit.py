# SPDX-License-Identifier: Apache-2.0
"""Consent inside the plan: whatever the words, they see people who consent and nobody else, on every engine."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consent.people import PEOPLE, hour, hours, notice, records, register
from diffident.consent.limit import PERSON, ConsentNeedsAddRemove, Limited, Policy, limit, spelled
from diffident.engine.duckdb import DuckDB
from diffident.engine.render import Statement, quoted
from diffident.errors import Refused
from diffident.privacy.person import Neighbours
from diffident.privacy.unseal import unseal
from diffident.question.catalog import EACH_ROW, ColumnFacts, TableFacts
from diffident.question.expression import Call, Column, Kind, Literal
from diffident.question.plan import planned
from diffident.question.question import After, Question
from diffident.question.words import (
    ByKeys,
    CountOfKeys,
    Derive,
    Join,
    Keep,
    PerPerson,
    SumOfIntegers,
    Table,
    Truncate,
    Union,
)
from diffident.question.words.per_person import Exactly
from diffident.question.words.rows import leaves
from engine.tables import CATALOG, SECRET, VISITS, duckdb, memory, rows

WARDS = TableFacts(name="wards", columns={"ward": ColumnFacts(kind=Kind.TEXT), "floor": ColumnFacts(kind=Kind.INTEGER)})
FLOORS = [{"ward": "A", "floor": 1}, {"ward": "A", "floor": 2}, {"ward": "B", "floor": 2}]
KNOWN = CATALOG.with_table(WARDS)
POLICY = Policy("research", ("1", "2"))
IDS = POLICY.table(Kind.INTEGER)

LEAF, PUBLIC = Table.of(VISITS), Table.of(WARDS)
SAME = (("patient", "patient"),)
OLD = Keep(LEAF, Call(">=", (Column("age"), Literal.of(17))))
EACH = PerPerson(LEAF, (), (("n", Exactly.ROWS, None), ("oldest", Exactly.LARGEST, "age")))
WORDS = {
    "table": LEAF,
    "foreign key": Join(PUBLIC, LEAF, (("ward", "ward"),)),
    "public": Join(LEAF, PUBLIC, (("ward", "ward"),), outer=True),
    "itself": Join(LEAF, Derive(OLD, (("day", Column("day")),)), SAME, outer=True),
    "union": Union((LEAF, OLD)),
    "subquery": Join(LEAF, EACH, SAME),
    "all of it": Join(Union((LEAF, OLD)), Join(EACH, Derive(OLD, (("day", Column("day")),)), SAME), SAME),
    "truncated": Truncate(LEAF, ("ward",), ("stay",), 2, 2, 3),
}
consenting = st.frozensets(st.sampled_from([*PEOPLE, "07", "ann", "1 "]))


def question(words):
    return Question(words, (), (), After(()))


def limited(words):
    return limit(question(words), KNOWN, POLICY)[0].rows


def found(engine, words):
    return Counter(tuple(sorted((name, str(value)) for name, value in row.items())) for row in engine.rows(words))


def remaining(table, people):
    return [row for row in table if str(row["patient"]) in people]


def oracle(table, people):
    return memory(table, wards=FLOORS).holding(IDS, {PERSON: spelled(people, Kind.INTEGER)})


def agrees(words, table, people):
    """Return whether limited words see just the rows of people who consent."""
    return found(oracle(table, people), words[1]) == found(memory(remaining(table, people), wards=FLOORS), words[0])


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@given(table=rows, people=consenting)
@settings(max_examples=25)
def test_nobody_else_is_in_any_table_under_any_word(words, table, people):
    assert agrees((words, limited(words)), table, people)


FORGETFUL = {  # what a careless limit would make: a table somewhere inside keeps everybody
    "union": (WORDS["union"], Union((limited(LEAF), OLD))),
    "itself": (WORDS["itself"], Join(LEAF, limited(WORDS["itself"].right), SAME, outer=True)),
    "foreign key": (WORDS["foreign key"], WORDS["foreign key"]),
    "behind a subquery": (Union((EACH, EACH)), Union((limited(EACH), EACH))),
}


@pytest.mark.parametrize("words", FORGETFUL.values(), ids=FORGETFUL)
def test_a_twin_that_forgets_a_table_is_caught(words):
    table = [{"patient": each, "ward": "A", "stay": 1.0, "age": 40, "urgent": None, "day": None} for each in (1, 1, 2)]
    nobody = frozenset({"1"})
    assert agrees((words[0], limited(words[0])), table, nobody)
    assert not agrees(words, table, nobody)


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@given(table=rows, people=consenting, person=st.sampled_from(PEOPLE))
@settings(max_examples=15)
def test_neighbours_differ_in_one_persons_rows(words, table, people, person):
    whole = found(oracle(table, people), limited(words))
    silent = found(oracle(table, people - {person}), limited(words))
    gone = found(oracle([row for row in table if str(row["patient"]) != person], people), limited(words))
    assert silent == gone
    assert not silent - whole
    assert all(("patient", person) in row for row in whole - silent)
    assert all(("patient", person) not in row for row in silent)


def look(words):
    named = Derive(words, (("ward", Column("ward")), ("n", Literal.of(1))))
    return SumOfIntegers(ByKeys(named, ("ward",), (("A",), ("B",), ("é",), (None,))), ("n",))


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
@given(table=rows, people=consenting)
@settings(max_examples=6)
def test_engines_see_the_same_people(words, table, people):
    database = duckdb(table)
    database.add(WARDS, arrow_of(FLOORS))
    held = database.holding(IDS, {PERSON: spelled(people, Kind.INTEGER)})
    asked = look(limited(words))
    assert (unseal(held.sums(asked)) == unseal(oracle(table, people).sums(asked))).all()
    assert set(database.tables) == {"visits", "wards"}


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_the_statement_has_the_join_once_for_each_private_table(words):
    private = sum(not leaf.is_public for leaf in leaves(words))
    assert Statement(SECRET).rows(limited(words)).count(quoted(IDS.name)) == private


def arrow_of(given):
    import pyarrow as pa

    return pa.Table.from_pylist(given)


@given(said=records, now=hours, person=st.sampled_from(PEOPLE), table=rows)
@settings(max_examples=20)
def test_neighbouring_registers_differ_in_one_persons_rows(said, now, person, table):
    both = (notice("1"), notice("2"))
    whole, without = register(*both), register(*both)
    whole.record(*said)
    without.record(*(each for each in said if each.person != person))
    sees = [found(oracle(table, heard.consenting(POLICY, now)), limited(LEAF)) for heard in (whole, without)]
    assert not sees[1] - sees[0]
    assert all(("patient", person) in row for row in sees[0] - sees[1])


def test_the_question_is_planned_alike_whoever_consents_and_names_the_policy():
    asked, catalog = limit(question(LEAF), KNOWN, POLICY)
    assert (asked, catalog) == limit(question(LEAF), KNOWN, POLICY)
    assert catalog.table(IDS.name).person == PERSON
    assert "research" in IDS.name
    for other in (Policy("teaching", ("1", "2")), Policy("research", ("1",))):
        assert limit(question(LEAF), KNOWN, other)[0] != asked
    counted = Derive(LEAF, ())
    whole, fewer = (planned(question(rows), catalog) for rows in (counted, limited(counted)))
    assert (fewer.parts, fewer.limits) == (whole.parts, whole.limits)


def test_people_are_listed_once_under_ids_of_one_spelling():
    people = frozenset({"7", "07", "+7", "-0", "0", "-3", "1e3", "²", str(2**63), str(-(2**63)), "9" * 5000})
    assert spelled(people, Kind.INTEGER) == (-(2**63), -3, 0, 7)
    assert spelled(frozenset({"b", "a"}), Kind.TEXT) == ("a", "b")


def test_text_names_people_as_well():
    facts = TableFacts(name="stays", person="who", columns={"who": ColumnFacts(kind=Kind.TEXT)})
    asked, _ = limit(question(Table.of(facts)), CATALOG.with_table(facts), POLICY)
    held = DuckDB(SECRET)
    held.add(facts, arrow_of([{"who": each} for each in ("ann", "ann", "bob", None)]))
    engine = Limited(held, POLICY, lambda _policy, _now: frozenset({"ann", "cyd"}), lambda: hour(1))
    counted = SumOfIntegers(ByKeys(Derive(asked.rows, (("n", Literal.of(1)),)), (), ((),)), ("n",))
    assert unseal(engine.sums(counted)).tolist() == [[2]]
    assert dict(unseal(engine.counts(CountOfKeys(asked.rows, ("who",))))) == {("ann",): 1}
    assert engine.holding(VISITS, {}).tables.keys() >= {"stays", "visits", POLICY.table(Kind.TEXT).name}


def test_all_looks_of_a_request_see_the_same_people_and_none_is_asked_before_the_first():
    asked = []

    def people(policy, now):
        asked.append((policy, now))
        return frozenset({"1"})

    engine = Limited(memory([], wards=FLOORS), POLICY, people, lambda: hour(len(asked)))
    assert asked == []
    for _ in range(2):
        engine.sums(look(limited(LEAF)))
    assert asked == [(POLICY, hour(0))]


@pytest.mark.parametrize("person", [EACH_ROW, "day"])
def test_rows_that_name_nobody_are_refused(person):
    with pytest.raises(Refused) as refused:
        limited(Table.of(replace(VISITS, person=person)))
    assert refused.value.code == "consent_needs_person"


def test_a_declared_number_of_people_is_refused():
    with pytest.raises(ConsentNeedsAddRemove):
        limit(question(LEAF), KNOWN, POLICY, Neighbours.REPLACE)


def test_a_table_cannot_pass_for_those_who_consent():
    with pytest.raises(Refused) as refused:
        limit(question(LEAF), KNOWN.with_table(replace(VISITS, name=IDS.name.upper())), POLICY)
    assert refused.value.code == "name_unusable"
