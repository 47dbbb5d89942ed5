# SPDX-License-Identifier: Apache-2.0
"""One epsilon for a whole request, divided among everything that is drawn: so that errors are alike beside what they are of.

Noise spreads as far as one person moves a part, divided by its epsilon; what a group holds grows with its people. A part
whose noise is large beside the groups that it is of gets more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from diffident.curator.noise import Blurring, Sheet, blurring
from diffident.curator.reading import Reading
from diffident.errors import Refused
from diffident.exact.number import decimal
from diffident.privacy.accounting.budget import Budget
from diffident.question.expected import expected

STATISTICS: Final = "statistics"
GROUPS: Final = "groups"
MOST_WEIGHT: Final = 10**6


class WeightsUnclear(Refused):
    """Weights for something that is not in the answer, or not one for each column of it."""

    code = "weights_unclear"
    sentence = "weights does not fit the noisy columns of this answer: {known}."
    remedy = "Give one weight for each of them in this order, or weights={{name: weight}} for some; others have 1."


class BalanceUnknown(Refused):
    """A way to divide a request that nobody has heard of."""

    code = "balance_unknown"
    sentence = "A request is divided so that errors are alike for statistics or for groups, not for {given}."
    remedy = 'Write balance="statistics", or balance="groups" to do it for the smallest groups.'


class FactMissing(Refused):
    """An error or a share that depends on what nobody has said of the table."""

    code = "planning_fact_missing"
    sentence = "{what} depends on {fact}, and nobody has said that of {table}."
    remedy = "Declare the table with {example}: it is for plans only and limits nothing."


@dataclass(frozen=True, slots=True)
class Shares:
    """So much of epsilon and delta for all questions of a request together."""

    epsilon: Fraction
    delta: Fraction
    weights: object = None
    balance: str = STATISTICS

    def blurring(self, sheets: Sequence[Sheet], budget: Budget) -> list[Blurring]:
        """Return the noise of each question.

        Guarantee:
            The epsilons of all mechanisms come to at most epsilon, and their deltas to at most delta.
        Because:
            Shares come to one, and `blurring` rounds down.
        Checked by: tests/curator/test_shares.py::test_shares_come_to_no_more_than_was_asked
        """
        wanted = demands(sheets, self.weights, self.balance)
        total = sum((sum(each, Fraction(0)) for each in wanted), Fraction(0))
        many = sum(sheet.shares for sheet in sheets)
        return [
            blurring(sheet, [self.epsilon * share / total for share in each], self.delta * sheet.shares / many, budget)
            for sheet, each in zip(sheets, wanted, strict=True)
        ]


def demands(sheets: Sequence[Sheet], weights: object = None, balance: str = STATISTICS) -> list[list[Fraction]]:
    """Return how large the noise of each part is beside the people of a group, at an equal epsilon, times its weight.

    Naming hidden categories has an ordinary share.
    """
    sizes = _sizes(sheets, balance)
    wanted = [
        [
            part.reach.l1 / part.measurement.row_reach / size * weight * part.measurement.worth
            for part, weight in zip(sheet.plan.parts, _weights(sheet, weights), strict=True)
        ]
        for sheet, size in zip(sheets, sizes, strict=True)
    ]
    return [
        [*parts, sum(parts, Fraction(0)) / len(parts)] if sheet.plan.selection else parts
        for sheet, parts in zip(sheets, wanted, strict=True)
    ]


def lacks_people(what: str, sheet: Sheet) -> FactMissing:
    """Return the refusal of what depends on how many people are in a group."""
    limits, is_hidden = sheet.plan.limits, any(key.categories.hidden for key in sheet.plan.grouping.keys)
    if is_hidden:
        return FactMissing(
            what=what, table=limits.name, fact="how many people a hidden group has", example='shape={"diagnosis": 500}'
        )
    return FactMissing(what=what, table=limits.name, fact="how many people there are", example="expected_people=30_000")


def _sizes(sheets: Sequence[Sheet], balance: str) -> list[Fraction]:
    """Return the people of an ordinary group of each question, or of the smallest; of as many as there are of all else."""
    if balance not in {STATISTICS, GROUPS}:
        raise BalanceUnknown(given=ascii(balance)[:40])
    known = [expected(sheet.plan.grouping.keys, sheet.plan.limits) for sheet in sheets]
    found = [each for each in known if each is not None]
    if len(found) == len(sheets):
        return [each.smallest if balance == GROUPS else each.ordinary for each in found]
    if balance == GROUPS:
        raise lacks_people("A balance of groups", sheets[known.index(None)])
    return [Fraction(1, max(len(sheet.plan.cells()), 1)) for sheet in sheets]


def _weights(sheet: Sheet, given: object) -> list[Fraction]:
    """Return the weight of each part: the largest of those of the columns that are read from it."""
    reading = sheet.reading
    named = weights_of(reading, given)
    found = dict.fromkeys(range(len(sheet.plan.parts)), Fraction(0))
    for output in reading.after.outputs:
        for number in reading.statistics_in(output.formula):
            part = reading.cells[number][1]
            found[part] = max(found[part], named.get(output.name, Fraction(1)))
    return [weight or Fraction(1) for weight in found.values()]


def weights_of(reading: Reading, given: object) -> Mapping[str, Fraction]:
    """Return the weights that somebody wrote, by column."""
    noisy = [output.name for output in reading.after.outputs if reading.statistics_in(output.formula)]
    if isinstance(given, Mapping):
        pairs = list(given.items())
    elif isinstance(given, Sequence) and not isinstance(given, str) and len(given) == len(noisy):
        pairs = list(zip(noisy, given, strict=True))
    elif given is None:
        pairs = []
    else:
        raise WeightsUnclear(known=", ".join(noisy))
    if any(name not in noisy for name, _ in pairs):
        raise WeightsUnclear(known=", ".join(noisy))
    return {name: decimal(each, name="weights", above=0, at_most=MOST_WEIGHT) for name, each in pairs}
