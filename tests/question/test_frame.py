# SPDX-License-Identifier: Apache-2.0
"""The chain asks what its SQL asks: the SELECT that it composes, printed and read back, is the same question."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.question.frame import Chain, Statistic, count, mean, total
from diffident.question.sql import read, read_tree
from question.clinic import CATALOG

CONDITIONS = [
    "age > 18",
    "urgent OR stay < 9",
    "ward IN ('A', 'B') AND day >= '2024-01-01'",
    "ward LIKE '%' -- (",
    "TRUE",
]
KEYS = [
    "ward",
    "urgent",
    "month(day)",
    "stay > 7",
    "width_bucket(age, 0, 128, 4)",
    "CASE WHEN age > 3 THEN 'x' END AS old",
]
CELLS = [
    count(),
    count("stay"),
    mean("stay"),
    total("age * 2"),
    Statistic("COUNT(DISTINCT patient)"),
    mean("least(stay, 9)"),
]
NAMES = st.sampled_from(["n", "N b", "select", "order", 'a"b', "日本語", "x'); DROP TABLE visits; --", "n_low_"])


def question(given):
    """Return the question, or the refusal, in one form."""
    try:
        return read(given, CATALOG) if isinstance(given, str) else read_tree(given, CATALOG)
    except Refused as refused:
        return str(refused)


@st.composite
def chains(draw):
    chain = Chain("visits")
    for condition in draw(st.lists(st.sampled_from(CONDITIONS), max_size=2)):
        chain = chain.where(condition)
    if draw(st.booleans()):
        chain = (
            chain.select("*", draw(st.just("patient")), twice="stay * 2") if draw(st.booleans()) else chain.select("*")
        )
    if draw(st.booleans()):
        on = draw(st.sampled_from(["ward", ("ward",), {"ward": "id"}]))
        chain = chain.join("wards", on=on, how=draw(st.sampled_from(["inner", "left"])))
    if draw(st.booleans()):
        chain = chain.where(draw(st.sampled_from(CONDITIONS)))
    chain = chain.group_by(*draw(st.lists(st.sampled_from(KEYS), max_size=2, unique=True)))
    cells = draw(st.dictionaries(NAMES, st.sampled_from(CELLS), min_size=1, max_size=3))
    chain = chain.agg(**cells)
    if draw(st.booleans()):
        chain = chain.having("COUNT(*) > 3").having("AVG(stay) < 60")
    if draw(st.booleans()):
        chain = chain.order_by(draw(st.sampled_from(["COUNT(*) DESC, 1", "1 NULLS FIRST", "SUM(age)"])), "COUNT(*) ASC")
    return chain.limit(draw(st.integers(0, 9))) if draw(st.booleans()) else chain


@given(chain=chains())
@settings(max_examples=100, deadline=None)
def test_a_chain_and_its_sql_are_the_same_question(chain):
    assert question(str(chain)) == question(chain.tree())


def test_a_chain_is_the_question_that_somebody_would_write():
    chain = (
        Chain("visits")
        .where("age >= 18")
        .select("patient", "ward", long="stay > 7")
        .join("wards", on={"ward": "id"}, how="left")
        .group_by("floor")
        .agg(n=count(), share=Statistic("COUNT_IF(long)"))
        .having("n > 10")
        .order_by("n DESC")
        .limit(3)
    )
    text = """
        SELECT floor, COUNT(*) AS n, COUNT_IF(stay > 7) AS share
        FROM (SELECT * FROM visits WHERE age >= 18) v LEFT JOIN wards ON v.ward = wards.id GROUP BY floor HAVING n > 10 ORDER BY n DESC LIMIT 3
    """
    assert read_tree(chain.tree(), CATALOG) == read(text, CATALOG)


def test_statistics_of_each_person_are_selected_from():
    inside = Chain("visits").group_by("patient").agg(n=count()).select("n")
    text = "SELECT AVG(least(9, greatest(0, n))) AS m FROM (SELECT patient, COUNT(*) AS n FROM visits GROUP BY 1)"
    assert read_tree(inside.agg(m=mean("least(9, greatest(0, n))")).tree(), CATALOG) == read(text, CATALOG)


def test_steps_leave_the_chain_before_them_as_it_was():
    start = Chain("visits").agg(n=count())
    start.where("FALSE").group_by("ward").limit(1)
    assert str(start) == "SELECT COUNT(*) AS n FROM visits"
    assert str(mean("stay")) == "AVG(stay)"


@pytest.mark.parametrize(
    "step",
    [
        lambda chain: chain.join("wards", on=()),
        lambda chain: chain.join("wards", on={}),
        lambda chain: chain.join("wards", on=3),
        lambda chain: chain.join("wards", on={"ward": 3}),
        lambda chain: chain.join(None, on="ward"),
        lambda chain: chain.join("wards", on="ward", how="right"),
        lambda chain: chain.select(),
        lambda chain: chain.select(3),
    ],
)
def test_a_step_that_says_nothing_is_refused(step):
    with pytest.raises(Refused) as refused:
        step(Chain("visits"))
    assert refused.value.code == "step_refused"


def test_something_else_than_a_statistic_is_refused():
    with pytest.raises(Refused) as refused:
        Chain("visits").agg(n=7)
    assert refused.value.code == "not_a_statistic"


def test_a_statistic_without_a_function_of_its_own_is_written_as_sql():
    chain = Chain("visits").agg(r="CORR(stay, age)", n="COUNT(*)")
    assert read_tree(chain.tree(), CATALOG) == read("SELECT CORR(stay, age) AS r, COUNT(*) AS n FROM visits", CATALOG)


@pytest.mark.parametrize(
    "chain",
    [
        Chain("visits").where("TRUE) OR (TRUE").agg(n=count()),
        Chain("visits").where("TRUE GROUP BY ward").agg(n=count()),
        Chain("visits").where("TRUE, TRUE").agg(n=count()),
        Chain("visits").where(3).agg(n=count()),
        Chain("visits").where("SELECT 1").agg(n=count()),
        Chain("visits").agg(n=count("stay) FROM visits; --")),
        Chain("visits").agg(n=count()).order_by("n LIMIT 3"),
        Chain("visits").agg(n=count()).order_by(""),
        Chain("visits").agg(n=count()).order_by(3),
        Chain("visits").agg(n=count()).order_by("1 UNION ALL SELECT 2 ORDER BY 1"),
        Chain("visits; DROP TABLE visits").agg(n=count()),
        Chain("visits").group_by("ward HAVING TRUE").agg(n=count()),
    ],
    ids=range(12),
)
def test_text_cannot_leave_its_place(chain):
    with pytest.raises(Refused):
        read_tree(chain.tree(), CATALOG)
