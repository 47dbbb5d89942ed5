# SPDX-License-Identifier: Apache-2.0
"""One row of ordinary facts describes one person only: woman, faculty, computer science, South Asian."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.invented.notes import LONE, STAFF
from diffident.invented.town import town
from diffident.lab.anonymity.unique import alone
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import RICH, changed, like_target

ORDINARY = ("zip", "age", "sex", "nation")


def described(rows: Sequence[Sequence[object]], words: Sequence[object]) -> list[Sequence[object]]:
    """Return the rows that begin with these words.

    >>> [row[-1] for row in described(STAFF, LONE)]
    [91]
    """
    return [row for row in rows if tuple(row[: len(words)]) == tuple(words)]


class LoneRow(Attack):
    """Somebody who is described by four facts that stand on a web page."""

    name = "lone-row"
    title = "Four ordinary facts, one person"
    happened = "a web page of a department names the one woman of the faculty who is South Asian (note 003)"
    published = "incomes beside zip code, age, sex and nation"
    known = "these four of everybody, as neighbours and web pages tell them"
    wanted = "what somebody earns"
    secret = Secret.VALUE

    def naive(self, number: int) -> Found:
        """Look up everybody who stands alone with four facts."""
        people = town(number)
        rows = alone(people, ORDINARY).size
        told = (
            f"{' / '.join(LONE)} is one person of {len(STAFF)}, and she earns {described(STAFF, LONE)[0][-1]},000",
            f"in a town of {people['zip'].size:,}, {rows:,} people stand alone with zip code, age, sex and nation",
        )
        return Found(right=rows, of=people["zip"].size, blind=_same_income(people["income"]), told=told)

    def twin(self, option: int) -> Twin:
        """Return the village in which the target earns nothing, or as much as counts."""
        return changed(income=RICH * option)

    @property
    def questions(self) -> tuple[str, ...]:
        """What people like the target earn."""
        return (f"SELECT SUM(income) AS income FROM people WHERE {like_target(*ORDINARY)}",)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess rich where the sum lies nearer to that."""
        return likelier(answers[0][0]["income"], RICH, 0)


def _same_income(incomes: NDArray[Any]) -> float:
    """Return how often somebody is right who guesses the most frequent income of all."""
    return float(np.unique(incomes, return_counts=True)[1].max() / incomes.size)
