# SPDX-License-Identifier: Apache-2.0
"""Everything that was ever paid for, in order, and each of it again for nothing; in any process, after any crash."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from diffident.curator import published
from diffident.curator.balance import amount
from diffident.curator.batch import alone, batched
from diffident.curator.noise import Together
from diffident.curator.parts import part_of
from diffident.curator.reading import Reading
from diffident.curator.result import Answer
from diffident.curator.shown import USUAL
from diffident.curator.wanted import Again, Request
from diffident.curator.written import Plain
from diffident.errors import Refused
from diffident.exact import canonical
from diffident.exact.number import decimal
from diffident.ledger.entry import Paid, Part
from diffident.ledger.ledger import NoSuchAnswer
from diffident.ledger.parts import Amounts, raised
from diffident.ledger.states import State
from diffident.privacy.accounting.budget import NOTHING, Price
from diffident.show.text import table

if TYPE_CHECKING:
    from diffident.curator.curator import Curator


class AnswerIsAModel(Refused):
    """A fit, where the answer to a question is due."""

    code = "answer_is_a_model"
    sentence = "Under the number {number} a model was learned, which is no table."
    remedy = "Fit the same model on the same rows again: it is read from the ledger, for nothing."


@dataclass(frozen=True, slots=True)
class Past:
    """A question that was paid for: as it was asked, what it cost, and where the promise stood before and after."""

    paid: Paid
    before: Price
    taken: Price = NOTHING

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
        """What it cost."""
        return self.paid.price

    @property
    def after(self) -> Price:
        """What was spent of the promise when it had been paid for."""
        return self.before + self.taken

    @property
    def purpose(self) -> str | None:
        """For what it was asked."""
        return next(iter(self.paid.allowances), None)

    @property
    def readings(self) -> list[Reading]:
        """How whoever paid for it reads it, question by question."""
        return [Reading.from_json(each["reading"]) for each in self._questions]

    @property
    def asked(self) -> list[str]:
        """The questions as they were asked: one, or those of a batch."""
        return [str(each["reading"]["asked"]) for each in self._questions]

    @property
    def is_model(self) -> bool:
        """Whether a model was learned and no question answered."""
        return "cells" not in self._questions[0]["reading"]

    @property
    def is_batch(self) -> bool:
        """Whether several questions were paid for together."""
        return "together" in self.cores[0]

    @property
    def part(self) -> Part | None:
        """The part of the people that it was asked of; most answers are of all."""
        if b'"part":{' not in self.paid.public or "part" not in self.cores[0]:
            return None
        return Part(self.cores[0]["part"]["split"], self.cores[0]["part"]["name"])

    @property
    def cores(self) -> list[Plain]:
        """What its certificates say, question by question."""
        return [each["certificate"] for each in self._questions]

    def about(self, about: str) -> Plain | None:
        """Return the certificate that is about these rows and groups; a look at the bytes is quicker than reading them."""
        if about.encode() not in self.paid.public:
            return None
        return next((core for core in self.cores if core["about"] == about), None)

    @property
    def _questions(self) -> list[Plain]:
        found: Any = canonical.decode(self.paid.public)
        questions: list[Plain] = found.get("batch", [found])
        return questions


@dataclass(frozen=True, slots=True, repr=False)
class Answers:
    """The answers of a curator; its tables need not be there to read those that were published."""

    curator: "Curator"

    def __iter__(self) -> Iterator[Past]:
        """Yield what was paid for, in order."""
        spent = NOTHING
        kept: dict[str, dict[str, Amounts]] = {}  # of each split, what was spent on each part
        for paid in self.curator.ledger.answers(self.curator.name):
            past = Past(paid, spent)
            past = replace(past, taken=_taken(past, kept))
            spent = past.after
            yield past

    def __len__(self) -> int:
        return len(self.curator.ledger.answers(self.curator.name))

    def open(self, number: int, *, question: int = 1, confidence: object = USUAL) -> Answer:
        """Return an answer again, for nothing; one that was cut off is computed under the charge that paid for it.

        Of a batch it is that of one question, the first if none is named.
        """
        past = next((each for each in self if each.number == number), None)
        if past is None or past.state is State.SPENT or not 1 <= question <= len(past.asked):
            raise NoSuchAnswer(account=self.curator.name, number=number)
        if past.is_model:
            raise AnswerIsAModel(number=number)
        sure = decimal(confidence, name="confidence", above=0, below=1)
        stored = (
            self._finished(past)
            if past.state is State.RESERVED
            else self.curator.ledger.reopen(self.curator.name, number)
        )
        place = question - 1
        return Answer(published.each_of(stored)[place], past.readings[place], sure, asker=self.curator)

    def __str__(self) -> str:
        promise = self.curator.promise
        rows = [
            [str(past.number), "; ".join(past.asked), amount(promise, past.price), past.state.value] for past in self
        ]
        return table(["answer", "question", "price", "state"], rows)

    def __repr__(self) -> str:
        return str(self)

    def _finished(self, past: Past) -> bytes:
        """Return the bytes of the same answer, computed anew; if it has become another one, nothing is asked."""
        again = Request(Again(Together.from_json(past.cores)), past.purpose, USUAL)
        asked = part_of(self.curator, past.cores[0].get("part"))
        policy = self.curator.consent.policy(past.purpose)
        offer = (batched if past.is_batch else alone)(asked, past.asked, again, policy)
        if offer.charge.key != past.paid.key:
            raise NoSuchAnswer(account=self.curator.name, number=past.number)
        return asked.paid(offer, policy)


def _taken(past: Past, kept: dict[str, dict[str, Amounts]]) -> Price:
    """Return what a charge took from the promise, and note what was spent on its part."""
    part, price = past.part, (past.price.units, past.price.delta_units)
    if part is None:
        return past.price
    spent, row = kept.setdefault(part.split, {}), part.row("")
    taken, before = raised(spent, row, price), spent.get(row, (0, 0))
    spent[row] = before[0] + price[0], before[1] + price[1]
    return Price(*taken)
