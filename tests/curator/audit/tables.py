# SPDX-License-Identifier: Apache-2.0
"""Neighbouring hospitals: the same visits and laboratory values without and with one person, who holds what hurts."""

import datetime as dt
import math

import numpy as np

import diffident as dd

WARDS = ("A", "B", "é", "")
TESTS = ("iron", "salt", None)
TRUTHS = (True, False, None)
PEOPLE = 25
NARROW = {"rows_per_person": 5, "groups_per_person": 3, "rows_per_group": 2}
WIDE = {"rows_per_person": 60, "groups_per_person": 60, "rows_per_group": 1}  # where Gaussian noise is smaller
PURE = {"budget": {"epsilon": 100}, "limits": NARROW}
APPROXIMATE = {"budget": {"epsilon": 100, "delta": "1e-6", "typical": "0.3"}, "limits": WIDE}
STRANGER = 7_000  # who is nobody of the others

HOSTILE_STAYS = (None, 1e6, -1e6, math.nan, math.inf, -math.inf, -0.0, 5e-324, 1e308, -1e308, 59.9999999, 60.0, 61.0)
HOSTILE_AGES = (None, 10**6, -(10**6), 2**63 - 1, -(2**63), 2**53 + 1, 0, -1, 110, 111)
HOSTILE_TEXT = (None, *WARDS, "z", "\uff41", "'; --", "A" * 300, "\U0001f600", "%", "_")
HOSTILE_DAYS = (None, dt.date(1, 1, 1), dt.date(9999, 12, 31), dt.date(2024, 2, 29), dt.date(1970, 1, 1))
VISITS = {"patient": "int64", "ward": "string", "stay": "float64", "age": "int64", "urgent": "bool", "day": "date32"}
LABS = {"patient": "int64", "test": "string", "level": "float64"}
WARD = {"ward": "string", "floor": "int64"}
BEDS = [{"ward": ward, "floor": floor} for ward, floor in (("A", 1), ("B", 2), ("é", 2), ("nowhere", 3))]


class Chance:
    """Choices that are the same each time."""

    def __init__(self, *seed):
        self.rng = np.random.default_rng(seed)

    def below(self, count):
        return int(self.rng.integers(count))

    def of(self, *things):
        return things[self.below(len(things))]

    def some(self, most, *things):
        return [self.of(*things) for _ in range(1 + self.below(most))]

    def often(self, share):
        return self.rng.random() < share


def usual(chance, patient):
    """Return some rows of a person like others."""
    visits = [
        {
            "patient": patient,
            "ward": chance.of(*WARDS),
            "stay": chance.below(600) / 10,
            "age": chance.below(100),
            "urgent": chance.of(*TRUTHS),
            "day": dt.date(2024, 1 + chance.below(12), 1 + chance.below(28)),
        }
        for _ in range(chance.below(6))
    ]
    labs = [{"patient": patient, "test": chance.of(*TESTS), "level": chance.below(99) / 9} for _ in range(2)]
    return visits, labs


def hostile(chance, patient):
    """Return rows of a person who has many, in every ward, with every value that has tripped a system up."""
    visits = [
        {
            "patient": patient,
            "ward": chance.of(*WARDS, *HOSTILE_TEXT),
            "stay": chance.of(*HOSTILE_STAYS),
            "age": chance.of(*HOSTILE_AGES),
            "urgent": chance.of(*TRUTHS),
            "day": chance.of(*HOSTILE_DAYS),
        }
        for _ in range(60)
    ]
    labs = [
        {"patient": patient, "test": chance.of(*TESTS, *HOSTILE_TEXT), "level": chance.of(*HOSTILE_STAYS)}
        for _ in range(20)
    ]
    return visits, labs


def neighbours(number):
    """Return two hospitals that differ in one person: one of the others, or a stranger who has hostile rows."""
    chance = Chance(number)
    everybody = [usual(chance, patient) for patient in range(PEOPLE)]
    who = usual(chance, STRANGER) if chance.often(0.2) else hostile(chance, STRANGER)
    place = chance.below(PEOPLE)
    return together(everybody), together([*everybody[:place], who, *everybody[place:]])


def together(people):
    visits = [row for mine, _ in people for row in mine]
    labs = [row for _, mine in people for row in mine]
    return visits, labs


def arrow(rows, kinds):
    import pyarrow as pa

    named = {"string": pa.string(), "bool": pa.bool_(), "date32": pa.date32()}
    schema = pa.schema([(name, named.get(kind) or pa.type_for_alias(kind)) for name, kind in kinds.items()])
    return pa.Table.from_pylist(rows, schema=schema)


def curator(hospital, *, wards=WARDS, secret=None, promise=PURE, **more):
    """Return a curator of a hospital; one that is compared with another has its secret."""
    visits, labs = hospital
    found = dd.Curator(
        name="hospital", budget=dd.Budget(**promise["budget"]), ledger="memory", person="patient", **more
    )
    found.engine.secret = secret or found.engine.secret
    stays = {
        "ward": dd.categories(*wards, source="ward list"),
        "stay": dd.bounds(0, 60, source="codebook"),
        "age": dd.bounds(-5, 110, source="codebook"),
    }
    levels = {"test": dd.categories(*TESTS, source="order form"), "level": dd.bounds(0, 12, source="codebook")}
    return (
        found.add(arrow(visits, VISITS), name="visits", person="patient", columns=stays, **promise["limits"])
        .add(arrow(labs, LABS), name="labs", person="patient", rows_per_person=4, columns=levels)
        .add(arrow(BEDS, WARD), name="wards", public=True, columns={"floor": dd.categories(1, 2, 3)})
    )
