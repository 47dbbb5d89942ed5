# SPDX-License-Identifier: Apache-2.0
"""A few films that somebody rated, roughly when and roughly how: nobody else in the whole list fits."""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from diffident.invented.films import FILMS, PEOPLE, STARS, Ratings, heard, ratings
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.question.limits import Bounds

TRIED = 200
KNOWN = 8
STARS_OFF = 1
DAYS_OFF = 14
APART = 1.5  # deviations by which the best must lie before the second
SUBSCRIBERS = 200
FILM = 40  # one that is watched by few


def scoreboard(published: Ratings, known: Ratings) -> NDArray[np.float64]:
    """Return for each pseudonym how well it fits: rare films that agree in stars and day count most."""
    score = np.zeros(int(published.person.max()) + 1)
    for film, stars, day, telling in zip(known.film, known.stars, known.day, _telling(published, known), strict=True):
        rated = published.film == film
        near = rated & (abs(published.stars - stars) <= STARS_OFF) & (abs(published.day - day) <= DAYS_OFF)
        score[published.person[near]] += telling
    return score


def _telling(published: Ratings, known: Ratings) -> NDArray[np.float64]:
    """Return how much each film tells: the fewer rated it, the more."""
    telling: NDArray[np.float64] = 1 / np.log(2 + np.bincount(published.film, minlength=FILMS)[known.film])
    return telling


def matched(published: Ratings, known: Ratings) -> int | None:
    """Return the pseudonym of the person of whom this is known, or None if nobody stands out and fits in half of it."""
    score = scoreboard(published, known)
    second, best = np.partition(score, -2)[-2:]
    stands_out = best - second > APART * score.std()
    return int(score.argmax()) if stands_out and best > _telling(published, known).sum() / 2 else None


class RatedFilms(Attack):
    """Subscribers of a film club, found by what they said elsewhere."""

    name = "ratings"
    title = "Eight ratings, roughly remembered"
    happened = "the Netflix prize, found by ratings on another site (Narayanan and Shmatikov 2008)"
    published = "everybody's ratings with stars and days, under pseudonyms"
    known = "eight ratings of one person, stars off by one and days by two weeks at most"
    wanted = "all other ratings of that person"
    secret = Secret.PRESENCE

    def naive(self, number: int) -> Found:
        """Look for people of whom eight ratings are roughly known."""
        published = ratings(number)
        found = [matched(published, heard(published.of(who), number, KNOWN)) for who in range(TRIED)]
        right = sum(each == who for who, each in enumerate(found))
        wrong = sum(each is not None and each != who for who, each in enumerate(found))
        told = (f"of {TRIED} people {right} were found, and {wrong} were taken for others",)
        return Found(right=right, of=TRIED, blind=1 / PEOPLE, told=told)

    def twin(self, option: int) -> Twin:
        """Return ratings of which the last person's is in, for the film, or not."""
        columns = {
            "person": np.append(_rated().person, np.repeat(SUBSCRIBERS, option)),
            "stars": np.append(_rated().stars, np.repeat(STARS, option)),
        }
        return Twin(columns=columns, limits={"stars": Bounds.of(1, STARS, source="the form")})

    @property
    def questions(self) -> tuple[str, ...]:
        """How many rated a film that is watched by few."""
        return ("SELECT COUNT(*) AS n FROM people",)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess that the target rated it where one more is counted."""
        known = _rated().film.size
        return likelier(answers[0][0]["n"], known + 1, known)


@cache
def _rated() -> Ratings:
    """Return how others rated the film: the attacker knows them."""
    club = ratings(1, SUBSCRIBERS)
    return club.at(np.flatnonzero(club.film == FILM))
