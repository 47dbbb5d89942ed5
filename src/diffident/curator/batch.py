# SPDX-License-Identifier: Apache-2.0
"""Several questions as one request: one split, one charge, one entry in the ledger, and an answer to each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Unpack, overload

from diffident.consent.limit import Policy
from diffident.curator import published
from diffident.curator.account import account_of
from diffident.curator.asked import Asked
from diffident.curator.noise import Sheet, Together, keeps
from diffident.curator.priced import Priced, priced, sheet_of
from diffident.curator.result import Answer
from diffident.curator.shares import Shares
from diffident.curator.wanted import Again, Request, Rule, Wanted, request
from diffident.engine.engine import Engine
from diffident.errors import Refused
from diffident.exact import canonical
from diffident.exact.number import Epsilon
from diffident.ledger.entry import Charge
from diffident.privacy.accounting.budget import Budget
from diffident.privacy.loss import Approx
from diffident.randomness.source import Source

if TYPE_CHECKING:
    from diffident.curator.curator import Curator
    from diffident.question.frame import Chain

HALVINGS: Final = 6
MOST: Final = 100  # questions
MOST_STRETCH: Final = 4  # times the epsilon asked for, to divide: so many questions gain no more by composition


class BatchSize(Refused):
    """No question, or more than anybody reads."""

    code = "batch_size"
    sentence = "A batch has 1 to {most} questions, not {given}."
    remedy = "Give a list: curator.batch([first, second], epsilon=1)."


class BatchMixed(Refused):
    """Questions of several curators, whose promises are not one."""

    code = "batch_mixed"
    sentence = "A question of {other} stands in a batch for {curator}, and each has a promise and a ledger of its own."
    remedy = "Ask each curator for its own questions."


class BatchNeedsEpsilon(Refused):
    """A batch without its price."""

    code = "batch_needs_epsilon"
    sentence = "A batch is asked for a price, which is then divided among its questions."
    remedy = 'Write batch([...], epsilon="1"); weights= and balance= say how it is divided.'


@dataclass(frozen=True, slots=True)
class Batch(Sequence[Answer]):
    """The answers to several questions, in their order."""

    answers: tuple[Answer, ...]

    @overload
    def __getitem__(self, place: int) -> Answer: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Answer]: ...

    def __getitem__(self, place: int | slice) -> Answer | Sequence[Answer]:
        return self.answers[place]

    def __len__(self) -> int:
        return len(self.answers)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.answers)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.answers))

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Batched:
    """An offer to answer several questions for one charge."""

    offers: tuple[Priced, ...]
    charge: Charge

    def perform(self, engine: Engine, source: Source) -> bytes:
        """Perform each, one after the other.

        Guarantee:
            The bytes are those of each offer's own release, and of nothing else.
        Because:
            Which questions there are, and their noise, was fixed before the first was looked at.
        Checked by: tests/curator/test_batch.py::test_a_batch_is_paid_once_and_releases_what_each_would
        """
        return published.bundle([offer.perform(engine, source) for offer in self.offers])


def answered_together(
    curator: "Curator", questions: Sequence["str | Chain | Asked"], **wanted: Unpack[Wanted]
) -> Batch:
    """Pay once, and answer every question."""
    read = request(curator.promise, **wanted)
    policy = curator.consent.policy(read.purpose)
    offer = batched(curator, [_text(curator, each) for each in questions], read, policy)
    stored = published.each_of(curator.paid(offer, policy))
    answers = (
        Answer(each, one.reading, read.confidence, asker=curator)
        for each, one in zip(stored, offer.offers, strict=True)
    )
    return Batch(tuple(answers))


def batched(curator: "Curator", questions: Sequence["str | Chain"], wanted: Request, policy: Policy | None) -> Batched:
    """Return the offer to answer several questions: plans, one split of the noise, one price."""
    if not 1 <= len(questions) <= MOST:
        raise BatchSize(most=MOST, given=len(questions))
    sheets = [sheet_of(*curator.limited(each, policy), curator.promise, asked=str(each)) for each in questions]
    together = _noise(sheets, wanted.rule, curator.promise)
    offers = [
        priced(sheet, blurring, account_of(curator, sheet.catalog, wanted.purpose), together)
        for sheet, blurring in zip(sheets, together.blurrings, strict=True)
    ]
    first = offers[0].charge
    public = canonical.encode({"batch": [canonical.decode(each.charge.public) for each in offers]})
    key = canonical.digest({"batch": [each.charge.key for each in offers]})
    return Batched(tuple(offers), replace(first, key=key, public=public))


def alone(curator: "Curator", questions: Sequence[str], wanted: Request, policy: Policy | None) -> Priced:
    """Return the offer to answer a question by itself."""
    (asked,) = questions
    return curator.priced(*curator.limited(asked, policy), wanted, asked=asked)


def _noise(sheets: Sequence[Sheet], rule: Rule, budget: Budget) -> Together:
    match rule:
        case Shares():
            return shared(sheets, rule, budget)
        case Again(together):
            return together
        case _:
            raise BatchNeedsEpsilon


def shared(sheets: Sequence[Sheet], shares: Shares, budget: Budget) -> Together:
    """Return the noise of all questions for one epsilon and delta.

    Guarantee:
        Everything that is released together is (epsilon, delta)-private, as the shares say.
    Because:
        Under a pure promise epsilons add up. Else the noise is divided in the same way from a larger epsilon, as long as
        the loss distributions of all mechanisms, composed, keep what was asked for (`keeps`); where none does, epsilons
        and deltas add up to no more than that.
    Checked by: tests/curator/test_batch.py::test_what_is_stated_of_a_batch_is_what_loss_distributions_say
    """
    best = Together(tuple(shares.blurring(sheets, budget)))
    if budget.typical is None:
        return best
    stated = Approx(shares.epsilon, shares.delta)
    low, high = Fraction(1), min(Fraction(MOST_STRETCH), Epsilon.most / shares.epsilon)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        stretched = replace(shares, epsilon=shares.epsilon * middle)
        found = Together(tuple(stretched.blurring(sheets, budget)), stated)
        low, high, best = (middle, high, found) if keeps(found) else (low, middle, best)
    return best


def _text(curator: "Curator", question: "str | Chain | Asked") -> "str | Chain":
    if not isinstance(question, Asked):
        return question
    asked = question.curator
    if (asked.name, asked.ledger, asked.part) != (curator.name, curator.ledger, curator.part):
        raise BatchMixed(curator=curator.title, other=asked.title)
    return question.text
