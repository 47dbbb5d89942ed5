# SPDX-License-Identifier: Apache-2.0
"""No attack: a study shows that smoking causes cancer, and that says the same about Alice whether she is in it or not."""

from collections.abc import Sequence

import numpy as np

from diffident.invented.dice import rolled
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.question.limits import Bounds

PEOPLE = 1_000
SMOKERS_ILL = 60  # of a hundred
OTHERS_ILL = 10
STUDIES = 200


def believed(smokers: int, ill: int) -> float:
    """Return what a study leads somebody to believe about a smoker: the share of those who are ill."""
    return ill / smokers


class Smoking(Attack):
    """What is learned about Alice because it is so, and not because she took part."""

    name = "smoking"
    title = "What a study teaches about those who are not in it"
    happened = "note 003, example 1; Dwork and Naor 2010"
    published = "how many smokers of a study have cancer"
    known = "that Alice smokes"
    wanted = "whether Alice has cancer"
    secret = Secret.PRESENCE

    def naive(self, number: int) -> Found:
        """Publish studies without Alice and guess that she is ill: right as often as smokers are, and that is no leak."""
        ill = rolled(100, STUDIES, PEOPLE + 1, number=number) < SMOKERS_ILL
        without = [believed(PEOPLE, int(study[1:].sum())) for study in ill]
        with_her = [believed(PEOPLE + 1, int(study.sum())) for study in ill]
        right = sum((belief > 1 / 2) == bool(study[0]) for belief, study in zip(without, ill, strict=True))
        moved = max(abs(a - b) for a, b in zip(without, with_her, strict=True))
        told = (
            f"studies that she is not in lead to a guess that is right {right} times in {STUDIES}",
            f"that she takes part moves the belief by {moved:.4f} at most",
            "a rule that allowed no belief to move would allow no study: what is published would have to ignore the data",
        )
        return Found(right=right, of=STUDIES, blind=OTHERS_ILL / 100, told=told)

    def twin(self, option: int) -> Twin:
        """Return the study with Alice, who is ill, or without."""
        ill = np.append(np.arange(PEOPLE) % 100 < SMOKERS_ILL, [True] * option).astype(np.int64)
        limits = {"ill": Bounds.of(0, 1, source="yes or no")}
        return Twin(columns={"person": np.arange(ill.size), "ill": ill}, limits=limits)

    @property
    def questions(self) -> tuple[str, ...]:
        """How many smokers of the study have cancer."""
        return ("SELECT SUM(ill) AS ill FROM people",)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess that she took part where one more is ill: this, and this alone, is hidden."""
        known = PEOPLE * SMOKERS_ILL // 100
        return likelier(answers[0][0]["ill"], known + 1, known)
