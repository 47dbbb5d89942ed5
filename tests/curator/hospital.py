# SPDX-License-Identifier: Apache-2.0
"""A small hospital for the tests of this room, and a curator of it."""

import os

import diffident as dd
from diffident.curator.answer import answered
from diffident.curator.batch import batched
from diffident.curator.wanted import request

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


def hospital(ledger, data=None, *, name="hospital", epsilon=3, table=None, **more):
    """Return a curator of the visits whose account has a name of its own."""
    promise = dd.Budget(epsilon=epsilon)
    whole = dd.Curator(name=name, budget=promise, ledger=ledger, person="patient", **more)
    return whole.add(visits() if data is None else data, **{**facts(), **(table or {})})


def dies_while_looking(path):
    """Pay, and be cut off before anything is published."""
    whole = hospital(path)
    answered(whole.offer(ASK, epsilon="0.5"), CutOff(), whole.ledger)


def dies_in_a_batch(path, questions):
    """Pay for several questions, and be cut off before anything is published."""
    whole = hospital(path)
    offer = batched(whole, questions, request(whole.promise, epsilon="0.5"), None)
    answered(offer, CutOff(), whole.ledger)


class CutOff:
    """An engine whose process ends when it looks."""

    def sums(self, _):
        os._exit(7)
