# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: S608 - questions are read here, never run
"""What SQL says and nobody answers is refused, and the refusal says what to ask instead."""

import re

import pytest
from sqlglot import exp

from diffident.errors import Refused
from diffident.question.catalog import Along, TableFacts
from diffident.question.expression import Column, Kind, Literal
from diffident.question.formula import call
from diffident.question.sql import read
from diffident.question.sql.parse import DEEPEST, DEEPEST_TREE, LONGEST, MOST_LISTED
from diffident.question.words import Join, Table
from question.clinic import CATALOG


def refusal(text):
    with pytest.raises(Refused) as refused:
        read(text, CATALOG)
    return refused.value


REFUSED = {
    "not_an_aggregate": [
        "SELECT * FROM visits",
        "SELECT visits.* FROM visits",
        "SELECT patient, stay FROM visits",
        "SELECT ward, stay FROM visits GROUP BY ward",
        "SELECT DISTINCT ward FROM visits",
        "SELECT COUNT(*) FROM visits ORDER BY stay",
        "SELECT COUNT(*) FROM visits HAVING stay > 3",
        "SELECT ward, COUNT(*) + stay FROM visits GROUP BY ward",
        "SELECT COUNT(*) FROM (SELECT patient, ward, COUNT(*) AS n FROM visits GROUP BY patient)",
        "WITH v AS (SELECT stay AS s FROM visits) SELECT s FROM v",
        f"SELECT stay FROM visits WHERE ward = '{'x' * 300}'",
    ],
    "no_statistic": ["SELECT 1 FROM visits", "SELECT ward FROM visits GROUP BY ward", "SELECT 'x' AS a FROM visits"],
    "nothing_protected": ["SELECT COUNT(*) FROM wards", "SELECT 1 FROM wards"],
    "unknown_name": [
        "SELECT COUNT(*) FROM nowhere",
        "SELECT COUNT(*) FROM information_schema.tables",
        "SELECT COUNT(*) FROM 'x.parquet'",
        "SELECT COUNT(*) FROM main.visits",
        "SELECT AVG(x) FROM visits",
        "SELECT AVG(v.stay) FROM visits",
        "SELECT AVG(wards.stay) FROM visits JOIN wards USING (ward)",
        "SELECT COUNT(*) FROM (SELECT w.* FROM visits v)",
        "SELECT COUNT(*) FROM (SELECT ward FROM visits) WHERE stay > 3",
    ],
    "ambiguous_name": [
        "SELECT COUNT(*) FROM visits JOIN wards ON visits.ward = wards.id WHERE ward = 'A'",
        "SELECT COUNT(*) FROM visits v JOIN visits v USING (patient) WHERE v.stay > 3",
    ],
    "column_twice": [
        "SELECT COUNT(*), COUNT(*) FROM visits",
        "SELECT COUNT(*) AS n, AVG(stay) AS N FROM visits",
        "SELECT COUNT(*) AS n, AVG(stay) AS n_low FROM visits",
    ],
    "limit_unusable": [
        f"SELECT COUNT(*) FROM visits LIMIT {most}" for most in ("-1", "1.5", "10000000", "'a'", "1 + 1", "NULL")
    ]
    + ["SELECT COUNT(*) FROM visits FETCH FIRST 3 ROWS ONLY"],
    "join_unlike": [
        "SELECT COUNT(*) FROM visits JOIN wards ON visits.ward = wards.floor",
        "SELECT COUNT(*) FROM visits a JOIN visits b ON a.patient = b.patient AND a.stay = b.stay",
    ],
    "join_refused": [
        "SELECT COUNT(*) FROM visits JOIN labs USING (ward)",
        "SELECT COUNT(*) FROM wards LEFT JOIN visits ON wards.id = visits.ward",
        "SELECT COUNT(*) FROM answers JOIN wards USING (ward)",
    ],
    "union_refused": [
        "SELECT COUNT(*) FROM (SELECT patient FROM visits UNION ALL SELECT patient, ward FROM labs)",
        "SELECT COUNT(*) FROM (SELECT patient, ward FROM visits UNION ALL SELECT patient, level FROM labs)",
        "SELECT COUNT(*) FROM (SELECT ward FROM visits UNION ALL SELECT ward FROM wards)",
        "SELECT COUNT(*) FROM (SELECT NULL FROM visits UNION ALL SELECT NULL FROM labs)",
        "SELECT COUNT(*) FROM (SELECT age FROM answers UNION ALL SELECT age FROM answers)",
    ],
    "person_not_grouped": [
        "SELECT AVG(n) FROM (SELECT ward, COUNT(*) AS n FROM visits GROUP BY ward)",
        "SELECT AVG(n) FROM (SELECT COUNT(*) AS n FROM visits)",
        "SELECT AVG(n) FROM (SELECT floor, COUNT(*) AS n FROM wards GROUP BY floor)",
        "SELECT AVG(n) FROM (SELECT age, COUNT(*) AS n FROM answers GROUP BY age)",
        "SELECT COUNT(*) FROM (SELECT DISTINCT ward FROM visits)",
        "SELECT COUNT(*) FROM (SELECT 1 FROM visits HAVING COUNT(*) > 3)",
    ],
    "function_misused": [
        "SELECT COUNT(*) FROM visits WHERE stay",
        "SELECT COUNT(*) FROM visits WHERE NULL",
        "SELECT COUNT(*) FROM visits HAVING COUNT(*)",
        "SELECT COUNT(*) FILTER (WHERE stay) FROM visits",
        "SELECT COUNT(*) FROM visits WHERE ward > 3",
        "SELECT COUNT(*) FROM visits WHERE width_bucket(ward, 0, 1, 2) = 1",
        "SELECT COUNT(*) FROM visits WHERE sqrt(ward) = 1",
    ],
    "needs_categories": [
        "SELECT age - 1, COUNT(*) FROM visits GROUP BY 1",
        "SELECT COUNT(*) FROM visits GROUP BY seen",
    ],
    "needs_bounds": ["SELECT AVG(x) FROM (SELECT patient, SUM(stay * stay / age) AS x FROM visits GROUP BY patient)"],
    "too_many_steps": [
        "WITH "
        + ", ".join(
            ["a0 AS (SELECT * FROM visits)", *(f"a{i} AS (FROM a{i - 1} UNION ALL FROM a{i - 1})" for i in range(1, 9))]
        )
        + " SELECT COUNT(*) FROM a8"
    ],
    "formula_too_large": [
        f"SELECT COUNT(*) FROM visits WHERE {' + '.join(['age'] * 40)} > 3",
        "WITH "
        + ", ".join(
            ["a0 AS (SELECT age AS x FROM visits)"]
            + [f"a{i} AS (SELECT x + x AS x FROM a{i - 1})" for i in range(1, 23)]
        )
        + " SELECT SUM(x) FROM a22",
    ],
    "sql_not_read": [
        "SELECT COUNT(* FROM visits",
        "SELECT COUNT(*) FROM visits; SELECT 1",
        "SELECT \0",
    ],
    "sql_too_large": [
        f"SELECT {'(' * (DEEPEST + 1)}1{')' * (DEEPEST + 1)} FROM visits",
        f"SELECT ')))))', {'(' * 10_000}1{')' * 10_000} FROM visits",
        f"SELECT COUNT(*) FROM visits WHERE age IN ({', '.join(['1'] * (MOST_LISTED + 1))})",
        f"SELECT COUNT(*) FROM visits -- {'x' * LONGEST}",
        f"SELECT COUNT(*) FROM visits WHERE {'NOT ' * (DEEPEST_TREE + 1)}urgent",
        f"SELECT {'+'.join(['1'] * 5000)} FROM visits",
    ],
    "not_answered": [
        "DROP TABLE visits",
        "EXPLAIN SELECT COUNT(*) FROM visits",
        "SELECT",
        "SELECT 1",
        "SELECT COUNT(*) FROM visits GROUP BY",
        "SELECT COUNT(*) FROM visits UNION ALL SELECT COUNT(*) FROM labs",
        "SELECT COUNT(*) FROM visits LIMIT 5 OFFSET 2",
        "SELECT COUNT(*) FROM visits LIMIT 5%",
        "SELECT COUNT(*) FROM visits TABLESAMPLE 10%",
        "SELECT COUNT(*) FROM visits QUALIFY stay > 3",
        "SELECT COUNT(*) OVER () FROM visits",
        "SELECT ABS(stay) FILTER (WHERE urgent) FROM visits",
        "SELECT MODE(stay) FROM visits",
        "SELECT SUM(stay) WITHIN GROUP (ORDER BY stay) FROM visits",
        "SELECT BOXPLOT(stay, age) AS b FROM visits",
        "SELECT BOXPLOT(stay) + 1 AS b FROM visits",
        "SELECT STRING_AGG(ward, ',') FROM visits",
        "SELECT SUM(DISTINCT stay) FROM visits",
        "SELECT COUNT(DISTINCT ward, age) FROM visits",
        "SELECT COUNT(* EXCLUDE (ward)) FROM visits",
        "SELECT COUNT(stay ORDER BY age) FROM visits",
        "SELECT ward, COUNT(*) FROM visits GROUP BY ROLLUP (ward)",
        "SELECT ward, COUNT(*) FROM visits GROUP BY GROUPING SETS ((ward), ())",
        "SELECT COUNT(*) FROM visits WHERE age > (SELECT AVG(age) FROM visits)",
        "SELECT COUNT(*) FROM visits WHERE age IN (SELECT age FROM visits)",
        "SELECT COUNT(*) FROM visits WHERE EXISTS (SELECT 1 FROM visits)",
        "SELECT COUNT(*) FROM visits WHERE age IN (age, 1)",
        "SELECT COUNT(*) FROM visits WHERE age IN ()",
        "SELECT COUNT(*) FROM visits WHERE ward LIKE ward",
        f"SELECT COUNT(*) FROM visits WHERE ward LIKE '{'x' * 65}'",
        "SELECT COUNT(*) FROM visits WHERE ward ILIKE 'a%'",
        "SELECT COUNT(*) FROM visits WHERE ward LIKE 'a%' ESCAPE 'x'",
        "SELECT COUNT(*) FROM visits WHERE regexp_matches(ward, 'a')",
        "SELECT COUNT(*) FROM visits WHERE stay IS 4",
        "SELECT COUNT(*) FROM visits WHERE stay > 1e999",
        f"SELECT COUNT(*) FROM visits WHERE stay > {'9' * 500}",
        "SELECT COUNT(*) FROM visits WHERE day > 'soon'",
        "SELECT COUNT(*) FROM visits WHERE seen > '2024-01-01 00:00:00+02:00'",
        "SELECT COUNT(*) FROM visits WHERE day > CAST(ward AS DATE)",
        "SELECT COUNT(*) FROM visits WHERE CAST(day AS BLOB) IS NULL",
        "SELECT COUNT(*) FROM visits WHERE substring(ward, age, 1) = 'a'",
        "SELECT COUNT(*) FROM visits WHERE substring(ward, 2) = 'a'",
        "SELECT COUNT(*) FROM visits WHERE EXTRACT(century FROM day) = 21",
        "SELECT COUNT(*) FROM visits WHERE date_trunc('year', day) = day",
        "SELECT COUNT(*) FROM visits WHERE datediff('month', day, day) = 1",
        "SELECT COUNT(*) FROM visits WHERE dayofweek(day) = 1 OR current_date = day",
        "SELECT COUNT(*) FROM visits WHERE width_bucket(stay, age, 1, 2) = 1",
        "SELECT COUNT(*) FROM visits WHERE round(stay, 2) = 1",
        "SELECT COUNT(*) FROM visits WHERE visits.ward.x = 1",
        "SELECT error('x'), getenv('HOME'), random() FROM visits",
        "SELECT COUNT(*) FROM visits v, wards w",
        "SELECT COUNT(*) FROM visits CROSS JOIN wards",
        "SELECT COUNT(*) FROM visits NATURAL JOIN wards",
        "SELECT COUNT(*) FROM visits RIGHT JOIN wards USING (ward)",
        "SELECT COUNT(*) FROM visits SEMI JOIN wards USING (ward)",
        "SELECT COUNT(*) FROM visits JOIN wards ON visits.ward = wards.id OR TRUE",
        "SELECT COUNT(*) FROM visits JOIN wards ON visits.age < wards.floor",
        "SELECT COUNT(*) FROM visits JOIN (SELECT floor + 1 AS f FROM wards) w ON visits.age = w.f",
        "SELECT COUNT(*) FROM read_csv('/etc/passwd')",
        "SELECT COUNT(*) FROM duckdb_tables()",
        "SELECT COUNT(*) FROM (VALUES (1)) v",
        "SELECT COUNT(*) FROM (VALUES (1))",
        "SELECT COUNT(*) FROM unnest([1])",
        "SELECT COUNT(*) FROM visits v(a, b)",
        "SELECT COUNT(*) FROM (SELECT * EXCLUDE (ward) FROM visits)",
        "SELECT COUNT(*) FROM (SELECT ward FROM visits LIMIT 3)",
        "SELECT COUNT(*) FROM (SELECT DISTINCT patient, COUNT(*) FROM visits GROUP BY patient)",
        "SELECT COUNT(*) FROM (SELECT patient FROM visits UNION SELECT patient FROM labs)",
        "SELECT COUNT(*) FROM (SELECT patient FROM visits INTERSECT SELECT patient FROM labs)",
        "SELECT COUNT(*) FROM (SELECT patient, VAR_POP(stay) AS v FROM visits GROUP BY patient)",
        "WITH RECURSIVE a AS (SELECT 1) SELECT COUNT(*) FROM a",
        "WITH a AS (SELECT * FROM visits), A AS (SELECT * FROM visits) SELECT COUNT(*) FROM a",
        "WITH a AS MATERIALIZED (SELECT * FROM visits) SELECT COUNT(*) FROM a",
        "SELECT COUNT(*) FROM visits WHERE age = ?",
    ],
}
CASES = [(code, text) for code, texts in REFUSED.items() for text in texts]


@pytest.mark.parametrize(("code", "text"), CASES, ids=[f"{code}: {text[:60]}" for code, text in CASES])
def test_it_is_refused_with_its_code_and_a_remedy(code, text):
    refused = refusal(text)
    assert refused.code == code, refused
    assert len(str(refused)) <= 400
    assert refused.advised.strip("?")
    assert refused.advised.isprintable()


@pytest.mark.parametrize("text", REFUSED["not_an_aggregate"] + REFUSED["no_statistic"])
def test_the_question_that_is_advised_is_one(text):
    [advised] = re.findall(r": ((?:SELECT|WITH) .*)\.$", refusal(text).advised)
    question = read(advised, CATALOG) if " GROUP BY patient" not in advised else None
    assert question is None or question.cells


def test_the_means_of_what_was_named_are_advised():
    advised = refusal("SELECT patient, stay, ward, age FROM visits WHERE urgent ORDER BY 1 LIMIT 3").advised
    assert advised.endswith("SELECT COUNT(*) AS n, AVG(stay) AS stay, AVG(age) AS age FROM visits WHERE urgent.")


@pytest.mark.parametrize("given", [None, 1, b"SELECT", ["SELECT 1"], ""])
def test_what_is_no_text_is_refused(given):
    assert refusal(given).code in {"sql_not_read", "not_answered"}


def test_a_formula_over_kinds_that_do_not_fit_says_what_is_taken():
    with pytest.raises(Refused) as refused:
        call("+", Literal.of(None), Column("ward"), columns={"ward": Kind.TEXT})
    assert refused.value.facts["kinds"] == "NULL, text"


@pytest.mark.parametrize(
    "kind", [exp.Select, exp.Join, exp.Table, exp.Count, exp.Cast, exp.Like, exp.Order, exp.Ordered]
)
def test_nothing_that_a_node_says_is_passed_over(kind):
    """Each part that a node of a good question could have besides is given one, and the question is refused."""
    from diffident.question.sql.parse import parsed
    from diffident.question.sql.select import read_tree

    text = (
        "SELECT ward, COUNT(*) AS n FROM visits JOIN wards USING (ward) "
        "WHERE CAST(age AS BIGINT) > 3 AND ward LIKE 'a' GROUP BY ward ORDER BY n"
    )
    read(text, CATALOG)
    meant = {
        "from_",
        "where",
        "having",
        "limit",
        "group",
        "distinct",
        "with_",
        "alias",
        "desc",
        "nulls_first",
        "negate",
    }
    meant |= {"on", "order", "side", "kind", "big_int", "safe", "_type", "db", "catalog"}
    for part in set(kind.arg_types) - meant:
        tree = parsed(text)
        node = tree if kind is exp.Select else tree.find(kind)
        if node.args.get(part) is None:
            node.set(part, exp.to_identifier("x"))
            with pytest.raises(Refused):
                read_tree(tree, CATALOG)


HELD = TableFacts(name="held", columns=CATALOG.table("notes").columns, person=Along("scan", "answers", "age"))
OWN = TableFacts(name="own", columns=CATALOG.table("notes").columns, person=Along("scan", "visits", "patient"))


@pytest.mark.parametrize("facts", [HELD, OWN], ids=["of each row", "of the person"])
def test_a_key_that_leads_to_nobody_is_refused(facts):
    with pytest.raises(Refused) as refused:
        read(f"SELECT COUNT(*) FROM {facts.name}", CATALOG.with_table(facts))
    assert refused.value.code == "join_refused"
    assert str(facts.person) in {"scan -> answers.age", "scan -> visits.patient"}


def test_rows_along_a_key_are_nobodys_before_they_are_joined_to_people():
    scans, wards = Table.of(CATALOG.table("scans")), Table.of(CATALOG.table("wards"))
    for left, right in [(scans, wards), (wards, scans), (scans, Table.of(CATALOG.table("labs")))]:
        with pytest.raises(Refused) as refused:
            Join(left, right, (("dose", "level"),))
        assert refused.value.code == "join_refused"


def test_tables_that_are_held_by_the_same_key_are_joined_on_the_person():
    text = "SELECT COUNT(*) FROM scans a JOIN scans b USING (visit)"
    assert refusal(text).code == "join_refused"


def test_a_key_to_people_that_is_no_column_is_refused():
    astray = TableFacts(name="astray", columns=CATALOG.table("notes").columns, person=Along("gone", "scans", "scan"))
    with pytest.raises(Refused) as refused:
        read("SELECT COUNT(*) FROM astray", CATALOG.with_table(astray))
    assert refused.value.code == "unknown_name"
