# SPDX-License-Identifier: Apache-2.0
"""Examples of every protocol, small enough that every report of every answer is known."""

from itertools import product
from unittest.mock import patch

import numpy as np

from contracts import laws as contract_laws
from diffident.local import (
    Duchi,
    Hadamard,
    Hashing,
    Hybrid,
    LaplaceEach,
    LastingHashing,
    LastingResponse,
    LastingUnary,
    Piecewise,
    Response,
    SeveralOf,
    SquareWave,
    SubsetSelection,
    Unary,
    hashing,
)
from diffident.local.laplace_each import LaplaceEach as Noisy
from local.laws import reported

with patch.object(hashing, "LEAST_PRIME", 5):  # 25 seeds, so that all can be looked at
    EXAMPLES = [
        Response(options=2, epsilon=1),
        Response(options=5, epsilon="0.3"),
        Response.from_die(stay=4, sides=6),
        Unary(options=4, epsilon=1),
        Unary(options=3, epsilon=2, form="symmetric"),
        SubsetSelection(options=6, epsilon=1),
        SubsetSelection(options=7, epsilon="0.2"),
        Hashing(options=4, epsilon=1),
        Hadamard(options=6, epsilon=1),
        LaplaceEach(bounds=(0, 10), epsilon=1, steps=2),
        Duchi(bounds=(-1, 1), epsilon=1, steps=6),
        Piecewise(bounds=(0, 10), epsilon=1, steps=7),
        Hybrid(bounds=(0, 10), epsilon=1, steps=6),
        Hybrid(bounds=(0, 10), epsilon="0.5", steps=6),
        SquareWave(bounds=(0, 10), epsilon=1, steps=7),
        SeveralOf(options=3, epsilon=1),
        SeveralOf(options=3, epsilon=9),
        LastingResponse(options=3, epsilon=1, lifetime=2),
        LastingUnary(options=3, epsilon=1, lifetime=2),
        LastingHashing(options=4, epsilon=1, lifetime=3),
    ]


def of(kind):
    found = [each for each in EXAMPLES if type(each) is kind]
    assert found, f"{kind.__name__} needs an example"
    return found


def seeds(protocol):
    """Return every seed that the survey may assign."""
    inner = getattr(protocol, "inner", protocol)
    return list(product(*map(range, inner.ranges[:-1]))) if hasattr(inner, "ranges") else [()]


def every_answer(protocol):
    if isinstance(protocol, Noisy):
        return range(protocol.steps + 1)
    return range(protocol.device()["answers"])


def law(protocol, answer, seed=()):
    """Return how likely each report is, given the seed."""
    if isinstance(protocol, Noisy):
        noise = contract_laws.laplace(0, protocol.noise.law.scale, 80)
        return {answer + z: mass.low for z, mass in noise.items()}
    return reported(protocol, answer, seed)


def whole_law(protocol, answer):
    """Return how likely each report is, with a random seed."""
    every, mixed = seeds(protocol), {}
    for seed in every:
        for report, mass in law(protocol, answer, seed).items():
            mixed[report] = mixed.get(report, 0) + mass / len(every)
    return mixed


def meant(protocol, answer):
    """Return what scores should be on average: ones at the options, or the number."""
    if hasattr(protocol, "many"):
        several = isinstance(protocol, SeveralOf)
        return np.array(
            [answer >> option & 1 if several else option == answer for option in range(protocol.many)], float
        )
    low, width = float(protocol.low), protocol.width
    return np.array([low + width * float(protocol.placed(np.array([answer]))[0])])


def scores(protocol, reports):
    """Return scores of reports as they are sent."""
    listed = [list(each) if isinstance(each, tuple) else each for each in reports]
    found = protocol.scores(protocol.gathered(listed))
    return found if found.ndim == 2 else found[:, None]


def values(protocol, answers):
    """Return answers as people give them."""
    if isinstance(protocol, SeveralOf):
        return np.array(answers)[:, None] >> np.arange(protocol.many) & 1
    if hasattr(protocol, "many"):
        return np.array(answers)
    places = protocol.placed(np.array(answers))
    return float(protocol.low) + protocol.width * places


def sent(protocol, reports):
    """Return rows of an array as devices would send them."""
    if isinstance(protocol, SeveralOf):
        return [
            tuple(x for place in np.flatnonzero(row >= 0) for x in (int(place), int(row[place]))) for row in reports
        ]
    if reports.dtype == np.bool_:
        return [tuple(np.flatnonzero(row).tolist()) for row in reports]
    return [tuple(each) if isinstance(each, list) else each for each in reports.tolist()]
