# SPDX-License-Identifier: Apache-2.0
"""Random small tables with everything in them that has tripped engines up, and both engines over the same rows."""

import datetime as dt
import math
from dataclasses import replace

from hypothesis import strategies as st

from diffident.engine.duckdb import DuckDB
from diffident.engine.memory import Memory
from diffident.question.catalog import Catalog, ColumnFacts, TableFacts
from diffident.question.expression import Kind
from diffident.question.limits import Bounds, Categories

SECRET = "of a test"  # noqa: S105 - protects nobody
WARDS = ("A", "B", "é", "")
VISITS = TableFacts(
    name="visits",
    person="patient",
    rows_per_person=4,
    groups_per_person=2,
    columns={
        "patient": ColumnFacts(kind=Kind.INTEGER),
        "ward": ColumnFacts(kind=Kind.TEXT, categories=Categories.of(*WARDS)),
        "stay": ColumnFacts(kind=Kind.NUMBER, bounds=Bounds.of(0, 60)),
        "age": ColumnFacts(kind=Kind.INTEGER, bounds=Bounds.of(-5, 110)),
        "urgent": ColumnFacts(kind=Kind.TRUTH),
        "day": ColumnFacts(kind=Kind.DATE),
    },
)
CATALOG = Catalog().with_table(VISITS)

STAYS = [None, 0.0, -0.0, 0.5, 7.25, 59.999999, 60.0, 61.0, -1.0, 1e308, 5e-324, math.nan, math.inf, -math.inf]
AGES = [None, -6, -5, 0, 17, 18, 110, 111, 2**53 + 1, 2**63 - 1, -(2**63)]
DAYS = [None, dt.date(1, 1, 1), dt.date(1970, 1, 1), dt.date(2024, 2, 29), dt.date(9999, 12, 31)]

row = st.fixed_dictionaries(
    {
        "patient": st.sampled_from([None, 0, 1, 2, 3, -7, 2**62]),
        "ward": st.sampled_from([None, "A", "B", "é", "", "\uff41", "z", "|"]),
        "stay": st.sampled_from(STAYS) | st.floats(0, 60),
        "age": st.sampled_from(AGES) | st.integers(0, 100),
        "urgent": st.sampled_from([None, True, False]),
        "day": st.sampled_from(DAYS) | st.dates(),
    }
)
rows = st.lists(row, max_size=40)
KINDS = {"patient": "int64", "ward": "string", "stay": "float64", "age": "int64", "urgent": "bool", "day": "date32"}


def arrow(given):
    import pyarrow as pa

    types = {
        name: {"string": pa.string(), "bool": pa.bool_(), "date32": pa.date32()}.get(kind) or pa.type_for_alias(kind)
        for name, kind in KINDS.items()
    }
    return pa.Table.from_pylist(given, schema=pa.schema(list(types.items())))


def memory(given, **more):
    return Memory(SECRET, {"visits": given, **more})


def duckdb(given, person="patient"):
    engine = DuckDB(SECRET)
    engine.add(replace(VISITS, person=person), arrow(given))
    return engine
