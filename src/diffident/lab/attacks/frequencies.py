# SPDX-License-Identifier: Apache-2.0
"""Frequencies of a thousand letters in the genomes of a study: each says little about one person, together they tell."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.invented.genomes import genomes
from diffident.lab.attacks.attack import Attack, Found, Row, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.question.limits import Bounds

POOL = 100
REFERENCE = 400
PLACES = 2_000
FEW = 6  # places that Diffident is asked about
STUDY = 30


def nearness(genome: NDArray[Any], published: NDArray[Any], reference: NDArray[Any]) -> float:
    """Return how much nearer a genome lies to the study than to people in general: above zero for most who are in it.

    Homer and others 2008, with the weights of a likelihood ratio (Sankararaman and others 2009).
    """
    spread = np.maximum(reference * (1 - reference), 1 / 100)
    return float(((genome - reference) * (published - reference) / spread).sum())


def area_under_curve(inside: Sequence[float], outside: Sequence[float]) -> float:
    """Return how often somebody inside scores higher than somebody outside.

    >>> area_under_curve([2, 3], [1, 2])
    0.875
    """
    ahead = np.subtract.outer(np.array(inside), np.array(outside))
    return float((ahead > 0).mean() + (ahead == 0).mean() / 2)


class Frequencies(Attack):
    """Who was in the study, from what the study published."""

    name = "frequencies"
    title = "Published frequencies tell who was in the study"
    happened = "2008: studies of genomes withdrew their frequencies within days (Homer and others)"
    published = f"how common each of {PLACES:,} letters is among {POOL} genomes"
    known = "somebody's genome, and how common the letters are among people in general"
    wanted = "whether that person is in the study"
    secret = Secret.PRESENCE

    def naive(self, number: int) -> Found:
        """Score those of the study and as many others, and guess by the sign."""
        everybody = genomes(number, people=2 * POOL + REFERENCE, places=PLACES)
        inside, outside, known = np.split(everybody, [POOL, 2 * POOL])
        common = known.mean(axis=0)
        published = inside.mean(axis=0)
        ours, theirs = ([nearness(each, published, common) for each in group] for group in (inside, outside))
        middle = (np.mean(ours) + np.mean(theirs)) / 2
        right = int((np.array(ours) > middle).sum() + (np.array(theirs) <= middle).sum())
        told = (
            f"somebody of the study scores higher than somebody else {area_under_curve(ours, theirs):.1%} of the time",
        )
        return Found(right=right, of=2 * POOL, blind=1 / 2, told=told)

    def twin(self, option: int) -> Twin:
        """Return a study with the target, who has all letters, or without."""
        rows = np.vstack([_study(), np.ones((option, FEW), np.int64)])
        columns = {f"g{place}": rows[:, place] for place in range(FEW)}
        limits = {name: Bounds.of(0, 1, source="a letter is there or not") for name in columns}
        return Twin(columns={"person": np.arange(len(rows)), **columns}, limits=limits)

    @property
    def questions(self) -> tuple[str, ...]:
        """How common each letter is."""
        return ("SELECT " + ", ".join(f"SUM(g{place}) AS g{place}" for place in range(FEW)) + " FROM people",)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess that the target is in where all letters together are counted more often than the others have them."""
        known = int(_study().sum())
        return likelier(_counted(answers[0][0]), known + FEW, known)


@cache
def _study() -> NDArray[Any]:
    """Return who else is in the study: the attacker knows them."""
    return genomes(1, people=STUDY, places=FEW)


def _counted(row: Row) -> float:
    """Return how many letters were counted at all places together."""
    return float(sum(row[f"g{place}"] for place in range(FEW)))
