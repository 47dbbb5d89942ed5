# SPDX-License-Identifier: Apache-2.0
"""Neighbour replay: one question to two hospitals with the same noise, and everything in which the answers differ.

The audit opens sums; here released integers are compared, with the noise of one tape in both.
"""

from contextlib import contextmanager
from unittest import mock

from diffident.curator import answer
from diffident.curator.published import read
from diffident.errors import Refused
from diffident.exact import canonical
from diffident.lab.audit.replay import Sight, divergences, moves
from diffident.lab.audit.replay import _paid as paid
from diffident.lab.audit.replay import _table as table
from diffident.randomness.source import Source

__all__ = ["Sight", "divergences", "frozen", "moves", "sight"]


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
    released = ([number for cell in part.cells for number in cell] for part in published.parts)
    return Sight(outcome, tuple(zip(released, reaches, strict=True)))
