# SPDX-License-Identifier: Apache-2.0
"""Noise beside chance: what privacy adds to the error of a sample, and the epsilon at which both are alike."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from diffident.exact.number import LEAST, Epsilon
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.collected import Plain
from diffident.privacy.tradeoff.law import Estimate
from diffident.privacy.tradeoff.numbers import Numbers
from diffident.privacy.tradeoff.search import rounded_up
from diffident.privacy.tradeoff.setting import Setting
from diffident.show.text import number

HALVINGS: Final = 40
DIGITS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Standard deviations: of noise, and of who happens to be asked. `alike_at` is None if no epsilon makes noise so small."""

    noise: float
    chance: float
    alike_at: Fraction | None

    @classmethod
    def of(cls, setting: Setting, numbers: Numbers) -> "Beside | None":
        """Return both for a sample; without one there is no chance."""
        law = law_of(setting)
        if not (setting.sampled and isinstance(law, Estimate)):
            return None
        chance = Plain(share=setting.share, width=setting.width).sd(numbers.people, numbers.epsilon)

        def noise(epsilon: Fraction) -> float:
            return math.sqrt(max(law.sd(numbers.people, epsilon) ** 2 - chance**2, 0.0))

        low, high = math.log(LEAST), math.log(Epsilon.most)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if noise(Fraction(math.exp(middle))) <= chance else (middle, high)
        reached = noise(Epsilon.most) <= chance
        return cls(
            noise=noise(numbers.epsilon),
            chance=chance,
            alike_at=min(rounded_up(math.exp(high), DIGITS), Epsilon.most) if reached else None,
        )

    def as_json(self) -> dict[str, float | None]:
        """Return it as plain data."""
        alike = None if self.alike_at is None else float(self.alike_at)
        return {"noise": self.noise, "chance": self.chance, "alike_at": alike}

    def __str__(self) -> str:
        both = f"noise deviates by {number(self.noise, 3)}, who is asked by {number(self.chance, 3)}"
        return both + (f"; alike at epsilon {number(self.alike_at)}" if self.alike_at else "; noise is never less")
