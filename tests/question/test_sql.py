# SPDX-License-Identifier: Apache-2.0
"""SELECT in all its clauses: what is counted is what was asked, and the same question is the same however it is put."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.engine.memory import Memory
from diffident.errors import Refused
from diffident.question.aggregates import AGGREGATES, Largest, Least, Median, Quantile, WeightedMean
from diffident.question.aggregates.two_columns import OfTwo
from diffident.question.expression import Column
from diffident.question.plan import planned
from diffident.question.sql import read
from question.clinic import CATALOG, count, met, sums, visit


def asked(text):
    """Return the question but for what is done with released values."""
    question = read(text, CATALOG)
    return question.rows, question.keys, question.cells


def refusal(text):
    with pytest.raises(Refused) as refused:
        read(text, CATALOG)
    return refused.value


ALIKE = [
    [
        "SELECT ward, COUNT(*) FROM visits GROUP BY ward",
        "select WARD w, count(*) n from VISITS group by W",
        'SELECT "Ward", COUNT(*) AS n FROM Visits v GROUP BY 1',
        "SELECT v.ward, COUNT(*) FROM visits AS v GROUP BY ALL HAVING COUNT(*) > 3 ORDER BY 2 DESC NULLS FIRST LIMIT 1",
        "FROM visits SELECT ward, COUNT(*) GROUP BY ward -- with a comment",
        "/* first */ (SELECT COUNT(*), ward || 'x' AS t, 'constant', NULL AS c FROM visits GROUP BY ward)",
        "WITH v AS (SELECT ward AS place, stay FROM visits) SELECT place, COUNT(*) FROM v GROUP BY place",
        "SELECT ward, COUNT(*) FROM (SELECT * FROM (SELECT v.* FROM visits v)) GROUP BY ward",
        "WITH a AS (SELECT ward, day FROM visits), b AS (SELECT ward FROM a) SELECT ward, COUNT() FROM b GROUP BY b.ward",
        "SELECT ward FROM visits GROUP BY ward ORDER BY COUNT(*)",
    ],
    [
        "SELECT AVG(stay) FROM visits WHERE age > 18 AND urgent AND stay < 9",
        "SELECT AVG(stay) * 2 FROM visits WHERE (age > 18 AND (urgent)) AND (stay < 9)",
        "SELECT AVG(stay) FROM (SELECT stay, urgent FROM visits WHERE age > 18) WHERE urgent AND stay < 9",
        "WITH a AS (SELECT * FROM visits WHERE age > 18 AND urgent) SELECT AVG(s) FROM (SELECT stay s FROM a) WHERE s < 9",
    ],
    [
        "SELECT COUNT(*) FROM visits JOIN wards ON visits.ward = wards.id",
        "SELECT COUNT(*) FROM visits v JOIN wards w ON w.id = v.ward",
        "SELECT COUNT(*) FROM wards w INNER JOIN visits v ON (v.ward = w.id)",
        "SELECT COUNT(*) FROM visits JOIN (SELECT id AS place FROM wards) w ON visits.ward = w.place",
    ],
    [
        "SELECT COUNT(*) FROM visits WHERE day = '2024-02-29'",
        "SELECT COUNT(*) FROM visits WHERE day = DATE '2024-02-29'",
        "SELECT COUNT(*) FROM visits WHERE day = CAST('2024-02-29' AS DATE)",
        "SELECT COUNT(*) FROM visits WHERE day = '2024-02-29'::date",
    ],
    [
        "SELECT COUNT(*) FILTER (WHERE urgent) FROM visits",
        "SELECT COUNT_IF(urgent) FROM visits",
        "SELECT COUNT(CASE WHEN urgent THEN 1 END) FROM visits",
        "SELECT COUNT(CASE WHEN urgent THEN 1 ELSE NULL END) FROM visits",
        "SELECT COUNT(IF(urgent, 1, NULL)) FROM visits",
    ],
    [
        "SELECT SUM(CASE ward WHEN 'A' THEN 1 ELSE 2 END) FROM visits",
        "SELECT SUM(CASE WHEN ward = 'A' THEN 1 ELSE 2 END) FROM visits",
    ],
    [
        "SELECT COUNT(*) FROM visits WHERE age BETWEEN 1 AND 3",
        "SELECT COUNT(*) FROM visits WHERE age >= 1 AND age <= 3",
    ],
    [
        "SELECT COUNT(*) FROM (SELECT patient, ward FROM visits UNION ALL SELECT patient, ward FROM labs)",
        "SELECT COUNT(*) FROM (SELECT patient p, ward w FROM visits UNION ALL (SELECT patient, ward FROM labs)) u",
        "WITH u AS (SELECT patient, ward FROM visits UNION ALL SELECT patient, ward x FROM labs) SELECT COUNT(*) FROM u",
    ],
    [
        "SELECT AVG(least(9, greatest(0, n))) FROM (SELECT patient, COUNT(*) AS n FROM visits GROUP BY patient)",
        "WITH p AS (SELECT COUNT(*) x, patient FROM visits GROUP BY 2) SELECT AVG(least(9, greatest(0, x))) FROM p",
    ],
]


@pytest.mark.parametrize("texts", ALIKE)
def test_the_same_question_is_the_same_however_it_is_put(texts):
    assert [asked(text) == asked(texts[0]) for text in texts] == [True] * len(texts)


def test_different_questions_are_different():
    firsts = [repr(asked(texts[0])) for texts in ALIKE]
    assert len(set(firsts)) == len(firsts)


WINDOW = "SUM(COUNT(*)) OVER (ORDER BY urgent)"


@pytest.mark.parametrize("aggregate", AGGREGATES, ids=lambda each: each.__name__)
def test_every_aggregate_has_a_name_in_sql(aggregate):
    given = (
        "stay, age" if issubclass(aggregate, OfTwo | WeightedMean) else "stay, 0.9" if aggregate is Quantile else "stay"
    )
    texts = ("COUNT(*)", "COUNT(DISTINCT patient)", "COUNT(DISTINCT ward)", WINDOW, f"{aggregate.sql}({given})")
    cells = {type(read(f"SELECT {text} AS x FROM visits GROUP BY urgent", CATALOG).cells[0]) for text in texts}  # noqa: S608 - only read
    assert aggregate in cells


CONDITIONS = {  # how many of the five visits meet them, counted by hand
    "TRUE": 5,
    "NULL = 1": 0,
    "age = 30": 3,
    "age <> 30": 1,
    "age < 64 OR age >= 64": 4,
    "NOT urgent": 1,
    "urgent IS NOT TRUE": 2,
    "urgent IS FALSE": 1,
    "urgent IS NULL": 1,
    "urgent IS NOT NULL": 4,
    "stay IN (4, 8.0, 99)": 2,
    "stay NOT IN (4, 8)": 2,
    "stay BETWEEN 4 AND 8": 2,
    "ward LIKE 'A%'": 2,
    "ward NOT LIKE '_'": 0,
    "ward || 'x' = 'Bx'": 2,
    "lower(ward) = 'a' AND upper('b') = 'B'": 2,
    "length(ward) = 1": 4,
    "substring(ward, 1, 1) = 'A'": 2,
    "coalesce(ward, 'none') = 'none'": 1,
    "nullif(ward, 'A') IS NULL": 3,
    "greatest(age, stay) = 30": 3,
    "least(age, stay) < 4.5": 2,
    "1 / (age - 30) > 0": 1,
    "age % (age - 30) >= 0": 1,
    "age // 7 = 4": 3,
    "age // 0 IS NULL": 5,
    "-age = -30": 3,
    "-(-age) > +1 AND - 1 < 0": 4,
    "abs(age - 64) = 34": 3,
    "power(stay, 2) = 16 OR stay ** 0.5 = 4 OR stay ^ 400 < 1e300": 3,
    "floor(stay / 5) = 1 OR ceil(stay / 5) = 1": 3,
    "round(2.5) = 3 AND sqrt(stay) = 2": 1,
    "ln(exp(1)) = 1 AND sqrt(30 - age) >= 0": 4,  # below zero a root is NaN, and NaN lies behind all numbers
    "day >= '2024-01-01'": 3,
    "day BETWEEN '2023-12-31' AND '2024-02-28'": 1,
    "day IN ('2024-02-29', '2020-01-01')": 3,
    "'2024-02-29' = day": 3,
    "seen > '2024-02-29 12:00:00'": 3,
    "seen > day": 4,
    "year(day) = 2024 AND month(day) = 2 AND day(day) = 29": 3,
    "EXTRACT(year FROM day) = 2023": 1,
    "EXTRACT(isodow FROM day) = 4": 3,
    "isodow(day) = 7 OR hour(seen) = 13": 1,
    "date_trunc('month', day) = '2024-02-01'": 3,
    "date_trunc('month', seen) = '2023-12-01'": 1,
    "day - '2024-02-28' = 1": 3,
    "datediff('day', day, '2024-03-01') = 1": 3,
    "CAST(stay AS BIGINT) = 3": 1,  # halves go up
    "CAST(age AS VARCHAR) = '30'": 3,
    "CAST('12.5' AS DOUBLE) = 12.5": 5,
    "TRY_CAST(ward AS INTEGER) IS NULL": 5,
    "CAST(urgent AS INT) = 1": 3,
    "CAST(age AS BIGINT) = age": 4,
    "CAST(seen AS DATE) = day": 4,
    "CAST(day AS TIMESTAMP) < seen": 4,
    "CAST('2024-02-29 12:30:00' AS TIMESTAMP) = seen": 3,
    "CASE WHEN age > 40 THEN 'old' WHEN age > 20 THEN 'young' END = 'young'": 3,
    "CASE age WHEN 30 THEN TRUE ELSE FALSE END": 3,
    "IF(age = 30, 1, 2) = 2": 2,
    "width_bucket(stay, 0, 16, 4) = 5": 1,
    "age = 1 OR age = 2 OR (age = 3 OR age = 30)": 3,
    "age = 9223372036854775807": 0,
}


@pytest.mark.parametrize("condition", CONDITIONS)
def test_rows_are_counted_where_the_condition_holds(condition):
    assert met(condition) == CONDITIONS[condition]


QUESTIONS = {  # what is counted, by hand
    "SELECT COUNT(*) FROM visits": 5,
    "SELECT COUNT(stay) FROM visits": 4,
    "SELECT COUNT(DISTINCT patient) FROM visits": 3,
    "SELECT COUNT(DISTINCT ward) FROM visits": 2,
    "SELECT COUNT(*) FROM visits v JOIN wards w ON v.ward = w.id": 4,
    "SELECT COUNT(*) FROM visits v LEFT JOIN wards w ON v.ward = w.id": 5,
    "SELECT COUNT(*) FROM visits v LEFT JOIN wards w ON v.ward = w.id WHERE w.id IS NULL": 1,
    "SELECT COUNT(*) FROM visits LEFT JOIN wards USING (ward) WHERE ward IS NULL AND wards.ward IS NULL": 1,
    "SELECT COUNT(*) FROM visits v LEFT JOIN wards w USING (ward) WHERE w.patient = v.patient": 3,
    "SELECT COUNT(*) FROM visits JOIN wards USING (ward) WHERE floor = 2 AND wards.patient <> visits.patient": 1,
    "SELECT COUNT(*) FROM visits JOIN wards USING (ward, patient)": 3,
    "SELECT COUNT(*) FROM visits JOIN labs USING (patient)": 6,
    "SELECT COUNT(*) FROM visits v JOIN labs l ON v.patient = l.patient AND v.ward = l.ward": 2,
    "SELECT COUNT(*) FROM visits v LEFT JOIN labs l ON l.patient = v.patient WHERE l.patient IS NULL": 2,
    "SELECT COUNT(*) FROM visits a JOIN visits b USING (patient) WHERE a.stay < b.stay": 3,
    "SELECT COUNT(*) FROM visits JOIN labs USING (patient) JOIN wards w ON visits.ward = w.id WHERE w.floor = 2": 2,
    "SELECT COUNT(*) FROM (SELECT patient, ward FROM visits UNION ALL SELECT patient, ward FROM labs) WHERE ward = 'A'": 4,
    "SELECT COUNT(*) FROM (SELECT patient, stay FROM visits UNION ALL SELECT patient, age FROM visits "
    "UNION ALL SELECT patient, NULL FROM labs) WHERE stay = 30": 3,
    "SELECT COUNT(*) FROM (SELECT patient, ward FROM visits UNION ALL SELECT patient, NULL FROM labs) WHERE ward IS NULL": 4,
    "SELECT COUNT(*) FROM visits WHERE greatest(0, least(31, age)) = 31.0": 2,  # NULL is passed over
    "SELECT COUNT(*) FROM (SELECT patient, ward, COUNT(*) AS n FROM visits GROUP BY patient, ward)": 4,
    "SELECT COUNT(*) FROM (SELECT patient, ward AS w, COUNT(*) AS n FROM visits GROUP BY ALL) WHERE n > 1 AND w = 'A'": 1,
    "SELECT COUNT(*) FROM (SELECT patient FROM visits GROUP BY patient HAVING COUNT(*) > 1 AND MAX(stay) = 16)": 1,
    "SELECT COUNT(*) FROM (SELECT DISTINCT patient, ward FROM visits)": 4,
    "SELECT COUNT(*) FROM (SELECT patient, SUM(stay) AS s, AVG(stay) AS m FROM visits GROUP BY 1) WHERE s = 28": 1,
    "SELECT COUNT(*) FROM (SELECT patient, AVG(stay) AS m, MIN(day) AS d FROM visits GROUP BY 1) "
    "WHERE m > 9.33 AND m < 9.34 AND d = '2023-12-31'": 1,
    "SELECT COUNT(*) FROM (SELECT patient, COUNT(DISTINCT ward) AS w, COUNT(stay) AS s FROM visits GROUP BY 1) "
    "WHERE w = 2 OR s = 0": 2,
    "SELECT COUNT(*) FROM (SELECT patient, COUNT(*) FILTER (WHERE urgent) AS n FROM visits GROUP BY 1) WHERE n = 2": 1,
    "SELECT COUNT(*) FROM visits v JOIN (SELECT patient AS p, COUNT(*) AS n FROM labs GROUP BY patient) l "
    "ON v.patient = l.p WHERE n = 2": 3,
    "SELECT COUNT(*) FROM (SELECT stay AS patient FROM visits) WHERE patient = 4": 1,
    "SELECT COUNT(*) FROM (SELECT patient, MIN(ward) AS k0, 'x' AS s0 FROM visits GROUP BY patient) WHERE k0 = 'A'": 1,
    'SELECT COUNT(*) FROM "a"""" FROM ""t; --" WHERE "select" = 1': 1,
    "SELECT COUNT(*) FROM answers": 0,
    "SELECT COUNT(*) FROM scans": 4,  # visit 1 is held by two people, visit 0 by two others
    "SELECT COUNT(*) FROM scans WHERE dose = 2": 2,
    "SELECT COUNT(*) FROM scans WHERE Patient = 8": 2,
    "SELECT COUNT(*) FROM scans JOIN visits USING (visit)": 5,
    "SELECT COUNT(*) FROM beds": 6,  # whose key is called like the person: 1 is a visit of two people, 0 one of two
    "SELECT COUNT(*) FROM beds WHERE patient = 1": 4,
    "SELECT COUNT(*) FROM beds b JOIN visits v ON b.patient = v.visit": 8,
    "SELECT COUNT(*) FROM visits v LEFT JOIN scans s ON v.visit = s.visit WHERE s.dose = 2": 3,
    "SELECT COUNT(*) FROM scans JOIN visits USING (visit) WHERE visits.patient = 2": 1,
    "SELECT COUNT(*) FROM notes": 2,
    "SELECT COUNT(*) FROM notes n JOIN scans s ON n.scan = s.scan WHERE s.dose = 2": 2,
    "SELECT COUNT(DISTINCT note) FROM notes": 1,
    "SELECT COUNT(*) FROM (SELECT patient, COUNT(*) AS n FROM notes GROUP BY patient) WHERE n = 1": 2,
}


@pytest.mark.parametrize("text", QUESTIONS)
def test_what_is_counted_is_what_was_asked(text):
    assert count(text) == QUESTIONS[text]


def test_groups_are_counted_each_for_itself():
    assert sums("SELECT ward, COUNT(*) FROM visits GROUP BY ward") == [[2], [2], [0]]
    assert sums("SELECT floor, COUNT(*) FROM visits JOIN wards USING (ward) GROUP BY floor") == [[2], [2]]
    text = "SELECT month(day) AS m, COUNT(*) FROM visits GROUP BY m"
    assert [cell for [cell] in sums(text)] == [0, 3, *[0] * 9, 1]


def test_a_union_of_a_table_with_itself_is_bounded_once():
    few = CATALOG.with_table(replace(CATALOG.table("visits"), rows_per_person=3))
    both = "SELECT COUNT(*) FROM (SELECT * FROM visits UNION ALL SELECT * FROM visits)"
    assert [part.reach.l1 for part in planned(read(both, few), few).parts] == [3]


def test_released_values_are_ordered_chosen_and_named():
    question = read(
        "SELECT ward AS w, COUNT(*) AS n FROM visits GROUP BY w HAVING n > 3 AND w <> 'C' "
        "ORDER BY n DESC, 1 NULLS FIRST LIMIT 2",
        CATALOG,
    )
    after = question.after
    assert [output.name for output in after.outputs] == ["w", "n"]
    assert str(after.having) == "(cell 0 > 3.0) AND (key 0 <> 'C')"
    assert [(str(formula), down) for formula, down in after.order] == [
        ("cell 0 IS NULL", False),
        ("cell 0", True),
        ("key 0 IS NULL", True),
        ("key 0", False),
    ]
    assert after.limit == 2


def test_a_column_without_a_name_is_called_as_it_is_written():
    question = read("SELECT ward, count( * ), avg(stay)+1 FROM visits GROUP BY ward", CATALOG)
    assert [output.name for output in question.after.outputs] == ["ward", "COUNT(*)", "AVG(stay) + 1"]


def test_statistics_that_are_only_ordered_by_are_measured_too():
    question = read("SELECT ward FROM visits GROUP BY ward HAVING SUM(age) > 3 ORDER BY AVG(stay)", CATALOG)
    assert [str(cell.formula) for cell in question.cells] == ["stay", "age"]


VISITED = st.lists(st.tuples(st.integers(1, 4), st.none() | st.integers(0, 3)), max_size=12)
SCANNED = st.lists(st.tuples(st.none() | st.integers(0, 4), st.none() | st.integers(0, 2)), max_size=12)
NOTED = st.lists(st.none() | st.integers(0, 3), max_size=8)


@given(visited=VISITED, scanned=SCANNED, noted=NOTED, gone=st.integers(1, 4))
def test_nobody_else_moves_the_rows_that_a_person_holds_by_a_key(visited, scanned, noted, gone):
    def held(people):
        tables = {
            "visits": [visit(person, number=key) for person, key in people],
            "scans": [{"visit": key, "Patient": 1, "dose": 1.0, "scan": scan} for key, scan in scanned],
            "notes": [{"scan": scan, "note": str(place)} for place, scan in enumerate(noted)],
        }
        rows = read("SELECT COUNT(*) FROM notes JOIN scans USING (scan)", CATALOG).rows
        return [sorted(row.items()) for row in Memory("", tables).rows(rows) if row["patient"] != gone]

    assert held(visited) == held([pair for pair in visited if pair[0] != gone])


@pytest.mark.parametrize(
    ("frame", "ends"),
    [
        ("", (None, 0)),
        ("ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW", (None, 0)),
        ("RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW", (None, 0)),
        ("ROWS 6 PRECEDING", (6, 0)),
        ("ROWS BETWEEN 3 PRECEDING AND 2 FOLLOWING", (3, 2)),
        ("ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING", (0, None)),
        ("ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING", (None, None)),
    ],
)
def test_a_window_is_so_many_groups_before_and_behind(frame, ends):
    counted = "SUM(COUNT(age) FILTER (WHERE stay > 2))"
    text = f"SELECT {counted} OVER (PARTITION BY ward ORDER BY urgent {frame}) FROM visits GROUP BY ward, urgent"  # noqa: S608 - only read
    (cell,) = read(text, CATALOG).cells
    assert (cell.before, cell.after) == ends
    assert str(cell.axis) == "urgent"
    assert [str(each) for each in cell.others] == ["ward"]
    assert cell.formula is not None


@pytest.mark.parametrize(
    "window",
    [
        "SUM(COUNT(*)) OVER ()",
        "SUM(COUNT(*)) OVER (ORDER BY urgent, ward)",
        "SUM(COUNT(*)) OVER (ORDER BY urgent DESC)",
        "SUM(COUNT(*)) OVER (ORDER BY urgent RANGE BETWEEN 2 PRECEDING AND CURRENT ROW)",
        "SUM(COUNT(*)) OVER (ORDER BY urgent ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING)",
        "SUM(COUNT(*)) OVER (ORDER BY urgent ROWS BETWEEN 99999 PRECEDING AND CURRENT ROW)",
        "SUM(COUNT(DISTINCT age)) OVER (ORDER BY urgent)",
        "SUM(age) OVER (ORDER BY urgent)",
        "SUM(SUM(age)) OVER (ORDER BY urgent)",
        "AVG(COUNT(*)) OVER (ORDER BY urgent)",
        "RANK() OVER (ORDER BY urgent)",
        "SUM(COUNT(*)) OVER named",
    ],
)
def test_other_windows_are_refused(window):
    with pytest.raises(Refused) as refused:
        read(f"SELECT {window} AS x FROM visits GROUP BY urgent", CATALOG)  # noqa: S608 - only read
    assert refused.value.code == "not_answered"


@pytest.mark.parametrize(
    "said",
    [
        "QUANTILE_CONT(stay, 0.25)",
        "QUANTILE_DISC(stay, 0.25)",
        "QUANTILE(stay, 0.25)",
        "PERCENTILE_CONT(stay, 0.25)",
        "PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY stay)",
        "PERCENTILE_DISC(0.75) WITHIN GROUP (ORDER BY stay DESC)",
    ],
)
def test_quantiles_are_written_in_many_ways(said):
    assert cells_of(f"{said} AS x") == (Quantile(Column("stay"), Fraction(1, 4)),)


def cells_of(columns):
    return read(f"SELECT {columns} FROM visits", CATALOG).cells  # noqa: S608 - only read


def names_of(columns):
    return [output.name for output in read(f"SELECT {columns} FROM visits", CATALOG).after.outputs]  # noqa: S608 - only read


def test_the_ranks_in_the_middle_and_at_the_ends_have_names_of_their_own():
    assert cells_of("QUANTILE_CONT(stay, 0.5) AS x") == cells_of("MEDIAN(stay) AS x") == (Median(Column("stay")),)
    assert cells_of("QUANTILE_CONT(stay, 0) AS a, QUANTILE_CONT(stay, 1) AS b") == cells_of(
        "MAX(stay) AS a, MIN(stay) AS b"
    )


def test_a_list_of_ranks_is_several_columns():
    assert names_of("QUANTILE_CONT(stay, [0.05, 0.5, 0.975]) AS q") == ["q_05", "q_50", "q_975"]
    assert names_of("QUANTILE_CONT(stay, [0, 1])") == ["stay_00", "stay_10"]


def test_a_boxplot_is_five_columns_of_five_ranks():
    assert names_of("BOXPLOT(stay) AS b") == ["b_from", "b_q1", "b_median", "b_q3", "b_to"]
    quartiles = (Quantile(Column("stay"), Fraction(1, 4)), Quantile(Column("stay"), Fraction(3, 4)))
    assert set(cells_of("BOXPLOT(stay)")) == {
        Least(Column("stay")),
        Median(Column("stay")),
        Largest(Column("stay")),
        *quartiles,
    }
    assert set(cells_of("IQR(stay) AS x")) == set(quartiles)


@pytest.mark.parametrize(
    "said",
    [
        "QUANTILE_CONT(stay, 2)",
        "QUANTILE_CONT(stay, age)",
        "QUANTILE_CONT(stay, [])",
        "QUANTILE_CONT(stay, 0.12345)",
        "QUANTILE_CONT(stay, -0.5)",
        "QUANTILE_CONT(stay, '0.5')",
    ],
)
def test_ranks_that_are_none_are_refused(said):
    with pytest.raises(Refused) as refused:
        cells_of(f"{said} AS x")
    assert refused.value.code in {
        "ranks_unusable",
        "number_out_of_range",
        "number_unusable",
        "no_statistic",
        "sql_not_read",
    }
