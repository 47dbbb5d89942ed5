# SPDX-License-Identifier: Apache-2.0
"""What every attack is: something published, something known, and facts about people that follow from both."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from diffident.invented.columns import Columns
from diffident.lab.attacks.bound import Secret
from diffident.question.limits import Bounds, Categories

Row: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = Sequence[Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What an attack made of a naive release: facts that were recovered, and how many would be guessed blindly."""

    right: int
    of: int
    blind: float
    told: tuple[str, ...] = ()

    @property
    def share(self) -> float:
        """Which share of the facts was recovered."""
        return self.right / self.of


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """Invented rows, and what a steward declares of them; `person` is the column that says whose they are."""

    columns: Columns
    limits: Mapping[str, Bounds | Categories]
    rows_per_person: int = 1


class Attack(ABC):
    """An attack, in the same words for a naive release and for answers of Diffident.

    Naively something is published about an invented twin, and facts follow. Diffident answers the same need by
    `questions` about a twin in which one person's secret is one of so many options; the attacker knows everybody else.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    happened: ClassVar[str]  # where it happened, or who showed it
    published: ClassVar[str]  # naively
    known: ClassVar[str]  # to the attacker
    wanted: ClassVar[str]
    secret: ClassVar[Secret]
    options: ClassVar[int] = 2

    @abstractmethod
    def naive(self, number: int) -> Found:
        """Publish naively about the twin of this number, attack it, and compare with the truth."""

    @abstractmethod
    def twin(self, option: int) -> Twin:
        """Return the invented rows in which the secret is this option."""

    @property
    @abstractmethod
    def questions(self) -> tuple[str, ...]:
        """What Diffident is asked about the table `people` for the same need; epsilon is shared evenly."""

    @abstractmethod
    def guess(self, answers: Sequence[Rows]) -> int:
        """Return which option these answers speak for."""


def likelier(noisy: float, with_: float, without: float) -> int:
    """Return whether a noisy number lies nearer to what it is with somebody (1) than to what it is without (0).

    >>> likelier(5.2, 5, 4), likelier(-40, 5, 4)
    (1, 0)
    """
    return int(abs(noisy - with_) <= abs(noisy - without))
