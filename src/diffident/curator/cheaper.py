# SPDX-License-Identifier: Apache-2.0
"""What else may do: an answer that is there already, coarser groups, narrower bounds; each with its error. All of it free.

Guarantee:
    Nothing is looked at: alternatives are computed from the catalog, planning facts, and what was published before.
Because:
    They are offers, which are priced and not performed, and answers that somebody has paid for.
Checked by: tests/curator/test_cheaper.py::test_alternatives_are_alike_for_neighbours
"""

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from diffident.curator import written
from diffident.curator.goal import people_in
from diffident.curator.noise import law_of
from diffident.curator.preview import Alternative
from diffident.curator.priced import Priced
from diffident.curator.wanted import Request
from diffident.errors import Refused
from diffident.exact.spelling import plain
from diffident.ledger.states import State
from diffident.privacy.accounting.budget import NOTHING
from diffident.question.catalog import Catalog, ColumnFacts
from diffident.question.expression import Column, Kind, columns_of
from diffident.question.limits import Bounds
from diffident.question.measurement import OnGrid
from diffident.question.question import After, Question, key_name

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

MOST_EARLIER: Final = 3  # the newest ones


def alternatives(curator: "Curator", offer: Priced, wanted: Request) -> list[Alternative]:
    """Return what else may do, the free ones first."""
    others = (_coarser(offer.question, offer.sheet.catalog), _narrower(offer))
    found = [each for each in others if each is not None]
    return [*_earlier(curator, offer, wanted), *_priced(curator, offer, found, wanted)]


def _is_better(other: Alternative, offer: Priced, wanted: Request) -> bool:
    """Whether something costs less, or tells any of the same more exactly."""
    errors = offer.errors(wanted.confidence)
    pairs = ((other.errors.get(name), error) for name, error in errors.items())
    is_exacter = any(less is not None and (error is None or less < error) for less, error in pairs)
    return is_exacter or not offer.charge.price <= other.price


def _priced(
    curator: "Curator", offer: Priced, others: list[tuple[str, Question, Catalog]], wanted: Request
) -> Iterator[Alternative]:
    for what, question, catalog in others:
        with suppress(Refused):  # what cannot be had is no alternative
            found = curator.priced(question, catalog, wanted)
            other = Alternative(what, found.charge.price, found.errors(wanted.confidence))
            if _is_better(other, offer, wanted):
                yield other


def _earlier(curator: "Curator", offer: Priced, wanted: Request) -> Iterator[Alternative]:
    """Yield published answers about the same rows and groups that whoever asks for this purpose may read."""
    about = offer.certificate["about"]
    readable = (past for past in curator.answers if past.state is State.PUBLISHED and past.purpose == wanted.purpose)
    same = [(past.number, core) for past in readable if (core := past.about(about)) is not None]
    for number, core in islice(reversed(same), MOST_EARLIER):
        errors = _errors(offer, core["parts"], wanted.confidence)
        if errors is not None:
            yield Alternative(f"answer {number} has it", NOTHING, errors)


def _errors(offer: Priced, parts: Any, confidence: Fraction) -> dict[str, float | None] | None:  # noqa: ANN401 - plain data
    """Return how exact statistics are if they are read from these parts, or nothing where one of them cannot be."""
    known = [(written.measurement(part["measures"]), part["mechanism"]) for part in parts]
    rows, errors = people_in(offer.sheet), list[float | None]()
    for (cell, _), needed in zip(offer.sheet.cells, offer.plan.wanted, strict=True):
        found = next(((each, event) for each, event in known if each.covers(needed)), None)
        if found is None:
            return None
        errors.append(cell.foresee(law_of(found[1]), found[0], confidence, rows))
    return dict(zip(offer.sheet.names, errors, strict=True))


def _coarser(question: Question, catalog: Catalog) -> tuple[str, Question, Catalog] | None:
    """Return the same question without its last key."""
    if not question.keys:
        return None
    *keys, last = question.keys
    dropped = key_name(len(keys))
    outputs = tuple(each for each in question.after.outputs if dropped not in columns_of(each.formula))
    what = f"without {last.formula}" if keys else "without GROUP BY"
    return what, replace(question, keys=tuple(keys), after=After(outputs)), catalog


def _narrower(offer: Priced) -> tuple[str, Question, Catalog] | None:
    """Return the same question with columns cut to the half of their limits that is nearer to zero."""
    limits = offer.plan.limits
    formulas = [part.measurement.formula for part in offer.plan.parts if isinstance(part.measurement, OnGrid)]
    halves = {
        each.name: half
        for each in formulas
        if isinstance(each, Column) and each.name in limits.columns and (half := _half(limits.columns[each.name]))
    }
    if not halves:
        return None
    columns = {name: replace(facts, bounds=halves.get(name, facts.bounds)) for name, facts in limits.columns.items()}
    what = " and ".join(f"{name} cut to {plain(half.low)}..{plain(half.high)}" for name, half in halves.items())
    return f"with {what}", offer.question, offer.sheet.catalog.with_table(replace(limits, columns=columns))


def _half(facts: ColumnFacts) -> Bounds | None:
    bounds = facts.bounds
    if bounds is None:
        return None
    middle = (bounds.low + bounds.high) / 2
    low, high = (bounds.low, middle) if abs(bounds.low) <= abs(bounds.high) else (middle, bounds.high)
    low, high = (Fraction(math.floor(end)) if facts.kind is Kind.INTEGER else end for end in (low, high))
    return Bounds(low, high, bounds.source) if low < high else None
