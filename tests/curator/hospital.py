# SPDX-License-Identifier: Apache-2.0
"""A small hospital for the tests of this room, and a curator of it."""

import diffident as dd

ASK = "SELECT ward, COUNT(*) AS n, AVG(stay) AS stay FROM visits GROUP BY ward"
APPROXIMATE = {"epsilon": 3, "delta": "1e-6", "typical": "0.1"}


def visits(count=200, without=None):
    """Return made-up visits of forty patients."""
    import pandas as pd

    rows = [{"patient": i % 40, "ward": "AB"[i % 2], "stay": float(i % 30), "age": i % 90} for i in range(count)]
    return pd.DataFrame([row for row in rows if row["patient"] != without])


def facts(**more):
    """Return what is declared of the visits."""
    return {
        "name": "visits",
        "person": "patient",
        "rows_per_person": 3,
        "groups_per_person": 2,
        "columns": {
            "ward": dd.categories("A", "B", "C", source="ward list"),
            "stay": dd.bounds(0, 60, source="codebook"),
            "age": dd.bounds(0, 110, source="codebook p. 2"),
        },
        **more,
    }


def curator(data=None, *, budget=None, ledger="memory", **more):
    """Return a curator of the visits."""
    promise = dd.Budget(**(budget or {"epsilon": 3}))
    return dd.protect(visits() if data is None else data, budget=promise, ledger=ledger, **facts(**more))
