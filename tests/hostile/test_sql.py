# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: S608, RUF001 - questions are read here, never run; letters that look like others are meant
"""What analysts and attackers type where a question is due: answered or refused alike, whoever is in the data."""

import os
import random
import sys
import threading
from time import process_time

import pytest

from curator.audit.replay import sight
from curator.audit.tables import curator, neighbours
from diffident.errors import Refused
from diffident.question.sql import read
from diffident.question.sql.parse import MOST_LISTED
from hostile.inputs import LONGEST, refusal_of

QUICK = 0.05  # processor seconds in which what is too large is refused


@pytest.fixture(scope="module")
def pair():
    one, other = neighbours(1)
    first = curator(one)
    return first, curator(other, secret=first.engine.secret)


ANSWERED = {  # cases that are answered, or answered by a public rule; the number is that of the list of bad inputs
    "18 text as a number": "SELECT SUM(greatest(0, least(9, CAST(ward AS INT)))) AS s FROM visits",
    "19 division by zero": "SELECT COUNT(*) AS n FROM visits WHERE 1 / (age - 50) > 0 OR age % 0 = 1 OR age // 0 = 1",
    "20 beyond 64 bits": "SELECT SUM(greatest(0, least(9, age * age))) AS s, SUM(age + age) AS t FROM visits",
    "22 no number": "SELECT AVG(greatest(0, least(9, sqrt(30 - age)))) AS r, SUM(greatest(0, least(9, ln(age - 50)))) AS l, "
    "SUM(greatest(0, least(9, exp(1000) * stay))) AS e, SUM(greatest(0, least(9, power(stay, 100)))) AS p FROM visits",
    "23 a pattern": "SELECT COUNT(*) AS n FROM visits WHERE ward LIKE '%A%'",
    "25 a join on the person": "SELECT COUNT(*) AS n FROM visits JOIN labs USING (patient)",
    "25 a table with itself": "SELECT COUNT(*) AS n FROM visits a JOIN visits b USING (patient)",
    "27 WITH": "WITH a AS (SELECT * FROM visits), b AS (SELECT * FROM a WHERE age > 3) SELECT COUNT(*) AS n FROM b",
    "27 a deep subquery": f"SELECT COUNT(*) AS n FROM {'(SELECT * FROM ' * 16}visits{') ' * 16}",
    "30 people": "SELECT COUNT(DISTINCT patient) AS n FROM visits",
    "30 values": "SELECT COUNT(DISTINCT ward) AS n FROM visits",
    "31 HAVING": "SELECT ward, COUNT(*) AS n FROM visits GROUP BY ward HAVING n > 10",
    "32 ORDER BY": "SELECT ward, COUNT(age) AS n FROM visits GROUP BY ward ORDER BY n DESC",
    "33 LIMIT": "SELECT ward, SUM(age) AS n FROM visits GROUP BY ward LIMIT 5",
    "35 absent groups": "SELECT floor, COUNT(*) AS n FROM visits JOIN wards USING (ward) GROUP BY floor",
    "37 a table below itself": "SELECT COUNT(*) AS n FROM (SELECT * FROM visits UNION ALL SELECT * FROM visits)",
    "44 comments": "/* a /* nested */ one */ SELECT COUNT(*) AS n -- to the end\n FROM visits WHERE ward <> '--' OR ward = '/*'",
    "44 signs of all kinds": "SELECT COUNT(*) AS \"\U0001f600 \u202e\" FROM visits WHERE ward = '日本語' OR ward = 'ｓelect'",
    "46 nobody": "SELECT ward, AVG(stay) AS s, COUNT(*) AS n FROM visits WHERE age = 7 AND age = 8 GROUP BY ward",
    "46 one person": "SELECT ward, AVG(stay) AS s, COUNT(*) AS n FROM visits WHERE patient = 7000 GROUP BY ward",
    "48 everybody": "SELECT COUNT(*) AS n FROM visits WHERE TRUE",
    "48 everybody but one": "SELECT COUNT(*) AS n FROM visits WHERE patient <> 7000",
}
REFUSED = {
    "15 all": ("not_an_aggregate", "SELECT * FROM visits"),
    "15 a column": ("not_an_aggregate", "SELECT ward FROM visits"),
    "15 distinct names": ("not_an_aggregate", "SELECT DISTINCT ward FROM visits"),
    "16 one each": ("no_statistic", "SELECT 1 FROM visits"),
    "16 nothing": ("not_answered", "SELECT 1"),
    **{
        f"17 {call}": ("not_answered", f"SELECT {call} FROM visits")
        for call in (
            "FIRST(ward)",
            "ARRAY_AGG(ward)",
            "STRING_AGG(ward, ',')",
            "ANY_VALUE(ward)",
            "MODE(ward)",
            "HISTOGRAM(stay)",
        )
    },
    "21 an error on purpose": ("not_answered", "SELECT SUM(CASE WHEN age > 90 THEN error('x') END) FROM visits"),
    "23 a pattern from a column": ("not_answered", "SELECT COUNT(*) FROM visits WHERE ward LIKE ward"),
    "23 a long pattern": ("not_answered", f"SELECT COUNT(*) FROM visits WHERE ward LIKE '{'%a' * 40}'"),
    "23 a regex": ("not_answered", "SELECT COUNT(*) FROM visits WHERE regexp_matches(ward, '(a+)+$')"),
    "23 repeat": ("not_answered", "SELECT COUNT(repeat('x', 1000000000)) FROM visits"),
    "23 strptime": ("not_answered", "SELECT COUNT(strptime(ward, '%Y')) FROM visits"),
    "24 a value of rows": ("not_answered", "SELECT COUNT(*) FROM visits WHERE age > (SELECT AVG(age) FROM visits)"),
    "24 correlated": (
        "not_answered",
        "SELECT COUNT(*) FROM visits v WHERE EXISTS (SELECT 1 FROM labs WHERE patient = v.patient)",
    ),
    "24 in": ("not_answered", "SELECT COUNT(*) FROM visits WHERE patient IN (SELECT patient FROM labs)"),
    "25 each with each": ("not_answered", "SELECT COUNT(*) FROM visits CROSS JOIN visits v"),
    "25 not on the person": ("join_refused", "SELECT COUNT(*) FROM visits a JOIN visits b USING (ward)"),
    "26 recursive": ("not_answered", "WITH RECURSIVE a AS (SELECT 1 UNION ALL SELECT 1 FROM a) SELECT COUNT(*) FROM a"),
    "27 too deep": ("sql_too_large", f"SELECT COUNT(*) FROM {'(SELECT * FROM ' * 50}visits{')' * 50}"),
    **{
        f"29 {call}": ("not_answered", f"SELECT {call} FROM visits")
        for call in ("COUNT(*) OVER ()", "LAG(stay) OVER (ORDER BY age)", "ROW_NUMBER() OVER (PARTITION BY ward)")
    },
    "29 qualify": ("not_answered", "SELECT COUNT(*) FROM visits QUALIFY TRUE"),
    "31 of rows": ("not_an_aggregate", "SELECT COUNT(*) FROM visits HAVING stay > 10"),
    "32 of rows": ("not_an_aggregate", "SELECT COUNT(*) FROM visits ORDER BY stay"),
    "33 below zero": ("limit_unusable", "SELECT COUNT(*) FROM visits LIMIT -1"),
    "33 far too many": ("limit_unusable", f"SELECT COUNT(*) FROM visits LIMIT {10**20}"),
    "33 from elsewhere on": ("not_answered", "SELECT COUNT(*) FROM visits LIMIT 5 OFFSET 5"),
    "33 a sample": ("not_answered", "SELECT COUNT(*) FROM visits TABLESAMPLE 10%"),
    "33 inside": ("not_answered", "SELECT COUNT(*) FROM (SELECT * FROM visits LIMIT 5)"),
    "34 a key that nobody lists": ("needs_categories", "SELECT patient, COUNT(*) FROM visits GROUP BY patient"),
    "34 a key of fractions": ("needs_categories", "SELECT stay, COUNT(*) FROM visits GROUP BY stay"),
    **{
        f"36 {keys}": ("not_answered", f"SELECT COUNT(*) FROM visits GROUP BY {keys}")
        for keys in ("ROLLUP (ward)", "CUBE (ward, urgent)", "GROUPING SETS ((ward), ())")
    },
    **{
        f"37 {word}": (
            "not_answered",
            f"SELECT COUNT(*) FROM (SELECT patient FROM visits {word} SELECT patient FROM labs)",
        )
        for word in ("UNION", "INTERSECT", "EXCEPT")
    },
    **{
        f"38 {text[:20]}": ("not_answered", text)
        for text in (
            "CREATE TABLE x AS SELECT * FROM visits",
            "INSERT INTO visits SELECT * FROM visits",
            "UPDATE visits SET stay = 0",
            "DELETE FROM visits",
            "DROP TABLE visits",
            "ALTER TABLE visits ADD COLUMN x INT",
            "COPY visits TO 'out.csv'",
            "ATTACH 'x.db'",
            "EXPORT DATABASE 'x'",
            "INSTALL httpfs",
            "LOAD httpfs",
            "PRAGMA database_list",
            "SET memory_limit = '1GB'",
            "CALL duckdb_settings()",
            "EXPLAIN ANALYZE SELECT COUNT(*) FROM visits",
            "SUMMARIZE visits",
            "DESCRIBE visits",
        )
    },
    "38 two statements": ("sql_not_read", "SELECT COUNT(*) FROM visits; DROP TABLE visits"),
    **{
        f"40 {source}": ("not_answered", f"SELECT COUNT(*) FROM {source}")
        for source in ("read_csv('/etc/passwd')", "glob('/etc/*')", "read_text('/etc/passwd')", "duckdb_tables()")
    },
    **{
        f"40 {source}": ("unknown_name", f"SELECT COUNT(*) FROM {source}")
        for source in ("'/etc/passwd'", "'x.parquet'", "'http://169.254.169.254/'", "nowhere")
    },
    **{
        f"41 {source}": ("unknown_name", f"SELECT COUNT(*) FROM {source}")
        for source in ("information_schema.tables", "sqlite_master", "pg_stat_activity", "pg_catalog.pg_class")
    },
    **{
        f"42 {call}": ("not_answered", f"SELECT COUNT({call}) FROM visits")
        for call in (
            "list_transform([1], x -> x)",
            "getenv('HOME')",
            "current_setting('threads')",
            "random()",
            "now()",
            "current_user",
            "uuid()",
        )
    },
    "42 a query in text": ("not_answered", "SELECT COUNT(*) FROM query('SELECT 1')"),
    "42 a table in text": ("not_answered", "SELECT COUNT(*) FROM query_table('visits')"),
    "44 NUL": ("sql_not_read", "SELECT COUNT(*) \0 FROM visits"),
    "44 homoglyph": ("not_answered", "ｓelect COUNT(*) FROM visits"),
    "44 a comment without end": ("sql_not_read", "/* SELECT COUNT(*) FROM visits"),
    "45 a name without end": ("unknown_name", f'SELECT COUNT(*) FROM "{"x" * 10_000}"'),
    "45 no name": ("sql_not_read", 'SELECT COUNT(*) FROM "'),
}
TOO_LARGE = {
    "brackets": f"SELECT {'(' * 10_000}1{')' * 10_000} FROM visits",
    "text": f"SELECT COUNT(*) FROM visits WHERE ward = '{'x' * 10**6}'",
    "a list": f"SELECT COUNT(*) FROM visits WHERE age IN ({','.join(['1'] * 100_000)})",
    "a list within the length": f"SELECT COUNT(*) FROM visits WHERE age IN ({','.join(['1'] * (MOST_LISTED + 1))})",
    "brackets that close before they open": f"SELECT '{')' * 20_000}', {'(' * 10_000}1 FROM visits",
}


@pytest.mark.parametrize("case", ANSWERED)
def test_it_is_answered_alike_whoever_is_in_the_data(pair, case):
    left = pair[0].left.units
    one, other = (sight(each, ANSWERED[case], 7, noise_orders=True) for each in pair)
    assert one.outcome == other.outcome
    assert one.parts, one.outcome
    assert 0 < left - pair[0].left.units <= 300_000_000


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_alike_and_nothing_is_paid(pair, case):
    code, text = REFUSED[case]
    left = [each.left for each in pair]
    one, other = (sight(each, text, 7, noise_orders=True) for each in pair)
    assert one.outcome == other.outcome
    assert [each.left for each in pair] == left
    with pytest.raises(Refused) as refused:
        pair[0].question(text)
    assert (refused.value.code, len(str(refused.value)) <= LONGEST) == (code, True), refused.value


def test_the_same_question_costs_once_however_it_is_written(pair):
    one = pair[0]
    first = one.ask("SELECT AVG(age) AS a FROM visits WHERE urgent", epsilon="0.01")
    left = one.left
    for space in range(50):
        text = f"select{' ' * space} avg( AGE ) as b{space}\n from Visits v where (urgent) limit {space}"
        assert one.ask(text, epsilon="0.01").stored == first.stored
    assert one.left == left


@pytest.mark.parametrize("case", TOO_LARGE)
def test_what_is_too_large_is_refused_at_once(pair, case):
    catalog = pair[0].catalog
    started = process_time()
    with pytest.raises(Refused) as refused:
        read(TOO_LARGE[case], catalog)
    assert process_time() - started < QUICK
    assert refused.value.code == "sql_too_large"


def test_no_file_is_opened_for_a_question(pair):
    opened = []
    read("SELECT COUNT(*) FROM visits", pair[0].catalog)  # whatever is imported is imported now
    watching = threading.local()

    def hook(event, arguments):
        if getattr(watching, "on", False) and event in {"open", "os.listdir", "socket.connect", "subprocess.Popen"}:
            opened.append((event, arguments[0]))

    sys.addaudithook(hook)
    watching.on = True
    for _, text in REFUSED.values():
        with pytest.raises(Refused):
            pair[0].ask(text, epsilon=1)
    watching.on = False
    assert opened == []


WORDS = [
    "SELECT",
    "FROM",
    "WHERE",
    "GROUP",
    "BY",
    "HAVING",
    "ORDER",
    "LIMIT",
    "JOIN",
    "ON",
    "USING",
    "LEFT",
    "UNION",
    "ALL",
    "WITH",
    "AS",
    "AND",
    "OR",
    "NOT",
    "IN",
    "IS",
    "NULL",
    "LIKE",
    "BETWEEN",
    "CASE",
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "DISTINCT",
    "FILTER",
    "OVER",
    "COUNT",
    "SUM",
    "AVG",
    "MIN",
    "CAST",
    "EXTRACT",
    "DATE",
    "INTERVAL",
    "visits",
    "labs",
    "wards",
    "patient",
    "ward",
    "stay",
    "age",
    "v",
    "*",
    "(",
    ")",
    "(",
    ")",
    ",",
    ",",
    ".",
    "=",
    "<",
    ">",
    "+",
    "-",
    "/",
    "%",
    ";",
    ":",
    "?",
    "|",
    "1",
    "0.5",
    "1e5",
    "'A'",
    '"x"',
    "''",
    "--",
    "/*",
    "*/",
    "$1",
    "[",
    "]",
    "{",
    "}",
    "é",
    "\u202e",
]


def soup(chance):
    return "SELECT " + " ".join(chance.choice(WORDS) for _ in range(chance.randrange(1, 40)))


def mutated(chance):
    """Return a good question with a few of its pieces lost, doubled, swapped or replaced."""
    pieces = chance.choice(list(ANSWERED.values())).replace("(", " ( ").replace(")", " ) ").replace(",", " , ").split()
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(pieces))
        change = chance.randrange(4)
        if change == 0 and len(pieces) > 1:
            del pieces[place]
        elif change == 1:
            pieces.insert(place, pieces[chance.randrange(len(pieces))])
        elif change == 2:
            pieces[place] = chance.choice(WORDS)
        else:
            other = chance.randrange(len(pieces))
            pieces[place], pieces[other] = pieces[other], pieces[place]
    return " ".join(pieces)


def only_refusals(catalog, make, seed, count):
    chance = random.Random(seed)  # noqa: S311 - which texts are tried protects nobody
    outcomes = {"read": 0, "refused": 0}
    for _ in range(count):
        text = make(chance)
        refusal = refusal_of(lambda text=text: read(text, catalog))
        outcomes["refused" if refusal else "read"] += 1
    return outcomes


@pytest.mark.parametrize("make", [soup, mutated])
def test_only_refusals_come_of_bad_text(pair, make):
    outcomes = only_refusals(pair[0].catalog, make, 1, 1_000)
    assert outcomes["refused"] > 300


@pytest.mark.deep
@pytest.mark.parametrize("make", [soup, mutated])
def test_only_refusals_come_of_much_bad_text(pair, make):
    only_refusals(pair[0].catalog, make, int(os.environ.get("SEED", "2")), 100_000)
