# SPDX-License-Identifier: Apache-2.0
"""What a question would cost and how exact it would be, before anything is paid or read.

Everything in it is public, or was released before: prices and errors follow from the plan, the noise and planning facts,
and alternatives from these and from answers that were published. No row is read for it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from diffident.curator.balance import amount, remaining
from diffident.curator.goal import people_for, people_in
from diffident.curator.priced import Priced
from diffident.privacy.accounting.budget import UNIT, Budget, Price
from diffident.show import html, text

USUAL_EPSILONS: Final = ("0.1", "0.5", "1")
NOTHING_READ: Final = "Nothing has been read yet."
LACKING: Final = "errors that need expected_people= of the table"
TENTH: Final = Fraction(1, 10)
OFTEN: Final = (Fraction(1, 2), Fraction(95, 100))  # how surely a hidden group is named


@dataclass(frozen=True, slots=True)
class Alternative:
    """Something else that may do: what it is, what it costs, and how exact its statistics are."""

    what: str
    price: Price
    errors: dict[str, float | None]


def no_alternatives() -> Sequence[Alternative]:
    """Return none."""
    return ()


@dataclass(frozen=True, slots=True, repr=False)
class Preview:
    """A priced question beside what is left; everything in it is public.

    `dearer` are previews of the same for more, where nobody said a price.
    """

    offer: Priced
    budget: Budget
    left: Price
    confidence: Fraction
    find_cheaper: Callable[[], Sequence[Alternative]] = field(default=no_alternatives, compare=False, repr=False)
    dearer: "tuple[Preview, ...]" = ()

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
        """The expected half-width of each statistic in the smallest group; None where no planning fact tells it."""
        return self.offer.errors(self.confidence)

    @property
    def people_for_a_tenth(self) -> dict[str, int | None]:
        """How many people a group needs for each statistic to be off by a tenth at most; None where nobody can tell."""
        sheet = self.offer.sheet
        found = (
            people_for(sheet, number, self.offer.blurring.law(part), self.confidence, TENTH)
            for number, (_, part) in enumerate(sheet.cells)
        )
        return dict(zip(sheet.names, found, strict=True))

    @property
    def kept(self) -> dict[Fraction, int]:
        """How many people a hidden group needs to be named that surely; nothing where none is hidden."""
        select = self.offer.select
        return {} if select is None else {often: int(select.error(often)) for often in OFTEN}

    @property
    def cheaper(self) -> Sequence[Alternative]:
        """What else may do: an earlier answer, coarser groups, narrower bounds."""
        return self.find_cheaper()

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
            "people for a tenth": self.people_for_a_tenth,
            "kept": {str(float(often)): people for often, people in self.kept.items()},
            "cheaper": [
                {"what": each.what, "price": each.price.units / UNIT, "errors": each.errors} for each in self.cheaper
            ],
        }

    def __str__(self) -> str:
        """Price, errors and what else may do, line by line; or what several prices buy, as a table."""
        lines = "\n".join(f"  {name:10} {said}" for name, said in self._lines())
        table = [text.table(*self._ladder())] if self.dearer else []
        return "\n\n".join([f"  {self._assumed()}", *table, lines])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        table = html.table(*self._ladder()) if self.dearer else ""
        return table + html.facts(self._lines(), feet=[self._assumed()])

    def _lines(self) -> list[tuple[str, str]]:
        """Return what is told beside a table, or in place of one."""
        counts = ("counts", self.offer.plan.explained)
        if self.dearer:
            return [counts, *([("missing", LACKING)] if None in self.errors.values() else [])]
        errors = self.errors.items()
        units = {str(cell): f" {cell.counted_in}" * bool(cell.counted_in) for cell, _ in self.offer.sheet.cells}
        said = [f"{name} {_within(error)}{units[name]}, {text.percent(self.confidence)}" for name, error in errors]
        cheaper = [("" if place else "cheaper", self._told(each)) for place, each in enumerate(self.cheaper)]
        return [("price", self._paid()), *(("error", each) for each in said), *self._people(), counts, *cheaper]

    def _assumed(self) -> str:
        """Return which planning facts are behind it, and that no data is."""
        people, smallest = self.offer.plan.limits.expected_people, people_in(self.offer.sheet)
        if people is None:
            return NOTHING_READ
        groups = f", {smallest:,.0f} in the smallest group" if self.offer.plan.limits.shape.shares and smallest else ""
        return f"Assuming {people:,} people{groups}. {NOTHING_READ}"

    def _people(self) -> Iterator[tuple[str, str]]:
        """Yield which groups are large enough, and which hidden ones are named."""
        for name, people in self.people_for_a_tenth.items():
            if people is not None:
                yield "a tenth", f"{name} is off by no more in groups of {people:,} people and larger ones"
        if kept := self.kept:
            half, nearly = kept.values()
            yield "kept", f"groups of {half:,} people half of the time, of {nearly:,} people 95 times in 100"

    def _told(self, each: Alternative) -> str:
        errors = ", ".join(f"{name} {_within(error)}" for name, error in each.errors.items())
        price = amount(self.budget, each.price) if each.price.units else "free"
        return f"{each.what}: {price}, {errors}"

    def _ladder(self) -> tuple[list[str], list[list[text.Cell]]]:
        """Return what several prices buy: the names of columns, and rows."""
        rungs = (self, *self.dearer)
        heads = ["epsilon", *(f"{name} within" for name in self.errors), "affordable"]
        rows: list[list[text.Cell]] = [
            [epsilon, *each.errors.values(), "yes" if each.affordable else "no"]
            for epsilon, each in zip(USUAL_EPSILONS, rungs, strict=True)
        ]
        return heads, rows

    def _paid(self) -> str:
        """Return the price and what is left after it, in the words of the promise."""
        price, left = self.offer.charge.price, self.left
        paid = f"{amount(self.budget, price)} of {'epsilon' if self.budget.typical is None else 'the promise'}"
        if not self.affordable:
            return f"{paid}, and {remaining(self.budget, left)} is left"
        after = Price(left.units - price.units, left.delta_units - price.delta_units)
        return f"{paid}, {remaining(self.budget, after)} left afterwards"


def _within(error: float | None) -> str:
    return "needs expected_people=" if error is None else f"within {text.number(error)}"
