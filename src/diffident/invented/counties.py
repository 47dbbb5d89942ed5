# SPDX-License-Identifier: Apache-2.0
"""3,143 counties that never were, as many as in exercise 4.5 of the lecture notes, and how many people are ill in each."""

from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

HOW_MANY: Final = 3_143
SEED: Final = 45
USUAL: Final = 26_000  # half of the counties have fewer people
SPREAD: Final = 1.5  # of the logarithm of a county's people: some have a hundred, some a million
SMALLEST: Final = 60
RATE: Final = 0.004  # of people who are ill, where nothing is special
FIRST: Final = (
    "Alder Amber Arrow Ash Badger Barley Beaver Birch Black Bracken Bramble Brook Cedar Chalk Clay Clover Copper Crane "
    "Crow Dapple Deer Dove Drift Dun Elder Elm Ember Falcon Fern Finch Flint Fox Frost Glen Gorse Grey Hare Hawk Hazel "
    "Heather Heron Holly Iron Ivy Juniper Lark Linden Maple Marsh Meadow Mill Misty Moss Oak Otter Owl Pebble Pine"
)
LAST: Final = (
    "acre bank bay beck bend bluff borough bottom bridge brook burn bury by cliff combe cote crest cross dale dell den "
    "dyke edge end falls fell field fold ford forth gate glade grove ham haven heath hill holm holt hurst lake land lea "
    "ley march mead mere moor mount ness port reach ridge side stead"
)


@dataclass(frozen=True, slots=True, eq=False)
class Counties:
    """Counties by name, how many people live in each, and how many of these are ill."""

    names: tuple[str, ...]
    people: NDArray[np.int64]
    ill: NDArray[np.int64]


def counties() -> Counties:
    """Return the counties, the one with most people first.

    >>> made_up = counties()
    >>> len(made_up.names), bool((made_up.ill <= made_up.people).all())
    (3143, True)
    """
    chance = np.random.default_rng(SEED)
    living = np.sort(USUAL * np.exp(SPREAD * chance.standard_normal(HOW_MANY)))[::-1]
    people = np.maximum(living, SMALLEST).astype(np.int64)
    rates = RATE * np.exp(chance.standard_normal(HOW_MANY) / 2)
    return Counties(_names(chance), people, chance.binomial(people, rates))


def _names(chance: np.random.Generator) -> tuple[str, ...]:
    every = [first + last for first, last in product(FIRST.split(), LAST.split())]
    return tuple(every[place] for place in chance.permutation(len(every))[:HOW_MANY])
