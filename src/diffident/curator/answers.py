# SPDX-License-Identifier: Apache-2.0
"""Everything that was ever paid for, in order, and each of it again for nothing; in any process, after any crash."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from diffident.curator.balance import amount
from diffident.curator.noise import Blurring
from diffident.curator.reading import Reading
from diffident.curator.result import Answer
from diffident.curator.shown import USUAL
from diffident.curator.wanted import Again, Request
from diffident.curator.written import Plain
from diffident.exact import canonical
from diffident.exact.number import decimal
from diffident.ledger.entry import Paid
from diffident.ledger.ledger import NoSuchAnswer
from diffident.ledger.states import State
from diffident.privacy.accounting.budget import NOTHING, Price
from diffident.show.text import table

if TYPE_CHECKING:
    from diffident.curator.curator import Curator


@dataclass(frozen=True, slots=True)
class Past:
    """A question that was paid for: as it was asked, what it cost, and where the promise stood before and after."""

    paid: Paid
    before: Price

    @property
    def number(self) -> int:
        """Under which number it was paid for."""
        return self.paid.number

    @property
    def state(self) -> State:
        """Whether its answer is there, is still being computed or was cut off, or failed."""
        return self.paid.state

    @property
    def price(self) -> Price:
        """What was deducted."""
        return self.paid.price

    @property
    def after(self) -> Price:
        """What was spent of the promise when it had been paid for."""
        return self.before + self.price

    @property
    def purpose(self) -> str | None:
        """For what it was asked."""
        return next(iter(self.paid.allowances), None)

    @property
    def reading(self) -> Reading:
        """How whoever paid for it reads it."""
        return Reading.from_json(self._public["reading"])

    @property
    def asked(self) -> str:
        """The question as it was asked."""
        return str(self._public["reading"]["asked"])

    @property
    def core(self) -> Plain:
        """What its certificate says."""
        core: Plain = self._public["certificate"]
        return core

    def is_about(self, about: str) -> bool:
        """Whether it is about these rows and groups; a look at its bytes is quicker than reading them."""
        return about.encode() in self.paid.public and self.core["about"] == about

    @property
    def blurring(self) -> Blurring:
        """The noise that was paid for."""
        return Blurring.from_json(self.core)

    @property
    def _public(self) -> Any:  # noqa: ANN401 - plain data
        return canonical.decode(self.paid.public)


@dataclass(frozen=True, slots=True, repr=False)
class Answers:
    """The answers of a curator; its tables need not be there to read those that were published."""

    curator: "Curator"

    def __iter__(self) -> Iterator[Past]:
        """Yield what was paid for, in order."""
        spent = NOTHING
        for paid in self.curator.ledger.answers(self.curator.name):
            past = Past(paid, spent)
            spent = past.after
            yield past

    def __len__(self) -> int:
        return len(self.curator.ledger.answers(self.curator.name))

    def open(self, number: int, *, confidence: object = USUAL) -> Answer:
        """Return an answer again, for nothing; one that was cut off is computed under the charge that paid for it."""
        past = next((each for each in self if each.number == number), None)
        if past is None or past.state is State.SPENT:
            raise NoSuchAnswer(account=self.curator.name, number=number)
        if past.state is State.RESERVED:
            return self._finished(past, confidence)
        stored = self.curator.ledger.reopen(self.curator.name, number)
        return Answer(stored, past.reading, decimal(confidence, name="confidence", above=0, below=1))

    def __str__(self) -> str:
        promise = self.curator.promise
        rows = [[str(past.number), past.asked, amount(promise, past.price), past.state.value] for past in self]
        return table(["answer", "question", "price", "state"], rows)

    def __repr__(self) -> str:
        return str(self)

    def _finished(self, past: Past, confidence: object) -> Answer:
        """Return the answer to the same question, asked again; if it has become another one, nothing is asked."""
        sure = decimal(confidence, name="confidence", above=0, below=1)
        again = Request(Again(past.blurring), past.purpose, sure)
        if self.curator.offered(past.asked, again).charge.key != past.paid.key:
            raise NoSuchAnswer(account=self.curator.name, number=past.number)
        return self.curator.answered(past.asked, again)
