# SPDX-License-Identifier: Apache-2.0
"""Numbers in bins of equal width, as a formula whose values are known beforehand: histograms need no list of groups."""

from fractions import Fraction
from itertools import pairwise
from typing import Final

from diffident.errors import Refused
from diffident.exact.fixed import EmptyInterval
from diffident.exact.number import decimal, whole
from diffident.exact.rounding import round_up
from diffident.exact.spelling import shown
from diffident.question.expression import Call, Expression, Literal

MOST_BINS: Final = 300


class NotInBins(Refused):
    """Bins between which a number cannot be told to lie."""

    code = "not_in_bins"
    sentence = "{bins} bins between {low} and {high} are narrower than numbers can tell apart."
    remedy = "Ask for fewer bins, or wider limits."


def width_bucket(value: Expression, low: object, high: object, bins: object) -> Expression:
    """Return the formula of the number of the bin that a number lies in.

    Below `low` it is 0, from `high` on (and for NaN) it is one more than there are bins, for NULL it is NULL. A number
    on an edge belongs to the bin above it. Edges are the exact ones, so both engines compare with the same floats.

    >>> str(width_bucket(Literal.of(2.5), 0, 4, 2)).count("<")
    3
    """
    least, most = decimal(low, name="low"), decimal(high, name="high")
    count = whole(bins, name="bins", at_least=1, at_most=MOST_BINS)
    if least >= most:
        raise EmptyInterval(low=shown(least), high=shown(most))
    edges = [round_up(least + (most - least) * Fraction(step, count)) for step in range(count + 1)]
    if any(one >= other for one, other in pairwise(edges)):
        raise NotInBins(bins=count, low=shown(least), high=shown(most))
    below = [part for place, edge in enumerate(edges) for part in (_below(value, edge), Literal.of(place))]
    unknown = (Call("is null", (value,)), Literal.of(None))
    return Call("case", (*unknown, *below, Literal.of(count + 1)))


def _below(value: Expression, edge: float) -> Expression:
    return Call("<", (value, Literal.of(edge)))
