# SPDX-License-Identifier: Apache-2.0
"""An invented village of three hundred about which Diffident is asked, with the person changed whom the attacker is after."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

from diffident.invented.columns import Columns, some
from diffident.invented.town import CONDITIONS, SEXES, town
from diffident.lab.attacks.attack import Rows, Twin
from diffident.question.limits import Bounds, Categories

PEOPLE: Final = 300
TARGET: Final = 0  # the first of them
RICH: Final = 200_000  # what is beyond does not count
LIMITS: Final[Mapping[str, Bounds | Categories]] = {
    "condition": Categories.of(*CONDITIONS, source="list of conditions"),
    "sex": Categories.of(*SEXES, source="register"),
    "age": Bounds.of(0, 110, source="register"),
    "income": Bounds.of(0, RICH, source="tax form"),
}


@cache
def village() -> Columns:
    """Return the people of the village."""
    return town(1, PEOPLE)


def of_target(name: str) -> Any:  # noqa: ANN401 - any value of a column
    """Return what the attacker knows of the target."""
    return village()[name][TARGET]


def others(name: str) -> Any:  # noqa: ANN401 - any column
    """Return a column without the target: the attacker knows everybody else."""
    return np.delete(village()[name], TARGET)


def changed(**values: object) -> Twin:
    """Return the village in which the target has these values."""
    columns = {name: held.copy() for name, held in village().items()}
    for name, value in values.items():
        columns[name][TARGET] = value
    return Twin(columns=columns, limits=LIMITS)


def with_target(is_in: int, **values: object) -> Twin:
    """Return the village with the target, who has these values, or without."""
    twin = changed(**values)
    stays = np.arange(PEOPLE) != TARGET
    return twin if is_in else Twin(columns=some(twin.columns, stays), limits=twin.limits)


def like_target(*names: str) -> str:
    """Return the condition that holds for people like the target."""
    return " AND ".join(f"{name} = {_literal(of_target(name))}" for name in names)


def by_condition(*names: str) -> str:
    """Return the question how many people like the target have each condition."""
    return f"SELECT condition, COUNT(*) AS n FROM people WHERE {like_target(*names)} GROUP BY condition"


def surplus(answers: Sequence[Rows], *asked: Sequence[str]) -> int:
    """Return the condition that is counted most beyond what the others have, in answers on people like the target."""
    alike = [np.all([others(name) == of_target(name) for name in names], axis=0) for names in asked]
    known = [others("condition")[rows] for rows in alike]
    beyond = [
        sum(
            row["n"] - (has == row["condition"]).sum()
            for rows, has in zip(answers, known, strict=True)
            for row in rows
            if row["condition"] == condition
        )
        for condition in CONDITIONS
    ]
    return beyond.index(max(beyond))


def _literal(value: object) -> str:
    """Return a value as SQL writes it."""
    if isinstance(value, np.datetime64):
        return f"DATE '{value}'"
    return f"'{value}'" if isinstance(value, str) else str(value)
