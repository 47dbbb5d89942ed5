# SPDX-License-Identifier: Apache-2.0
"""Under which terms a model learns: whose rows, what is declared of them, who pays, and how long the promise lasts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol, TypeVar

from diffident.curator.certificate import THIS_PROCESS
from diffident.curator.offer import Offer
from diffident.privacy.accounting.budget import Budget
from diffident.question.examples import Examples
from diffident.question.facts import Facts


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """Everything public that a model is told. Without a budget it is a promise of its own."""

    examples: Examples
    facts: Facts
    rows_per_person: int
    person: str
    account: str = ""
    budget: Budget | None = None
    delta: Fraction = Fraction(0)  # that a request's epsilon is read with unless it says otherwise
    expected_people: int | None = None
    versions: Mapping[str, int] = field(default_factory=dict[str, int])
    sources: Mapping[str, str] = field(default_factory=dict[str, str])
    purpose: str | None = None
    lasts: str = THIS_PROCESS
    asked: str = ""
    once: str = ""  # what tells this fit from every other; nothing where the same fit is the same answer


class Learner(Protocol):
    """A model that can be fitted under terms: an offer before, published bytes after."""

    def offer(self, terms: Terms, target: str | None) -> Offer:
        """Return everything public about the fit, decided."""
        ...

    def adopt(self, stored: bytes) -> object:
        """Become the model that was published."""
        ...


L = TypeVar("L", bound=Learner)
