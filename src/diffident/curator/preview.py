# SPDX-License-Identifier: Apache-2.0
"""What a question would cost and how exact it would be, before anything is paid or read."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from diffident.curator.balance import amount, remaining
from diffident.curator.priced import Priced
from diffident.privacy.accounting.budget import UNIT, Budget, Price
from diffident.show import text


@dataclass(frozen=True, slots=True)
class Preview:
    """A priced question beside what is left; everything in it is public."""

    offer: Priced
    budget: Budget
    left: Price
    confidence: Fraction

    @property
    def price(self) -> Fraction:
        """What would be deducted, in the currency of the promise."""
        return Fraction(self.offer.charge.price.units, UNIT)

    @property
    def affordable(self) -> bool:
        """Whether that much is left."""
        return self.offer.charge.price <= self.left

    @property
    def errors(self) -> dict[str, float | None]:
        """The expected half-width of each statistic in a group of ordinary size; None where no planning fact tells it."""
        names = map(str, self.offer.question.cells)
        return dict(zip(names, self.offer.expected(self.confidence), strict=True))

    def as_json(self) -> dict[str, Any]:
        """Return the preview as plain data."""
        return {
            "price": float(self.price),
            "left": self.left.units / UNIT,
            "affordable": self.affordable,
            "groups": len(self.offer.plan.cells()) or None,
            "counts": self.offer.plan.explained,
            "expected_people": self.offer.plan.limits.expected_people,
            "confidence": float(self.confidence),
            "errors": self.errors,
        }

    def __str__(self) -> str:
        people = self.offer.plan.limits.expected_people
        assumed = f"Assuming {people:,} people. " if people else ""
        rows = [
            (name, "needs expected_people=" if error is None else text.number(error))
            for name, error in self.errors.items()
        ]
        lines = [
            f"  {assumed}Nothing has been read yet.",
            "",
            f"  price      {self._paid()}",
            *(f"  error      {name} within {error}, {text.percent(self.confidence)}" for name, error in rows),
            f"  counts     {self.offer.plan.explained}",
        ]
        return "\n".join(lines)

    def _paid(self) -> str:
        """Return the price and what is left after it, in the words of the promise."""
        price, left = self.offer.charge.price, self.left
        paid = f"{amount(self.budget, price)} of {'epsilon' if self.budget.typical is None else 'the promise'}"
        if not self.affordable:
            return f"{paid}, and {remaining(self.budget, left)} is left"
        after = Price(left.units - price.units, left.delta_units - price.delta_units)
        return f"{paid}, {remaining(self.budget, after)} left afterwards"
