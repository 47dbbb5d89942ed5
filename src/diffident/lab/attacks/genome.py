# SPDX-License-Identifier: Apache-2.0
"""Exact counts are equations: with enough of them, who is in the cancer group is their only solution."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.invented.dice import rolled
from diffident.invented.genomes import genomes
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.question.limits import Bounds

KNOWN = 80  # people whose genomes are in a public collection
PLACES = 120
FEW = 10
STUDY = 30


def members(collection: NDArray[Any], counts: NDArray[Any]) -> NDArray[np.int64]:
    """Return who of a collection is in a group, given how many of the group have each letter: the equations, solved."""
    found = np.linalg.lstsq(collection.T.astype(float), counts.astype(float), rcond=None)[0]
    return np.where(found > 1 / 2, 1, 0)


class Genome(Attack):
    """Alice's genome is known; the equations of the study put her into the cancer group."""

    name = "genome"
    title = "Solving for Alice"
    happened = "Wang and others 2009, and note 003: identities from the tables of research papers"
    published = f"how many people of the cancer group have each of {PLACES} letters"
    known = f"the genomes of {KNOWN} people, Alice among them, of whom some are in the group"
    wanted = "whether Alice has cancer"
    secret = Secret.PRESENCE

    def naive(self, number: int) -> Found:
        """Draw who is in the group, publish its counts, and solve."""
        collection = genomes(number, people=KNOWN, places=PLACES)
        group = rolled(2, KNOWN, number=number)
        found = members(collection, collection.T @ group)
        right = int((found == group).sum())
        told = (f"{PLACES} equations put {right} of {KNOWN} people where they belong",)
        return Found(right=right, of=KNOWN, blind=1 / 2, told=told)

    def twin(self, option: int) -> Twin:
        """Return the cancer group with Alice or without, as how many of a few letters each has."""
        letters = np.append(_others(), np.repeat(FEW, option))
        limits = {"letters": Bounds.of(0, FEW, source="so many places are looked at")}
        return Twin(columns={"person": np.arange(letters.size), "letters": letters}, limits=limits)

    @property
    def questions(self) -> tuple[str, ...]:
        """How many letters the cancer group has, and how many people it is."""
        return ("SELECT SUM(letters) AS letters, COUNT(*) AS n FROM people",)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess by the letters, of which Alice has all."""
        known = int(_others().sum())
        return likelier(answers[0][0]["letters"], known + FEW, known)


@cache
def _others() -> NDArray[Any]:
    """Return how many letters everybody else in the group has: the attacker knows them."""
    letters: NDArray[Any] = genomes(1, people=STUDY, places=FEW).sum(axis=1)
    return letters
