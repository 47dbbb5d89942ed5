# SPDX-License-Identifier: Apache-2.0
"""Tables made k-anonymous: they are, they still say what was there, and they are made fast enough."""

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.invented.town import ZIPS, town
from diffident.lab.anonymity import (
    Hierarchy,
    alone,
    anonymity,
    anonymous,
    closeness,
    crowd,
    diversity,
    released,
)
from diffident.lab.anonymity.general import Among, Range, read

QUASI = ("zip", "birth", "age", "sex", "nation", "income")
DIGITS = {"zip": Hierarchy.of_digits(ZIPS)}


@given(
    ages=st.lists(st.integers(0, 9), min_size=6, max_size=40),
    letters=st.lists(st.sampled_from("abcd"), min_size=40, max_size=40),
    k=st.integers(1, 4),
)
def test_everybody_hides_among_k_and_every_description_is_true_and_as_narrow_as_can_be(ages, letters, k):
    many = len(ages)
    columns = {"age": np.array(ages), "letter": np.array(letters[:many]), "row": np.arange(many)}
    release = anonymous(columns, ("age", "letter"), "row", k=k, hierarchies={"letter": Hierarchy.flat("abcd")})
    assert sorted(row for group in release for row in group.sensitive) == list(range(many))
    for group in release:
        rows = list(group.sensitive)
        assert len(rows) >= k
        held = columns["age"][rows]
        assert group.general["age"] == Range(held.min(), held.max())
        assert {*columns["letter"][rows]} <= group.general["letter"].values
        assert len({*columns["letter"][rows]}) > 1 or len(group.general["letter"].values) == 1


def test_a_hundred_thousand_rows_and_six_columns_take_less_than_ten_seconds():
    people = town(3, people=100_000)
    begun = time.process_time()
    release = anonymous(people, QUASI, "condition", k=5, hierarchies=DIGITS)
    assert time.process_time() - begun < 10
    assert min(len(group.sensitive) for group in release) >= 5
    assert sum(len(group.sensitive) for group in release) == 100_000


def test_zip_codes_lose_digits_together():
    people = town(1)
    release = anonymous(people, ("zip", "age"), "condition", k=50, hierarchies=DIGITS)
    terms = {group.general["zip"].name for group in release}
    assert terms <= {*ZIPS, *(term for path in DIGITS["zip"].terms.values() for term in path), "*"}
    assert any(term.endswith("*") for term in terms)


@pytest.mark.parametrize(
    ("text", "within", "beyond"),
    [
        ("<30", 29, 30),
        (">=40", 40, 39),
        ("3*", 39, 40),
        ("130**", "13012", "13112"),
        ("20-29", 29, 30),
        ("a|b", "a", "c"),
    ],
)
def test_a_published_value_is_read(text, within, beyond):
    assert read(text).covers(within)
    assert not read(text).covers(beyond)


@pytest.mark.parametrize("text", ["", "1*2", "**a"])
def test_what_nobody_publishes_is_refused(text):
    with pytest.raises(Refused, match=r"general_value_unreadable"):
        read(text)


def test_how_diverse_and_how_close_groups_are():
    table = released(("age", "has"), [("1*", "a"), ("1*", "b"), ("2*", "a"), ("2*", "a")])
    assert diversity(table) == 1
    assert closeness(table) == pytest.approx(0.25)
    assert closeness(released(("age", "has"), [("1*", "a"), ("2*", "a")])) == 0


class TestOddTables:
    def test_without_columns_to_tell_people_apart(self):
        with pytest.raises(Refused, match=r"no_quasi_identifiers"):
            alone({"age": np.array([1])}, [])

    def test_with_a_column_that_is_not_there(self):
        with pytest.raises(Refused, match=r"column_missing.*age"):
            alone({"age": np.array([1])}, ["zip"])

    def test_with_one_row(self):
        one = {"age": np.array([1]), "has": np.array(["a"])}
        assert alone(one, ["age"]).tolist() == [0]
        with pytest.raises(Refused, match=r"too_few_to_hide"):
            anonymous(one, ["age"], "has", k=2)

    def test_without_rows(self):
        none = {"age": np.array([], np.int64)}
        assert anonymity(none, ["age"]) == 0

    def test_with_only_unique_rows(self):
        unique = {"age": np.arange(10), "has": np.array(list("abcdefghij"))}
        assert anonymity(unique, ["age"]) == 1
        assert len(anonymous(unique, ["age"], "has", k=5)) == 2

    def test_with_only_equal_rows(self):
        equal = {"age": np.zeros(10, int), "has": np.array(list("abcdefghij"))}
        assert anonymity(equal, ["age"]) == 10
        assert len(anonymous(equal, ["age"], "has", k=3)) == 1

    def test_missing_values_look_alike(self):
        missing = {"age": np.array([None, np.nan, None, 3], object)}
        assert crowd(missing, ["age"]).tolist() == [3, 3, 3, 1]

    def test_among_a_population_a_crowd_is_counted_there(self):
        table, people = {"age": np.array([1, 2])}, {"age": np.array([1, 1, 1, 3])}
        assert crowd(table, ["age"], people).tolist() == [3, 0]


class TestHierarchiesWithHoles:
    def test_a_value_without_a_place(self):
        with pytest.raises(Refused, match=r"hierarchy_has_a_hole.*values have no place.*zip"):
            anonymous(town(1, 20), ("zip",), "condition", k=2, hierarchies={"zip": Hierarchy.of_digits(["0"])})

    def test_terms_on_different_heights(self):
        with pytest.raises(Refused, match=r"hierarchy_has_a_hole"):
            Hierarchy({"a": ("x",), "b": ()})

    def test_what_values_share(self):
        tree = Hierarchy({"a": ("x", "z"), "b": ("x", "z"), "c": ("y", "z")})
        assert (tree.together(["a"]), tree.together(["a", "b"]), tree.together(["a", "c"])) == ("a", "x", "z")
        assert Among(frozenset("ab"), "x").covers("a")
