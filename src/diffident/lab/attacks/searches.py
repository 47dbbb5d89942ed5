# SPDX-License-Identifier: Apache-2.0
"""Searches under a number instead of a name: people search for their relatives and their street, and are found by that."""

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np

from diffident.invented.searches import DELICATE, Log, Register, searches
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.question.limits import Categories

PEOPLE = 200
WANTED = DELICATE[0]


def singled_out(log: Log, register: Register) -> Mapping[int, int]:
    """Return for places in the register the one number that searched for both the name and the street."""
    typed = {number: f" {' '.join(words)} " for number, words in log.items()}
    fits = {
        place: [number for number, text in typed.items() if f" {name} " in text and f" {street} " in text]
        for place, (name, street) in enumerate(register)
    }
    return {place: numbers[0] for place, numbers in fits.items() if len(numbers) == 1}


class Searches(Attack):
    """User 4417749 and her dog."""

    name = "searches"
    title = "Searches under a number"
    happened = "AOL, 2006: user 4417749 was found within days, by name, by journalists"
    published = "everybody's searches, a number for each person"
    known = "a telephone book: names and addresses"
    wanted = "whose searches they are, and what else they searched for"
    secret = Secret.PRESENCE

    def naive(self, number: int) -> Found:
        """Find everybody of the telephone book in the searches."""
        log, register = searches(number)
        found = singled_out(log, register)
        right = sum(person == place for place, person in found.items())
        delicate = sum(bool(set(log[person]) & set(DELICATE)) for person in found.values())
        told = (f"{len(found)} of {len(register)} people are found, and {delicate} of them with a delicate search",)
        return Found(right=right, of=len(register), blind=1 / len(register), told=told)

    def twin(self, option: int) -> Twin:
        """Return who searched for something delicate, with the last person or without."""
        who = np.array([*_searchers(), *[PEOPLE] * option])
        words = np.array([WANTED] * who.size, dtype=object)
        return Twin(columns={"person": who, "words": words}, limits={"words": Categories.of(*DELICATE, source="list")})

    @property
    def questions(self) -> tuple[str, ...]:
        """How many people searched for each of the delicate things."""
        return ("SELECT words, COUNT(DISTINCT person) AS n FROM people GROUP BY words",)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess that the target searched for it where one more is counted."""
        (counted,) = (row["n"] for row in answers[0] if row["words"] == WANTED)
        return likelier(counted, len(_searchers()) + 1, len(_searchers()))


@cache
def _searchers() -> Sequence[int]:
    """Return who else searched for it."""
    return tuple(person for person, words in searches(1, PEOPLE)[0].items() if WANTED in words)
