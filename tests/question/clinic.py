# SPDX-License-Identifier: Apache-2.0
"""A clinic of three tables, small enough to count by hand, asked in SQL and counted by both engines."""

import datetime as dt

from diffident.curator import seen
from diffident.engine.duckdb import DuckDB
from diffident.engine.memory import Memory
from diffident.privacy.unseal import unseal
from diffident.question.catalog import EACH_ROW, Along, Catalog, ColumnFacts, TableFacts
from diffident.question.expression import Kind
from diffident.question.limits import Bounds, Categories
from diffident.question.plan import planned
from diffident.question.sql import read

SECRET = "of a test"  # noqa: S105 - protects nobody
WARDS = Categories.of("A", "B", "C")
VISITS = {
    "patient": ColumnFacts(kind=Kind.INTEGER),
    "ward": ColumnFacts(kind=Kind.TEXT, categories=WARDS),
    "stay": ColumnFacts(kind=Kind.NUMBER, bounds=Bounds.of(0, 64)),
    "age": ColumnFacts(kind=Kind.INTEGER, bounds=Bounds.of(0, 128)),
    "urgent": ColumnFacts(kind=Kind.TRUTH),
    "day": ColumnFacts(kind=Kind.DATE),
    "seen": ColumnFacts(kind=Kind.MOMENT),
    "visit": ColumnFacts(kind=Kind.INTEGER),
}
SCANS = {
    "visit": ColumnFacts(kind=Kind.INTEGER),
    "Patient": ColumnFacts(kind=Kind.INTEGER),
    "dose": ColumnFacts(kind=Kind.NUMBER, bounds=Bounds.of(0, 8)),
    "scan": ColumnFacts(kind=Kind.INTEGER),
}
NOTES = {"scan": ColumnFacts(kind=Kind.INTEGER), "note": ColumnFacts(kind=Kind.TEXT)}
BEDS = {"patient": ColumnFacts(kind=Kind.INTEGER), "bed": ColumnFacts(kind=Kind.INTEGER)}
LABS = {
    "patient": ColumnFacts(kind=Kind.INTEGER),
    "Ward": ColumnFacts(kind=Kind.TEXT, categories=WARDS),
    "level": ColumnFacts(kind=Kind.NUMBER, bounds=Bounds.of(0, 16)),
}
PLACES = {
    "id": ColumnFacts(kind=Kind.TEXT),
    "floor": ColumnFacts(kind=Kind.INTEGER, categories=Categories.of(1, 2)),
    "ward": ColumnFacts(kind=Kind.TEXT),
    "patient": ColumnFacts(kind=Kind.INTEGER),
}
TABLES = (
    TableFacts(name="visits", columns=VISITS, person="patient", rows_per_person=100, groups_per_person=100),
    TableFacts(name="labs", columns=LABS, person="patient", rows_per_person=100, groups_per_person=100),
    TableFacts(name="wards", columns=PLACES),
    TableFacts(name="scans", columns=SCANS, person=Along("visit", "visits", "visit"), rows_per_person=100),
    TableFacts(name="notes", columns=NOTES, person=Along("scan", "scans", "scan"), rows_per_person=100),
    TableFacts(name="beds", columns=BEDS, person=Along("patient", "visits", "visit"), rows_per_person=100),
    TableFacts(name="answers", columns=VISITS, person=EACH_ROW),
    TableFacts(name='a"" FROM "t; --', columns={"select": ColumnFacts(kind=Kind.INTEGER)}, person="select"),
)
CATALOG = Catalog({table.name: table for table in TABLES})

DAY = dt.date(2024, 2, 29)


def visit(patient, ward="A", stay=4.0, age=30, urgent=True, day=DAY, *, number=0):  # noqa: FBT002 - a value
    noon = day and dt.datetime(day.year, day.month, day.day, 12, 30)  # noqa: DTZ001 - columns have no zone
    return {
        "patient": patient,
        "ward": ward,
        "stay": stay,
        "age": age,
        "urgent": urgent,
        "day": day,
        "seen": noon,
        "visit": number,
    }


ROWS = {
    "visits": [
        visit(1, "A", 4.0, 30, number=1),
        visit(1, "A", 8.0, 30, urgent=False, number=1),
        visit(1, "B", 16.0, 30, day=dt.date(2023, 12, 31)),
        visit(2, "B", None, 64, urgent=None, number=1),
        visit(3, None, 2.5, None, day=None),
    ],
    "labs": [
        {"patient": 1, "Ward": "A", "level": 1.0},
        {"patient": 1, "Ward": "C", "level": 2.0},
        {"patient": 4, "Ward": "A", "level": 3.0},
    ],
    "wards": [
        {"id": "A", "floor": 1, "ward": "A", "patient": 1},
        {"id": "B", "floor": 2, "ward": "B", "patient": 2},
        {"id": "C", "floor": 2, "ward": "C", "patient": 9},
    ],
    "scans": [  # the first is of visits of two people, the last of nobody's
        {"visit": 1, "Patient": 7, "dose": 2.0, "scan": 10},
        {"visit": 0, "Patient": 8, "dose": 4.0, "scan": 11},
        {"visit": 99, "Patient": 9, "dose": 8.0, "scan": 12},
    ],
    "notes": [{"scan": 10, "note": "x"}, {"scan": 12, "note": "y"}, {"scan": None, "note": "z"}],
    "beds": [{"patient": 1, "bed": 5}, {"patient": 1, "bed": 6}, {"patient": 0, "bed": 7}, {"patient": 9, "bed": 8}],
    "answers": [],
    'a"" FROM "t; --': [{"select": 1}],
}
TYPES = {
    Kind.INTEGER: "int64",
    Kind.TEXT: "string",
    Kind.NUMBER: "float64",
    Kind.TRUTH: "bool",
    Kind.DATE: "date32[day]",
    Kind.MOMENT: "timestamp[us]",
}


def arrow(table):
    import pyarrow as pa

    named = {"string": pa.string(), "bool": pa.bool_(), "date32[day]": pa.date32(), "timestamp[us]": pa.timestamp("us")}
    kinds = [(name, TYPES[column.kind]) for name, column in table.columns.items()]
    schema = pa.schema([(name, named.get(kind) or pa.type_for_alias(kind)) for name, kind in kinds])
    return pa.Table.from_pylist(ROWS[table.name], schema=schema)


def engines():
    fast = DuckDB(SECRET)
    for table in TABLES:
        fast.add(table, arrow(table))
    return Memory(SECRET, ROWS), fast


BOTH = engines()


def sums(text):
    """Return what both engines count and sum for a question, cell by cell; the same integers."""
    plan = planned(read(text, CATALOG), CATALOG)
    found = [[unseal(look).tolist() for look in seen.all_looks(engine, plan, ())] for engine in BOTH]
    assert found[0] == found[1]
    return [[value for part in parts for value in part] for parts in zip(*found[0], strict=True)]


def count(text):
    """Return the one number that is counted."""
    [[number]] = sums(text)
    return number


def met(condition):
    """Return how many visits meet a condition."""
    return count(f"SELECT COUNT(*) FROM visits WHERE {condition}")  # noqa: S608 - it is read, never run
