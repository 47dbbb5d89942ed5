# SPDX-License-Identifier: Apache-2.0
"""What people typed into a search engine that never was: mostly what everybody types, sometimes their own name or street."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

PEOPLE: Final = 600
COMMON: Final = ("weather", "pizza near me", "cheap flights", "football results", "how to tie a tie", "lottery numbers")
DELICATE: Final = ("numb fingers", "dog that urinates on everything", "divorce lawyer", "how to hide debts")
NAMES: Final = ("Arnold", "Bakare", "Castro", "Dietz", "Eriksen", "Fofana", "Gupta", "Hoang", "Ito", "Jansen")
STREETS: Final = ("Lilburn", "Birch Lane", "Harbour Road", "Mill Row", "North Gate", "Quay Street")

Log = Mapping[int, tuple[str, ...]]
Register = Sequence[tuple[str, str]]


def searches(number: int, people: int = PEOPLE) -> tuple[Log, Register]:
    """Return everybody's searches, and the register of who has which name and lives where.

    >>> log, register = searches(1, people=5)
    >>> len(log), len(register)
    (5, 5)
    """
    chance = np.random.default_rng([number, people])
    households = chance.permutation(len(NAMES) * len(STREETS) * 20)[:people]
    register = [_home(int(household)) for household in households]
    log = {person: _typed(chance, name, street) for person, (name, street) in enumerate(register)}
    return log, register


def _home(household: int) -> tuple[str, str]:
    """Return a name, and a street with a number."""
    named, rest = household % len(NAMES), household // len(NAMES)
    return NAMES[named], f"{1 + rest // len(STREETS)} {STREETS[rest % len(STREETS)]}"


def _typed(chance: np.random.Generator, name: str, street: str) -> tuple[str, ...]:
    """Return the searches of one person: relatives by name, what there is in the street, and what nobody should know."""
    usual = chance.choice(np.array(COMMON), 6).tolist()
    own = [f"family {name}", f"plumber {street}", str(chance.choice(np.array(DELICATE)))]
    return tuple(own[:2] + usual + own[2:])
