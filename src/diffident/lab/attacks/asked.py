# SPDX-License-Identifier: Apache-2.0
"""The same attack on answers of Diffident: a curator of an invented twin is asked, and the guess is compared with the truth.

Each twin is paid for and looked at once; then the noise of its answers is drawn again for every round.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from diffident.curator.curator import Curator
from diffident.curator.priced import Priced
from diffident.curator.protect import protect
from diffident.curator.result import Answer
from diffident.exact.number import Epsilon, whole
from diffident.invented.columns import as_arrow
from diffident.lab.attacks.attack import Attack, Rows, Twin
from diffident.lab.attacks.bound import most_right
from diffident.lab.once import Once
from diffident.privacy.accounting.budget import Budget
from diffident.randomness.source import Source
from diffident.randomness.uniform import uniform_below

TABLE: Final = "people"
PERSON: Final = "person"
MOST_ROUNDS: Final = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """How often guesses were right that had answers of Diffident to go by, and how often they can be at most."""

    epsilon: Fraction
    right: int
    of: int
    blind: float
    most: float

    @property
    def share(self) -> float:
        """Which share of the guesses was right."""
        return self.right / self.of


def curator_of(twin: Twin, epsilon: object) -> Curator:
    """Return a curator of a twin, who promises this epsilon for ever and keeps its ledger in memory."""
    return protect(
        as_arrow(twin.columns),
        name=TABLE,
        person=PERSON,
        rows_per_person=twin.rows_per_person,
        columns=twin.limits,
        budget=Budget(epsilon=epsilon),
        ledger="memory",
    )


def asked(attack: Attack, *, epsilon: object, rounds: object, source: Source) -> Tried:
    """Return how the attack fares against answers that cost this epsilon together, over so many rounds."""
    spent = Epsilon.of(epsilon).value
    many = whole(rounds, name="rounds", at_least=1, at_most=MOST_ROUNDS)
    boards = [_Board.of(attack, option, spent) for option in range(attack.options)]
    truths = uniform_below(attack.options, many, source).tolist()
    return Tried(
        epsilon=spent,
        right=sum(attack.guess(boards[truth].answers(source)) == truth for truth in truths),
        of=many,
        blind=1 / attack.options,
        most=most_right(attack.secret, spent, attack.options),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """All questions of an attack to one curator, as offers that were paid."""

    offers: Sequence[Priced]
    engine: Once

    @classmethod
    def of(cls, attack: Attack, option: int, epsilon: Fraction) -> "_Board":
        """Ask everything once and pay for it."""
        curator = curator_of(attack.twin(option), epsilon)
        share = epsilon / len(attack.questions)
        for question in attack.questions:
            curator.ask(question, epsilon=share)
        return cls([curator.offer(each, epsilon=share) for each in attack.questions], Once(curator.engine))

    def answers(self, source: Source) -> list[Rows]:
        """Return answers with noise of their own, as rows."""
        return [Answer(offer.perform(self.engine, source), offer.reading).rows for offer in self.offers]
