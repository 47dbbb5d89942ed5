# SPDX-License-Identifier: Apache-2.0
"""Answers about empty, lonely, missing and misspelt data look like all others: same columns, types, rows and price."""

import json

import pandas as pd
import pytest

from curator.hospital import APPROXIMATE, ASK, curator, visits
from diffident.errors import Refused

USUAL = visits()
TABLES = {
    "empty": USUAL.iloc[:0],
    "one row": USUAL.iloc[:1],
    "all NULL": USUAL.assign(
        stay=pd.Series([None] * len(USUAL), dtype="float64"), ward=pd.Series([None] * len(USUAL), dtype="str")
    ),
    "no person": USUAL.assign(patient=pd.Series([None] * len(USUAL), dtype="Int64")),
    "not a number": USUAL.assign(stay=float("nan")),
    "endless": USUAL.assign(stay=float("inf")),
    "below nothing": USUAL.assign(stay=-0.0),
    "far beyond": USUAL.assign(stay=1e308),
    "not listed": USUAL.assign(ward="somewhere else"),
    "misspelt": USUAL.assign(ward="A "),
    "one person": USUAL.assign(patient=7),
    "twice": pd.concat([USUAL, USUAL]),
}
QUESTIONS = (
    ASK,
    "SELECT ward, SUM(stay) / COUNT(*) AS m FROM visits GROUP BY ward",
    "SELECT COUNT(*) AS n FROM visits WHERE 1 / (age - age) > 0",
    "SELECT ward, COUNT(*) AS n FROM visits WHERE age > 1000 GROUP BY ward",
    "SELECT VAR_POP(stay) AS v FROM visits",
)


def shape(answer):
    """Return everything about an answer but its noisy numbers."""
    keys = [
        [row[place] for place in range(len(row)) if answer.table.kinds[place].value == "text"]
        for row in answer.table.rows
    ]
    public = json.loads(answer.certificate.to_json())["answer"]["certificate"]
    return answer.columns, [str(each.type) for each in answer.to_arrow().schema], keys, public, answer.cost


@pytest.mark.parametrize("budget", [{"epsilon": 3}, APPROXIMATE], ids=["pure", "approximate"])
@pytest.mark.parametrize("name", TABLES)
def test_no_table_changes_the_shape_or_the_price_of_an_answer(name, budget):
    odd, usual = curator(TABLES[name], budget=budget), curator(budget=budget)
    for question in QUESTIONS:
        one, other = (whole.ask(question, epsilon="0.2") for whole in (odd, usual))
        assert shape(one) == shape(other)
        assert str(one).count("\n") >= 2
    assert odd.left == usual.left


def test_a_mean_of_nobody_is_the_middle_and_anything_between_the_limits():
    nobody = curator(TABLES["empty"], rows_per_person=1, groups_per_person=1)
    (row,) = nobody.ask("SELECT AVG(stay) AS stay FROM visits WHERE age > 1000", epsilon="0.1").rows
    assert 0 <= row["stay_low"] <= row["stay"] <= row["stay_high"] <= 60
    assert row["stay_high"] - row["stay_low"] > 10


def test_every_listed_group_is_answered_once_and_in_order():
    for table in (TABLES["empty"], TABLES["not listed"], USUAL):
        rows = curator(table).ask(ASK, epsilon=1).rows
        assert [row["ward"] for row in rows] == ["A", "B", "C"]


def test_the_same_question_asked_often_is_one_release():
    whole = curator()
    texts = [ASK, f"  {ASK.lower()}  ", ASK.replace("AS n", "AS people"), f"{ASK} ORDER BY n LIMIT 2"]
    assert len({whole.ask(text, epsilon="0.2").stored for text in texts * 3}) == 1
    assert whole.left.units == 2_800_000_000


def test_two_questions_that_differ_in_one_person_both_cost():
    whole = curator()
    for text in ("SELECT COUNT(*) AS n FROM visits", "SELECT COUNT(*) AS n FROM visits WHERE patient <> 7"):
        whole.ask(text, epsilon="0.2")
    assert whole.left.units == 2_600_000_000


@pytest.mark.parametrize(
    "broken",
    [b"", b"PAR1", b"PAR1" + b"\xff" * 100 + b"PAR1", b"\x00" * 64],
    ids=["nothing", "a beginning", "a broken end", "zeros"],
)
@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_a_file_that_is_broken_is_refused_before_anything_is_bound(broken, suffix, tmp_path):
    path = tmp_path / f"visits{suffix}"
    path.write_bytes(broken)
    with pytest.raises(Refused) as refused:
        curator(path)
    assert refused.value.code in {"not_a_table", "unknown_name"}
