# SPDX-License-Identifier: Apache-2.0
"""Several answers of one quantity as one: each number their mean, weighted by precision, with what is left of the noise."""

from collections.abc import Sequence
from typing import Any, Final, cast

from diffident.curator.published import Published
from diffident.errors import Refused
from diffident.privacy.laws import OfRanks
from diffident.privacy.laws.weighted import Law, Weighted
from diffident.question.aggregates.aggregate import Noisy

TOLD: Final = {
    "curator": "whose curators differ",
    "tables": "of which each is of other published versions",
    "purpose": "that were given for different purposes",
    "about": "about other rows, groups or limits",
}
STOPPED: Final = (
    "Combined from {many} answers, each weighted by its precision. Whether there is a later one may have depended on those "
    "before (adaptively stopped); intervals are those of so many answers planned beforehand."
)


class NotTheSameQuantity(Refused):
    """Answers that are not of one and the same number."""

    code = "not_the_same_quantity"
    sentence = "Answers cannot be combined {what}."
    remedy = "Combine answers to one question of one curator, of the same versions and for the same purpose."


class AnswerTwice(Refused):
    """An answer that is to be combined with itself."""

    code = "answer_twice"
    sentence = "One of these answers is in the other, and the same noise twice makes nothing more exact."
    remedy = "Combine answers that were paid for apart; answer.sharpen(within=...) says what one more would cost."


def combined(answers: Sequence[Published]) -> Published:
    """Return answers of one quantity as one.

    Guarantee:
        It is computed from published answers alone, so it costs nothing.
    Because:
        Nothing else is given.
    Checked by: tests/curator/test_combine.py::test_a_combination_is_the_mean_by_precision
    """
    first, *others = answers
    if not others:
        return first
    parts = (_mean([one.parts[place] for one in answers]) for place in range(len(first.parts)))
    return Published(first.cells, tuple(parts), first.certificate)


def one_quantity(one: Published, other: Published) -> None:
    """Refuse answers that are not of the same number, group by group.

    Guarantee:
        What passes was measured of the same kept rows: noise aside, all integers are equal.
    Because:
        Rows, groups, limits, versions and policy are in `about`; what is measured settles what orders rows, and so which
        are kept; groups that were named settle which rows the rest is of.
    Checked by: tests/curator/test_combine.py::test_what_is_not_one_quantity_is_refused
    """
    for name, what in TOLD.items():
        if one.certificate[name] != other.certificate[name]:
            raise NotTheSameQuantity(what=what)
    draws_of(one)
    if [part.measurement for part in one.parts] != [part.measurement for part in other.parts]:
        raise NotTheSameQuantity(what="in which something else is measured")
    if one.cells != other.cells:
        raise NotTheSameQuantity(what="in which other groups were named")


def draws_of(answer: Published) -> tuple[tuple[Law, ...], ...]:
    """Return the noise that was added to each part, draw by draw, or refuse where values were chosen."""
    laws = [part.law for part in answer.parts]
    if any(isinstance(law, OfRanks) for law in laws):
        raise NotTheSameQuantity(what="that hold values at ranks: these are chosen, and a mean of choices is none")
    return tuple(
        tuple(one for one, _ in law.draws) if isinstance(law, Weighted) else (law,)
        for law in laws
        if not isinstance(law, OfRanks)
    )


def _mean(parts: Sequence[Noisy]) -> Noisy:
    law = Weighted.by_precision([part.law for part in parts if not isinstance(part.law, Weighted | OfRanks)])
    cells = [
        [law.mean(numbers) for numbers in zip(*same, strict=True)]
        for same in zip(*(part.cells for part in parts), strict=True)
    ]
    return Noisy(parts[0].measurement, cast("Any", cells), law)  # means of whole numbers, computed with like those
