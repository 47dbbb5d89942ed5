# SPDX-License-Identifier: Apache-2.0
"""The table that questions are measured on: people of very different activity, 50 departments, amounts with a tail."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

DEPARTMENTS = [f"dept_{number:02d}" for number in range(50)]
MOST = 2000  # times the activity of an ordinary person
SCATTER, PRIME = 2_654_435_761, 2**31 - 1  # ids that are neither small nor in order


def visits(rows: int, people: int) -> pa.Table:
    """Return visits of people, a tenth of whom make most of them, some more often in a department of their own."""
    chance = np.random.default_rng(1)
    activity = np.cumsum(np.minimum(chance.pareto(1.2, people) + 0.05, MOST))
    person = np.searchsorted(activity / activity[-1], chance.random(rows)) * SCATTER % PRIME
    popular = np.cumsum(1 / np.arange(1, len(DEPARTMENTS) + 1))
    department = np.searchsorted(popular / popular[-1], chance.random(rows))
    department = (department + (person % 7) * (chance.random(rows) < 0.3)) % len(DEPARTMENTS)
    return pa.table(
        {
            "user_id": person,
            "day": chance.integers(0, 365, rows).astype(np.int32),
            "department": pa.array(np.array(DEPARTMENTS)[department]),
            "product": np.minimum((chance.pareto(1.0, rows) * 40).astype(np.int32), 20_000),
            "amount": np.round(np.minimum(chance.gamma(1.5, 20, rows), 1e4), 2),
        }
    )


def written(folder: Path, rows: int) -> Path:
    """Return a Parquet file with so many rows of a tenth as many people."""
    path = folder / f"visits_{rows}.parquet"
    pq.write_table(visits(rows, max(rows // 10, 1)), path, compression="zstd", row_group_size=1_000_000)
    return path
