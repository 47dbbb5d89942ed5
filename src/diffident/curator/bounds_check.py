# SPDX-License-Identifier: Apache-2.0
"""What declared limits cut off: how many values lie beyond them, how many people have more rows than count.

No interval contains this bias, so it is asked for by itself, as two ordinary questions with a price.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffident.curator.result import Answer
from diffident.errors import Refused
from diffident.exact.number import Epsilon
from diffident.question.catalog import TableFacts

if TYPE_CHECKING:
    from diffident.curator.curator import Curator


class NothingToCheck(Refused):
    """A table without limits that could cut anything off."""

    code = "nothing_to_check"
    sentence = "{table} has no limits that could cut anything off."
    remedy = "Declare bounds or rows_per_person first."


@dataclass(frozen=True, slots=True, repr=False)
class BoundsChecked:
    """Released numbers of values and people, each beside how many are beyond the limits."""

    values: Answer | None
    people: Answer | None

    def __str__(self) -> str:
        said = (("Values beyond the bounds", self.values), ("People with more rows than count", self.people))
        return "\n\n".join(f"  {name}\n{answer}" for name, answer in said if answer is not None)

    def __repr__(self) -> str:
        return str(self)


def bounds_checked(
    curator: "Curator", facts: TableFacts, *, epsilon: object, delta: object = None, purpose: str | None = None
) -> BoundsChecked:
    """Return what limits cut off in a table; epsilon is the total of both questions."""
    texts = {name: text for name, text in (("values", _values(facts)), ("people", _people(facts))) if text}
    if not texts:
        raise NothingToCheck(table=facts.name)
    each = Epsilon.of(epsilon).value / len(texts)
    answers = {name: curator.ask(text, epsilon=each, delta=delta, purpose=purpose) for name, text in texts.items()}
    return BoundsChecked(answers.get("values"), answers.get("people"))


def _values(facts: TableFacts) -> str:
    """Return the question of how many values each bounded column has, and how many of them lie beyond the bounds."""
    counts = ", ".join(_beyond(facts))
    return counts and f"SELECT {counts} FROM {_quoted(facts.name)}"  # noqa: S608 - read by our own reader, as a question


def _beyond(facts: TableFacts) -> Iterator[str]:
    for name, column in facts.columns.items():
        if column.bounds is not None and column.kind.is_numeric:
            value, low, high = _quoted(name), float(column.bounds.low), float(column.bounds.high)
            beyond = f"CASE WHEN {value} < {low!r} OR {value} > {high!r} THEN 1 END"
            yield f"COUNT({value}) AS {value}, COUNT({beyond}) AS {_quoted(f'{name} beyond')}"


def _people(facts: TableFacts) -> str:
    """Return the question of how many people there are, and how many of them have more rows than count."""
    if not isinstance(facts.person, str):
        return ""
    person, table = _quoted(facts.person), _quoted(facts.name)
    each = f"SELECT {person}, COUNT(*) AS c FROM {table} GROUP BY {person}"  # noqa: S608 - as above
    beyond = f"COUNT(CASE WHEN c > {facts.rows_per_person} THEN 1 END)"
    return f'SELECT COUNT(*) AS people, {beyond} AS "people beyond" FROM ({each}) AS each'  # noqa: S608 - as above


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
