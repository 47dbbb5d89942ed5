# SPDX-License-Identifier: Apache-2.0
"""Neighbour replay: one question to two hospitals with the same noise, and everything in which the answers differ.

All that leaves must be the same, but for released integers; these may differ by what one person was declared to move.
"""

from contextlib import contextmanager
from dataclasses import dataclass
from unittest import mock

from diffident.curator import answer
from diffident.curator.published import read
from diffident.errors import Refused
from diffident.exact import canonical
from diffident.randomness.source import Source


@dataclass(frozen=True)
class Sight:
    """What somebody sees of one question: all that must be the same, and the integers with how far one person moves."""

    outcome: object
    parts: tuple = ()


@contextmanager
def frozen(number):
    """Let the walk draw the same noise each time."""
    with mock.patch.object(answer, "Source") as source:
        source.fresh.side_effect = lambda: Source.replay(number)
        yield


def sight(curator, text, number, *, noise_orders, **given):
    """Return what is seen of a question; `noise_orders` says that its rows are chosen and ordered by what is released."""
    try:
        with frozen(number):
            found = curator.ask(text, epsilon="0.3", **given)
    except Refused as refused:
        return Sight(("refused", canonical.encode(refused.as_json()), paid(curator)))
    except Exception as accident:  # noqa: BLE001 - an accident is an outcome as well, and must not depend on a value
        return Sight(("accident", type(accident).__name__, str(accident), paid(curator)))
    published = read(found.stored)
    laws = tuple((repr(part.measurement), repr(part.law)) for part in published.parts)
    certificate = canonical.encode(published.certificate)
    outcome = (published.cells, laws, certificate, table(found, noise_orders=noise_orders), paid(curator))
    reaches = [part["reach"] for part in published.certificate["parts"]]
    return Sight(outcome, tuple(zip((part.cells for part in published.parts), reaches, strict=True)))


def paid(curator):
    """Return how many rows the ledger has, its last one, and what is left."""
    rows = curator.ledger.answers(curator.name)
    return len(rows), curator.left, repr(rows[-1:])


def table(found, *, noise_orders):
    """Return the names of an answer, and its rows without noisy numbers where their order is public."""
    names = found.to_arrow().schema.names
    noisy = {name for name in names if f"{name}_low" in names or name.endswith(("_low", "_high"))}
    rows = [[repr(value) for name, value in row.items() if name not in noisy] for row in found.rows]
    return names, None if noise_orders else rows


def divergences(one, other):
    """Return in what the sights of two neighbours differ more than they may."""
    if one.outcome != other.outcome:
        return [f"{one.outcome} and {other.outcome}"]
    return [
        f"one person moved {moved}, and {reach} was declared"
        for moved, reach in moves(one, other)
        if sum(map(abs, moved)) > reach["l1"] or sum(each**2 for each in moved) > reach["l2_squared"]
    ]


def moves(one, other):
    """Yield for each part by how much its integers differ, and how far one person may move them."""
    for (ours, reach), (theirs, _) in zip(one.parts, other.parts, strict=True):
        moved = (a - b for mine, its in zip(ours, theirs, strict=True) for a, b in zip(mine, its, strict=True))
        yield list(moved), reach
