# SPDX-License-Identifier: Apache-2.0
"""Before anything is spent the price is shown, and somebody says yes. What was answered before costs nothing."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from diffident.cli.option import Text
from diffident.cli.progress import telling
from diffident.cli.terminal import answered
from diffident.errors import Refused

if TYPE_CHECKING:
    from diffident.curator.curator import Curator
    from diffident.curator.preview import Preview
    from diffident.curator.result import Answer
    from diffident.privacy.accounting.budget import Budget, Price

EPSILON: Final = Text("--epsilon", metavar="EPSILON", means="What the answer may tell about one person.")
HOW: Final = (
    EPSILON,
    Text("--within", metavar="NAME=ERROR,...", means="In place of epsilon: errors that noise must keep to."),
    Text("--total-within", metavar="NAME=ERROR,...", means="The same for noise and a simple sample together."),
    Text("--weights", metavar="NAME=WEIGHT,...", means="How a request is divided; 1 for what is not named."),
    Text("--balance", metavar="WHAT", means="Divide for equal errors of statistics, or of the smallest groups."),
)
OTHERS: Final = (
    Text("--delta", metavar="PROBABILITY", means="How likely epsilon may fail, where the promise allows for it."),
    Text("--purpose", metavar="NAME", means="The purpose whose allowance pays as well."),
    Text("--confidence", metavar="PROBABILITY", means="How surely intervals hold; 0.95 if not given."),
)
YES: Final = ("y", "yes")
BY_NAME: Final = {"within", "total_within", "weights"}
LONGEST: Final = 60  # characters of what was typed that are repeated


class PairsUnclear(Refused):
    """An option that says something of several names, written otherwise."""

    code = "pairs_unclear"
    sentence = "{option} takes names with what is wanted of them, not {given}."
    remedy = "Write {option} stay=0.5, or {option} stay=0.5,n=20."


class NotConfirmed(Refused):
    """A price that nobody can agree to, because there is nobody to ask."""

    code = "not_confirmed"
    sentence = "Nobody agreed to spend {price}, and there is nobody to ask; nothing was spent."
    remedy = "Add --yes to spend without being asked."


@dataclass(frozen=True, slots=True)
class Bought:
    """An answer, the number under which it can be had again for nothing, and what it cost this time."""

    answer: "Answer"
    number: int
    price: "Price"
    left: "Price"
    promise: "Budget"

    @property
    def is_free(self) -> bool:
        """Whether it was answered before."""
        return not any(in_units(price=self.price)["price"])

    @property
    def told(self) -> str:
        """The price, what is left, and the number."""
        from diffident.curator.balance import amount, remaining  # noqa: PLC0415 - numpy would slow down --help

        paid = "free, as it was answered before" if self.is_free else f"price {amount(self.promise, self.price)}"
        return f"{paid}   left {remaining(self.promise, self.left)}   answer {self.number}"

    def as_json(self) -> dict[str, Any]:
        """Return the same as plain data."""
        return {"answer": self.number, **in_units(price=self.price, left=self.left)}


def in_units(**prices: "Price") -> dict[str, list[int]]:
    """Return prices as JSON has them: whole units, of the promise and of its delta."""
    return {name: [price.units, price.delta_units] for name, price in prices.items()}


def typed(**others: str | None) -> dict[str, Any]:
    """Return what was typed, without what was not."""
    return {
        name: _pairs(name, value) if name in BY_NAME else value for name, value in others.items() if value is not None
    }


def _pairs(option: str, typed: str) -> dict[str, str]:
    """Return what was typed for each name."""
    pairs = [part.split("=") for part in typed.split(",")]
    if any(len(pair) != 2 for pair in pairs):
        raise PairsUnclear(option=f"--{option.replace('_', '-')}", given=ascii(typed)[:LONGEST])
    return {name.strip(): value.strip() for name, value in pairs}


def bought(curator: "Curator", question: str, *, sure: bool, **wanted: Any) -> Bought | None:  # noqa: ANN401 - as `ask`
    """Show the price, and pay it if somebody agrees, is sure, or has it for nothing; none if they do not agree."""
    from diffident.curator.wanted import PriceOrError  # noqa: PLC0415 - numpy would slow down --help

    preview = curator.preview(question, **wanted)
    if preview.dearer:
        raise PriceOrError(given="neither")
    is_free = _number(curator, preview.offer.charge.key) is not None
    is_settled = sure or is_free or not preview.affordable  # what is not left will be refused
    return paid(curator, question, **wanted) if is_settled or _agreed(preview) else None


def paid(curator: "Curator", question: str, **wanted: Any) -> Bought:  # noqa: ANN401 - as `Curator.ask`
    """Pay, unless it was answered before, and answer."""
    from diffident.privacy.accounting.budget import NOTHING  # noqa: PLC0415 - numpy would slow down --help

    charge = curator.preview(question, **wanted).offer.charge
    price = charge.price if _number(curator, charge.key) is None else NOTHING
    with telling("answering"):
        answer = curator.ask(question, **wanted)
    return Bought(answer, _number(curator, charge.key) or 0, price, curator.left, curator.promise)


def _number(curator: "Curator", key: str) -> int | None:
    """Return under which number an answer was published, if it was."""
    from diffident.ledger.states import State  # noqa: PLC0415 - only who pays needs it

    past = curator.ledger.answers(curator.name)
    return next((each.number for each in past if each.key == key and each.state is State.PUBLISHED), None)


def _agreed(preview: "Preview") -> bool:
    from diffident.curator.balance import amount  # noqa: PLC0415 - numpy would slow down --help

    price = amount(preview.budget, preview.offer.charge.price)
    click.echo(f"{preview}\n", err=True)
    click.echo(f"  Spend {price}? [y/N] ", nl=False, err=True)
    said = answered()
    if said is None:
        raise NotConfirmed(price=price)
    return said.casefold() in YES
