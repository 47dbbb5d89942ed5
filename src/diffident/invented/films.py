# SPDX-License-Identifier: Apache-2.0
"""Who rated which film, when and how well: subscribers who never were, each with a few films of a thousand."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

PEOPLE: Final = 2_000
FILMS: Final = 1_000
DAYS: Final = 2_000
STARS: Final = 5
USUAL: Final = 40  # films that somebody has rated


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """One row a rating: whose it is, of which film, how many stars, on which day; days count from the first."""

    person: NDArray[Any]
    film: NDArray[Any]
    stars: NDArray[Any]
    day: NDArray[Any]

    def of(self, person: int) -> "Ratings":
        """Return the ratings of one person."""
        return self.at(np.flatnonzero(self.person == person))

    def at(self, places: NDArray[Any]) -> "Ratings":
        """Return the ratings at these places."""
        return Ratings(self.person[places], self.film[places], self.stars[places], self.day[places])


def ratings(number: int, people: int = PEOPLE) -> Ratings:
    """Return everybody's ratings: some films are rated by many, most by few.

    >>> made_up = ratings(1, people=20)
    >>> bool(made_up.stars.min() >= 1), bool(made_up.stars.max() <= STARS)
    (True, True)
    """
    chance = np.random.default_rng([number, people])
    fame = 1 / np.arange(3, FILMS + 3)
    counts = 12 + chance.poisson(USUAL - 12, people)
    film = np.concatenate([chance.choice(FILMS, count, replace=False, p=fame / fame.sum()) for count in counts])
    liked = 3 + 0.8 * chance.standard_normal(FILMS)[film] + chance.standard_normal(film.size)
    return Ratings(
        person=np.repeat(np.arange(people), counts),
        film=film,
        stars=np.clip(np.rint(liked), 1, STARS).astype(np.int64),
        day=chance.integers(0, DAYS, film.size),
    )


def heard(known: Ratings, number: int, many: int = 8) -> Ratings:
    """Return what an acquaintance remembers of some ratings: stars off by one, days off by two weeks at most."""
    chance = np.random.default_rng([number, many])
    places = chance.permutation(known.film.size)[:many]
    some = known.at(places)
    stars = np.clip(some.stars + chance.integers(-1, 2, places.size), 1, STARS)
    return Ratings(some.person, some.film, stars, some.day + chance.integers(-14, 15, places.size))
