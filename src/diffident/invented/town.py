# SPDX-License-Identifier: Apache-2.0
"""A town that never was: who lives where, when they were born, what they earn and what they have. One town a number."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.invented.columns import Columns, words

PEOPLE: Final = 3_000
ZIPS: Final = tuple(f"130{place:02d}" for place in range(10, 34))
SEXES: Final = ("F", "M")
NATIONS: Final = ("French", "Indian", "Japanese", "Kenyan", "Peruvian")
CONDITIONS: Final = ("AIDS", "cancer", "flu", "heart disease", "tuberculosis", "viral infection")
FIRST_BIRTH: Final = np.datetime64("1930-01-01")
DAYS_OF_BIRTH: Final = 75 * 365
TODAY: Final = np.datetime64("2025-01-01")
YEAR: Final = 365.25
TYPICAL: Final = 0.7  # how often somebody has what is usual at that age and place


def town(number: int, people: int = PEOPLE) -> Columns:
    """Return the people of a town, a row each.

    >>> columns = town(1, people=10)
    >>> sorted(columns), columns["zip"].size
    (['age', 'birth', 'condition', 'income', 'nation', 'person', 'sex', 'zip'], 10)
    """
    chance = np.random.default_rng([number, people])
    birth = FIRST_BIRTH + chance.integers(0, DAYS_OF_BIRTH, people)
    age = ((TODAY - birth).astype(np.int64) / YEAR).astype(np.int64)
    place = chance.integers(0, len(ZIPS), people)
    return {
        "person": np.arange(people),
        "zip": words(place, ZIPS),
        "birth": birth,
        "age": age,
        "sex": words(chance.integers(0, 2, people), SEXES),
        "nation": words(chance.integers(0, len(NATIONS), people), NATIONS),
        "condition": words(_condition(chance, age, place), CONDITIONS),
        "income": np.rint(np.exp(10.3 + 0.45 * chance.standard_normal(people))).astype(np.int64),
    }


def _condition(chance: np.random.Generator, age: NDArray[Any], place: NDArray[Any]) -> NDArray[Any]:
    """Return what people have: neighbours of one age mostly have the same."""
    usual = (age // 10 + place // 2) % len(CONDITIONS)
    other = chance.integers(0, len(CONDITIONS), age.size)
    chosen: NDArray[Any] = np.where(chance.random(age.size) < TYPICAL, usual, other)
    return chosen
