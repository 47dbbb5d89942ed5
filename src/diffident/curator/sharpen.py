# SPDX-License-Identifier: Apache-2.0
"""Making an answer more exact: the least that has to be paid besides, shown before it is paid, and both combined."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Unpack, cast

from diffident.curator.combined import NotTheSameQuantity
from diffident.curator.preview import Preview
from diffident.curator.priced import Priced
from diffident.curator.result import Answer
from diffident.curator.wanted import Request, Wanted, request
from diffident.curator.within import Within
from diffident.errors import Refused

if TYPE_CHECKING:
    from diffident.curator.curator import Curator


class NobodyToAsk(Refused):
    """An answer that was read without the curator who gave it."""

    code = "nobody_to_ask"
    sentence = "This answer was read from its bytes alone, and nobody is there to ask for more."
    remedy = "Open it with curator.answers.open(number), or ask the question again, which is free."


class SharpenWithin(Refused):
    """More of an answer, and nobody said how exact it shall be."""

    code = "sharpen_within"
    sentence = "How exact the answer shall be with one more, was not said."
    remedy = 'Write answer.sharpen(within={{"stay": 0.3}}), look at the price, and .release() it.'


class SharpEnough(Refused):
    """An answer that is as exact as that already."""

    code = "sharp_enough"
    sentence = "The answer is expected to be as exact as that already."
    remedy = "Use it as it is, or ask for a smaller error."


@dataclass(frozen=True, slots=True, repr=False)
class Sharpening:
    """What would make an answer as exact as was asked: price and error before anything is paid."""

    answer: Answer
    curator: "Curator"
    offer: Priced
    wanted: Request

    @property
    def preview(self) -> Preview:
        """Price and errors, of both answers together."""
        return Preview(self.offer, self.curator.promise, self.curator.left, self.wanted.confidence)

    def release(self) -> Answer:
        """Pay what is lacking, and return both answers as one."""
        return self.answer.combine(self.curator.answered(self.answer.reading.asked, self.wanted))

    def __repr__(self) -> str:
        return str(self.preview)


def sharpening(answer: Answer, **wanted: Unpack[Wanted]) -> Sharpening:
    """Return what one more answer would cost that makes both together as exact as wanted, or refuse.

    Guarantee:
        The answer that is paid for is of the same quantity, and its noise is drawn anew.
    Because:
        What is not the same is refused before anything is paid. The answers that it follows are part of its identity, so
        it is no answer that is there already.
    Checked by: tests/curator/test_combine.py::test_a_sharper_answer_is_paid_for_and_as_exact_as_was_said
    """
    curator, core = answer.asker, answer.certificate.core
    if curator is None:
        raise NobodyToAsk
    if core["selection"]:
        raise NotTheSameQuantity(what="where groups are hidden, because others may be named the next time")
    asked = {"purpose": core["purpose"], "confidence": answer.confidence, **wanted}
    read = request(curator.promise, **cast("Wanted", asked))
    if not isinstance(read.rule, Within):
        raise SharpenWithin
    rule = replace(read.rule, earlier=answer.noise, follows=answer.digests)
    offer = curator.offered(answer.reading.asked, replace(read, rule=rule))
    _one_quantity(answer, offer)
    if rule.is_kept(offer.sheet):
        raise SharpEnough
    return Sharpening(answer, curator, offer, replace(read, rule=rule))


def _one_quantity(answer: Answer, offer: Priced) -> None:
    if offer.certificate["about"] != answer.certificate.core["about"]:
        raise NotTheSameQuantity(what="of which each is of other published versions, rows, groups or limits")
    if [part.measurement for part in offer.plan.parts] != [part.measurement for part in answer.published.parts]:
        raise NotTheSameQuantity(what="in which something else is measured")
