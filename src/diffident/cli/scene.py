# SPDX-License-Identifier: Apache-2.0
"""A scene of the demo: one question, what it costs, its answer in words, and the picture of it."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from diffident.privacy.region import Region
from diffident.show.picture import Picture
from diffident.show.text import number

SURE: Final = Fraction(95, 100)  # how surely every interval of the demo holds
WIDTH: Final = 100
INDENT: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One question; `lines` come after the price, and say one thing each."""

    question: str
    epsilon: Fraction
    lines: tuple[str, ...]
    picture: Picture
    plain: dict[str, object]

    def told(self, place: int) -> str:
        """Return the scene as text, under its number."""
        price = f"price: epsilon {number(self.epsilon)}"
        head = f"{place:3}  {self.question}"
        return "\n".join([f"{head:{WIDTH - len(price)}}{price}", *(self._indented(line) for line in self.lines)])

    def as_json(self) -> dict[str, object]:
        """Return the scene as plain data."""
        return {
            "question": self.question,
            "epsilon": float(self.epsilon),
            **self.plain,
            "sentence": self.picture.sentence,
        }

    @staticmethod
    def _indented(line: str) -> str:
        return "\n".join(f"{'':{INDENT}}{part}" if part else "" for part in line.split("\n"))


def promise(epsilon: Fraction) -> str:
    """Return what an epsilon means for one person, rounded against ourselves.

    >>> print(promise(Fraction(1)))
    One person changes the odds of any outcome at most 2.72 times.
    A guess about them is right at most 74 times in 100.
    """
    region = Region.of(epsilon)
    odds, right = math.ceil(region.odds.high * 100) / 100, math.ceil(Fraction(region.best_guess) * 100)
    return (
        f"One person changes the odds of any outcome at most {odds:g} times.\n"
        f"A guess about them is right at most {right} times in 100."
    )
