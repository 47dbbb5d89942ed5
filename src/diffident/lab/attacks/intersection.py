# SPDX-License-Identifier: Apache-2.0
"""Two tables, each anonymous by itself; somebody who is in both has what both of their groups have."""

from collections.abc import Sequence

import numpy as np

from diffident.invented.columns import some
from diffident.invented.dice import rolled
from diffident.invented.notes import FOUR_ANONYMOUS, NAMES, SIX_ANONYMOUS
from diffident.invented.town import CONDITIONS, ZIPS, town
from diffident.lab.anonymity.groups import candidates, released
from diffident.lab.anonymity.hierarchy import Hierarchy
from diffident.lab.anonymity.mondrian import anonymous
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import by_condition, changed, surplus

ALICE = {"zip": "13012", "age": 28}
ADI = {"age": 58}
ASKED = (("zip",), ("age",))


def in_the_notes(**known: object) -> list[frozenset[str]]:
    """Return what each of the lectures' two tables leaves somebody, and what both leave.

    >>> [sorted(left) for left in in_the_notes(zip="13012", age=28)][2]
    ['AIDS']
    >>> sorted(in_the_notes(age=58)[2])
    ['cancer', 'viral infection']
    """
    tables = [released(NAMES, rows) for rows in (FOUR_ANONYMOUS, SIX_ANONYMOUS)]
    return [candidates(of, known) for of in (tables[:1], tables[1:], tables)]


class Intersection(Attack):
    """Alice is 28, lives in 13012, and was in two hospitals."""

    name = "intersection"
    title = "Two anonymous tables, and Alice in both"
    happened = "Figures 1 and 2 of note 002; Ganta, Kasiviswanathan and Smith 2008"
    published = "a 4-anonymous table of one hospital and a 6-anonymous one of another"
    known = "Alice's zip code and age, and that she was in both"
    wanted = "what Alice has"
    secret = Secret.VALUE
    options = len(CONDITIONS)

    def naive(self, number: int) -> Found:
        """Take everybody who is in both tables for Alice; where one condition is left, it is certain."""
        people = town(number)
        many = people["zip"].size
        visited = rolled(2, 2, many, number=number) == 1
        released_by = [
            anonymous(
                some(people, was), ("zip", "age"), "condition", k=k, hierarchies={"zip": Hierarchy.of_digits(ZIPS)}
            )
            for was, k in zip(visited, (4, 6), strict=True)
        ]
        both = np.flatnonzero(visited[0] & visited[1])
        known = [{"zip": people["zip"][who], "age": int(people["age"][who])} for who in both]
        alone = sum(len(candidates(released_by[:1], each)) == 1 for each in known)
        left = [candidates(released_by, each) for each in known]
        right = sum(each == frozenset([people["condition"][who]]) for each, who in zip(left, both, strict=True))
        told = (
            *_notes(),
            f"in an invented town {alone:,} of {both.size:,} people have one condition left by the first table",
            f"and {right:,} by both together, which is then certain",
        )
        return Found(right=right, of=both.size, blind=0.0, told=told)

    def twin(self, option: int) -> Twin:
        """Return the village in which the target has the condition of this number."""
        return changed(condition=CONDITIONS[option])

    @property
    def questions(self) -> tuple[str, ...]:
        """The conditions of people of Alice's zip code, and of those of her age."""
        return tuple(by_condition(*names) for names in ASKED)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess what stands out beyond what others have, in both together."""
        return surplus(answers, *ASKED)


def _notes() -> list[str]:
    """Return what becomes of Alice and of Adi in the tables of the lectures."""
    told: list[str] = []
    for who, known in (("Alice, 28, in 13012", ALICE), ("Adi, 58", ADI)):
        first, second, both = (", ".join(sorted(left)) for left in in_the_notes(**known))
        told.append(f"{who}: table 1 leaves {first}; table 2 leaves {second}; both leave {both}")
    return told
