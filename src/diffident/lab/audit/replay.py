# SPDX-License-Identifier: Apache-2.0
"""Neighbour replay: one question to two hospitals that differ in one person, and everything in which the answers differ.

All that leaves must be the same, but for released integers. Below these lie exact sums, which the audit opens, as nobody
else may: one person moves them by no more than was declared.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from diffident.curator.curator import Curator
from diffident.curator.published import read
from diffident.curator.result import Answer
from diffident.curator.seen import all_looks
from diffident.engine.engine import Engine
from diffident.errors import Refused
from diffident.exact import canonical
from diffident.invented.neighbours import neighbours
from diffident.lab.audit.finding import Finding
from diffident.lab.audit.grammar import question
from diffident.lab.audit.hospitals import APPROXIMATE, PURE, curator
from diffident.privacy.unseal import unseal
from diffident.question.plan import Plan

WAY: Final = "neighbour replay"
EPSILON: Final = "0.3"
PAIRS: Final = 4
QUESTIONS: Final = 15
Exact: TypeAlias = tuple[tuple[list[int], dict[str, int]], ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """What somebody sees of one question, all of which must be the same; and below it sums, with how far one person moves them."""

    outcome: object
    parts: Exact = ()


def checked(pairs: int = PAIRS, questions: int = QUESTIONS) -> Iterator[Finding]:
    """Yield whether so many questions to each of so many pairs of neighbours show nothing else."""
    for pair in range(pairs):
        wrong = [found for one, other in sights(pair, questions) if (found := divergences(one, other))]
        told = f"{questions} questions to hospitals that differ in one person" if not wrong else wrong[0][0][:200]
        yield Finding(item=f"query path, neighbours {pair}", way=WAY, holds=not wrong, told=told)


def sights(pair: int, questions: int) -> Iterator[tuple[Sight, Sight]]:
    """Yield what both hospitals of a pair show of each question."""
    one, other = neighbours(pair)
    promise = APPROXIMATE if pair % 3 == 2 else PURE
    first = curator(one, promise=promise)
    second = curator(other, promise=promise, secret=first.engine.secret)
    for number in range(questions * pair, questions * (pair + 1)):
        text, noise_orders = question(number)
        yield sight(first, text, noise_orders=noise_orders), sight(second, text, noise_orders=noise_orders)


def sight(asked: Curator, text: str, *, noise_orders: bool, **given: Any) -> Sight:  # noqa: ANN401 - as asked
    """Return what is seen of a question; `noise_orders` says that its rows are chosen and ordered by what is released."""
    try:
        found = asked.ask(text, epsilon=EPSILON, **given)
    except Refused as refused:
        return Sight(("refused", canonical.encode(refused.as_json()), _paid(asked)))
    except Exception as accident:  # noqa: BLE001 - an accident is an outcome as well, and must not depend on a value
        return Sight(("accident", type(accident).__name__, str(accident), _paid(asked)))
    published = read(found.stored)
    laws = tuple((repr(part.measurement), repr(part.law)) for part in published.parts)
    certificate = canonical.encode(published.certificate)
    outcome = (published.cells, laws, certificate, _table(found, noise_orders=noise_orders), _paid(asked))
    return Sight(outcome, _exact(asked, text, [part["reach"] for part in published.certificate["parts"]], **given))


def _exact(asked: Curator, text: str, reaches: Sequence[dict[str, int]], **given: Any) -> Exact:  # noqa: ANN401 - as asked
    """Return the sums below an answer, part by part, each with how far one person may move it."""
    plan = asked.offer(text, epsilon=EPSILON, **given).plan
    return tuple(zip(exact(asked.engine, plan), reaches, strict=True))


def exact(engine: Engine, plan: Plan) -> list[list[int]]:
    """Return the sums below an answer, part by part, opened as the audit alone may, and of invented people only."""
    looks = [unseal(seen).tolist() for seen in all_looks(engine, plan, ())]
    return [
        [number for row in looks[part.look] for number in row[part.first : part.first + part.width]]
        for part in plan.parts
    ]


def _paid(asked: Curator) -> tuple[object, ...]:
    """Return how many rows the ledger has, its last one, and what is left."""
    rows = asked.ledger.answers(asked.name)
    return len(rows), asked.left, repr(rows[-1:])


def _table(found: Answer, *, noise_orders: bool) -> tuple[list[str], list[list[str]] | None]:
    """Return the names of an answer, and its rows without noisy numbers where their order is public."""
    names: list[str] = found.to_arrow().schema.names
    noisy = {name for name in names if f"{name}_low" in names or name.endswith(("_low", "_high"))}
    rows = [[repr(value) for name, value in row.items() if name not in noisy] for row in found.rows]
    return names, None if noise_orders else rows


def divergences(one: Sight, other: Sight) -> list[str]:
    """Return in what the sights of two neighbours differ more than they may."""
    if one.outcome != other.outcome:
        return [f"{one.outcome} and {other.outcome}"]
    return [
        f"one person moved {moved}, and {reach} was declared"
        for moved, reach in moves(one, other)
        if sum(map(abs, moved)) > reach["l1"] or sum(each**2 for each in moved) > reach["l2_squared"]
    ]


def moves(one: Sight, other: Sight) -> Iterator[tuple[list[int], dict[str, int]]]:
    """Yield for each part by how much its sums differ, and how far one person may move them."""
    for (ours, reach), (theirs, _) in zip(one.parts, other.parts, strict=True):
        yield [mine - its for mine, its in zip(ours, theirs, strict=True)], reach
