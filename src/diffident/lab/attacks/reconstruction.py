# SPDX-License-Identifier: Apache-2.0
"""Many counts that are a little off leave one data set only: solve for it (Dinur and Nissim 2003)."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from diffident.invented.dice import rolled
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.question.limits import Bounds

Bits: TypeAlias = NDArray[np.int64]

PEOPLE = 200
COUNTS = 4 * PEOPLE
ERROR = 1
FEW = 40  # people of the twin that Diffident is asked about
ASKED = 8
PRIME = 1_009  # scatters people over subsets that SQL can name


def solved(subsets: Bits, counts: Bits) -> Bits:
    """Return the bit of each person: the solution of the counts with the least total deviation, rounded.

    A linear program: the deviation of each count lies between two positive variables.
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - slow to import

    many, people = subsets.shape
    unit = np.eye(many)
    cost = np.concatenate([np.zeros(people), np.ones(2 * many)])
    limits = [(0, 1)] * people + [(0, None)] * (2 * many)
    found = linprog(cost, A_eq=np.hstack([subsets, unit, -unit]), b_eq=counts, bounds=limits, method="highs")
    return np.where(np.asarray(found.x)[:people] > 1 / 2, 1, 0)


def fitted(subsets: Bits, counts: Bits) -> Bits:
    """Return the bit of each person by least squares, rounded: quick, and nearly as good."""
    found = np.linalg.lstsq(subsets.astype(float), counts.astype(float), rcond=None)[0]
    return np.where(found > 1 / 2, 1, 0)


def bits_found(*, people: int, counts: int, error: int, number: int = 1) -> float:
    """Return which share of the bits least squares finds, from so many counts of half the people, off by `error` at most."""
    bits, subsets, published = _published(people, counts, error, number)
    return float((fitted(subsets, published) == bits).mean())


def _published(people: int, counts: int, error: int, number: int) -> tuple[Bits, Bits, Bits]:
    """Return secret bits, who is in each count, and the counts, each off by `error` at most."""
    bits = rolled(2, people, number=number)
    subsets = rolled(2, counts, people, number=number)
    return bits, subsets, subsets @ bits + rolled(2 * error + 1, counts, number=number) - error


class Reconstruction(Attack):
    """A secret bit of each of two hundred people, from eight hundred counts."""

    name = "reconstruction"
    title = "Too many counts, too exact"
    happened = "Dinur and Nissim 2003; the census of 2010, by the Census Bureau itself"
    published = f"{COUNTS} counts over random halves of {PEOPLE} people, each off by {ERROR} at most"
    known = "who is in which half"
    wanted = "a secret bit of everybody"
    secret = Secret.VALUE

    def naive(self, number: int) -> Found:
        """Publish counts, and solve for the bits by a linear program and by least squares."""
        bits, subsets, counts = _published(PEOPLE, COUNTS, ERROR, number)
        by_program = int((solved(subsets, counts) == bits).sum())
        by_squares = int((fitted(subsets, counts) == bits).sum())
        told = (f"a linear program finds {by_program} of {PEOPLE} bits, least squares {by_squares}",)
        return Found(right=by_program, of=PEOPLE, blind=1 / 2, told=told)

    def twin(self, option: int) -> Twin:
        """Return people with secret bits, of which the first is the option."""
        bits = np.arange(FEW) % 3 % 2
        bits[0] = option
        return Twin(
            columns={"person": np.arange(FEW), "bit": bits}, limits={"bit": Bounds.of(0, 1, source="yes or no")}
        )

    @property
    def questions(self) -> tuple[str, ...]:
        """Counts over scattered halves, together as many as the promise pays for."""
        return tuple(
            f"SELECT SUM(bit) AS n FROM people WHERE (person * {each} + {each}) % {PRIME} < {PRIME // 2}"
            for each in _factors()
        )

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess the first bit by all counts that the target may be in, as the attacker knows all other bits."""
        known = np.arange(FEW) % 3 % 2
        known[0] = 0
        gaps = [rows[0]["n"] - known[_half(each)].sum() for rows, each in zip(answers, _factors(), strict=True)]
        return likelier(
            float(np.mean([gap for gap, each in zip(gaps, _factors(), strict=True) if 0 in _half(each)])), 1, 0
        )


def _factors() -> range:
    """Return what makes the halves different."""
    return range(101, 101 + 7 * ASKED, 7)


def _half(factor: int) -> Bits:
    """Return who is in a scattered half."""
    return np.flatnonzero((np.arange(FEW) * factor + factor) % PRIME < PRIME // 2)
