# SPDX-License-Identifier: Apache-2.0
"""A hospital that never was: patients, their visits, and the wards that everybody knows. The same one each time."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.show.file import write

if TYPE_CHECKING:
    import pyarrow as pa

CURATOR_FILE: Final = "hospital.toml"
FILES: Final = (CURATOR_FILE, "visits.parquet", "patients.parquet", "wards.csv")
SEED: Final = 61
PATIENTS: Final = 31_204
VISITS: Final = 200_000
YEAR: Final = np.datetime64("2025-01-01")
DAYS: Final = 365
OLDEST: Final = 104
LOYALTY: Final = 0.9  # spread of the logarithm of how often patients come: most a few times, some more than a hundred
HALVES: Final = 2  # stays are told in half days
WARDS: Final = ("cardiology", "oncology", "surgery", "geriatrics")
FLOORS: Final = (1, 2, 2, 3)
BEDS: Final = (48, 36, 60, 40)
USUAL_STAY: Final = np.array([3.0, 4.5, 2.5, 7.0])  # days; half of the stays are shorter
URGENT: Final = np.array([0.45, 0.1, 0.35, 0.25])
TURNS: Final = np.array([18, 40, 65, 80])  # the ages that part the rows of CHANCES
CHANCES: Final = np.array(  # of each ward, from the youngest to the oldest
    [
        [0.10, 0.15, 0.75, 0.00],
        [0.20, 0.15, 0.65, 0.00],
        [0.40, 0.20, 0.40, 0.00],
        [0.40, 0.15, 0.25, 0.20],
        [0.25, 0.05, 0.15, 0.55],
    ]
)
Numbers = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Hospital:
    """Three Arrow tables. A patient is one row of `patients` and as many of `visits` as they came."""

    patients: "pa.Table"
    visits: "pa.Table"
    wards: "pa.Table"

    def write(self, folder: Path) -> None:
        """Write the tables and the curator file; a file that is there already stays as it is."""
        for name, content in self._files().items():
            if not os.path.exists(folder / name):  # noqa: PTH110 - no error for impossible names
                unfinished = folder / f"{name}.part"
                write(unfinished, content)
                unfinished.replace(folder / name)

    def _files(self) -> dict[str, bytes]:
        import pyarrow as pa  # noqa: PLC0415 - slow to import
        from pyarrow import csv, parquet  # noqa: PLC0415 - slow to import

        def written(save: Callable[[Any, Any], object], table: "pa.Table") -> bytes:
            save(table, held := pa.BufferOutputStream())
            return held.getvalue().to_pybytes()

        contents = (
            declared(),
            written(parquet.write_table, self.visits),
            written(parquet.write_table, self.patients),
            written(csv.write_csv, self.wards),
        )
        return dict(zip(FILES, contents, strict=True))


def declared() -> bytes:
    """Return the curator file of the hospital."""
    return resources.files("diffident.invented").joinpath(CURATOR_FILE).read_bytes()


def hospital(*, patients: int = PATIENTS, visits: int = VISITS) -> Hospital:
    """Return the hospital, or a smaller one; every patient comes at least once.

    >>> made_up = hospital(patients=30, visits=200)
    >>> made_up.visits.num_rows, made_up.patients.num_rows, made_up.wards.num_rows
    (200, 30, 4)
    """
    chance = np.random.default_rng(SEED)
    ages = _ages(chance, patients)
    who = _who_comes(chance, patients, visits)
    ward = _ward(chance, ages[who])
    named = np.arange(1, patients + 1)
    return Hospital(
        patients=_table({"patient_id": named, "age": ages, "female": chance.random(patients) < 0.52}),
        visits=_table(
            {
                "patient_id": named[who],
                "ward": np.array(WARDS, dtype=object)[ward],
                "admitted": YEAR + chance.integers(0, DAYS, visits),
                "stay": _stay(chance, ward, ages[who]),
                "age": ages[who],
                "urgent": chance.random(visits) < URGENT[ward],
            }
        ),
        wards=_table({"ward": WARDS, "floor": FLOORS, "beds": BEDS}),
    )


def _table(columns: dict[str, Any]) -> "pa.Table":
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    return pa.table(columns)


def _ages(chance: np.random.Generator, patients: int) -> Numbers:
    """Return how old each patient is: people of all ages, the old more often than others."""
    return np.floor(OLDEST * chance.beta(2.4, 1.7, patients)).astype(np.int64)


def _who_comes(chance: np.random.Generator, patients: int, visits: int) -> Numbers:
    """Return whose each visit is, in no order: everybody comes once, the rest by how often somebody tends to."""
    tends = np.exp(LOYALTY * chance.standard_normal(patients))
    again = chance.multinomial(visits - patients, tends / tends.sum())
    return chance.permutation(np.repeat(np.arange(patients), again + 1))


def _ward(chance: np.random.Generator, ages: Numbers) -> Numbers:
    """Return the number of the ward of each visit."""
    reached = np.cumsum(CHANCES, axis=1)[np.searchsorted(TURNS, ages, side="right")]
    ward: Numbers = (chance.random(ages.size)[:, None] >= reached).sum(axis=1)
    return np.minimum(ward, len(WARDS) - 1)


def _stay(chance: np.random.Generator, ward: Numbers, ages: Numbers) -> Numbers:
    """Return how many days each visit takes, at least half a one: a few stay for months."""
    days = USUAL_STAY[ward] * np.exp(0.7 * chance.standard_normal(ward.size)) * (0.7 + ages / 150)
    return np.maximum(np.rint(days * HALVES), 1) / HALVES
