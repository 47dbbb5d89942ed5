# SPDX-License-Identifier: Apache-2.0
"""Only the weights of a regression are published; one of them moves when somebody very rich is in the study."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.invented.dice import rolled
from diffident.invented.town import town
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import RICH, others, with_target

STUDIES = 200
EACH = 100
FILL_NATES = (70, 10**8)  # how old, and how rich
OLD = 104


def weight(ages: NDArray[Any], incomes: NDArray[Any]) -> float:
    """Return the weight of age in the regression of income on age."""
    apart = ages - ages.mean()
    return float((apart * incomes).sum() / (apart**2).sum())


def took_part(published: float, usual: float) -> bool:
    """Return whether a weight is so far from usual ones that somebody very rich must be in the study."""
    return abs(published) > 10 * abs(usual) + 1000


class Weights(Attack):
    """Which hospital has treated Fill Nates, by the weight that its model puts on income."""

    name = "weights"
    title = "The weight that one person moves"
    happened = 'note 004: "by looking at the weight ... we can infer if Fill Nates was part of the study"'
    published = f"the exact weights of a regression, one from each of {STUDIES} hospitals"
    known = "that one person is very rich, and what weights are usual"
    wanted = "which hospitals treated that person"
    secret = Secret.PRESENCE

    def naive(self, number: int) -> Found:
        """Fit one model a hospital, with Fill Nates in about half of them, and guess from the weight."""
        truths = rolled(2, STUDIES, number=number)
        studies = [_study(number * STUDIES + place, is_in) for place, is_in in enumerate(truths.tolist())]
        usual = weight(*_study(number * STUDIES + STUDIES, 0))
        guesses = [took_part(weight(*each), usual) for each in studies]
        right = sum(guess == bool(truth) for guess, truth in zip(guesses, truths, strict=True))
        told = (f"for {right} of {STUDIES} hospitals the weight tells whether Fill Nates was there",)
        return Found(right=right, of=STUDIES, blind=1 / 2, told=told)

    def twin(self, option: int) -> Twin:
        """Return the village with the target, who is old and as rich as counts, or without."""
        return with_target(option, income=RICH, age=OLD)

    @property
    def questions(self) -> tuple[str, ...]:
        """The sums that the weight is made of."""
        return (
            "SELECT SUM(age * income) AS products, SUM(age * age) AS squares, SUM(age) AS age FROM people",
            "SELECT SUM(income) AS income, COUNT(*) AS n FROM people",
        )

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess by the sum that the target moves most, beside what all others come to."""
        known = int((others("age") * others("income").clip(0, RICH)).sum())
        return likelier(answers[0][0]["products"], known + OLD * RICH, known)


def _study(number: int, is_in: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the ages and incomes of a hospital, with Fill Nates or without."""
    people = town(number, EACH)
    age, income = FILL_NATES
    return np.append(people["age"], [age] * is_in), np.append(people["income"], [income] * is_in)
