# SPDX-License-Identifier: Apache-2.0
"""Neighbouring hospitals: the same visits and laboratory values without and with one person, who holds what hurts."""

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

Rows: TypeAlias = list[dict[str, Any]]
Pair: TypeAlias = tuple[Rows, Rows]
Thing = TypeVar("Thing")

WARDS: Final = ("A", "B", "é", "")
TESTS: Final = ("iron", "salt", None)
TRUTHS: Final = (True, False, None)
PEOPLE: Final = 25
STRANGER: Final = 7_000  # who is nobody of the others

HOSTILE_STAYS: Final = (
    None,
    1e6,
    -1e6,
    math.nan,
    math.inf,
    -math.inf,
    -0.0,
    5e-324,
    1e308,
    -1e308,
    59.9999999,
    60.0,
    61.0,
)
HOSTILE_AGES: Final = (None, 10**6, -(10**6), 2**63 - 1, -(2**63), 2**53 + 1, 0, -1, 110, 111)
HOSTILE_TEXT: Final = (None, *WARDS, "z", "\uff41", "'; --", "A" * 300, "\U0001f600", "%", "_")
HOSTILE_DAYS: Final = (None, dt.date(1, 1, 1), dt.date(9999, 12, 31), dt.date(2024, 2, 29), dt.date(1970, 1, 1))
VISITS: Final = {
    "patient": "int64",
    "ward": "string",
    "stay": "float64",
    "age": "int64",
    "urgent": "bool",
    "day": "date32",
}
LABS: Final = {"patient": "int64", "test": "string", "level": "float64"}
WARD: Final = {"ward": "string", "floor": "int64"}
BEDS: Final = [{"ward": ward, "floor": floor} for ward, floor in (("A", 1), ("B", 2), ("é", 2), ("nowhere", 3))]


class Chance:
    """Choices that are the same each time."""

    def __init__(self, *seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def below(self, count: int) -> int:
        """Return a whole number below another."""
        return int(self.rng.integers(count))

    def of(self, *things: Thing) -> Thing:
        """Return one of some things."""
        return things[self.below(len(things))]

    def some(self, most: int, *things: Thing) -> list[Thing]:
        """Return one to so many of some things, perhaps the same ones."""
        return [self.of(*things) for _ in range(1 + self.below(most))]

    def often(self, share: float) -> bool:
        """Return whether something happens that happens so often."""
        return bool(self.rng.random() < share)


def usual(chance: Chance, patient: int) -> Pair:
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


def hostile(chance: Chance, patient: int) -> Pair:
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


def neighbours(number: int) -> tuple[Pair, Pair]:
    """Return two hospitals that differ in one person: one of the others, or a stranger who has hostile rows."""
    chance = Chance(number)
    everybody = [usual(chance, patient) for patient in range(PEOPLE)]
    who = usual(chance, STRANGER) if chance.often(0.2) else hostile(chance, STRANGER)
    place = chance.below(PEOPLE)
    return together(everybody), together([*everybody[:place], who, *everybody[place:]])


def together(people: Sequence[Pair]) -> Pair:
    """Return the rows of everybody."""
    visits = [row for mine, _ in people for row in mine]
    labs = [row for _, mine in people for row in mine]
    return visits, labs


def arrow(rows: Rows, kinds: Mapping[str, str]) -> "pa.Table":
    """Return rows as an Arrow table of these kinds."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    known = {
        "string": pa.string(),
        "bool": pa.bool_(),
        "date32": pa.date32(),
        "int64": pa.int64(),
        "float64": pa.float64(),
    }
    schema = pa.schema([pa.field(name, known[kind]) for name, kind in kinds.items()])
    return pa.Table.from_pylist(rows, schema=schema)
