# SPDX-License-Identifier: Apache-2.0
"""Sums against releases that are as bad as their losses allow, the second chosen after the first was seen."""

from fractions import Fraction
from itertools import chain, combinations

import pytest

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.privacy.accounting.basic import in_parallel, in_sequence
from diffident.privacy.loss import Approx, Pure
from diffident.privacy.person import Neighbours

LITTLE = Fraction(1, 10**6)


def leaky_response(epsilon, delta):
    """The worst pair of laws: everything with probability delta, else binary response; odds taken upwards."""
    odds = enclosure.exp(epsilon).high
    kept, other = (1 - delta) * odds / (odds + 1), (1 - delta) / (odds + 1)
    return {"all of it": delta, 1: kept, 0: other}, {"nothing": delta, 1: other, 0: kept}


def then(first, second_after):
    """Two releases on both tables, the second chosen by what the first said."""
    joint = ({}, {})
    for side in (0, 1):
        for seen, mass in first[side].items():
            for after, share in second_after(seen)[side].items():
                joint[side][seen, after] = mass * share
    return joint


def excess(laws, epsilon):
    """Enclose the largest P(S) - e^epsilon Q(S)."""
    odds = enclosure.exp(epsilon)
    gaps = [Enclosure.of(mass) - odds * laws[1].get(place, Fraction(0)) for place, mass in laws[0].items()]
    return sum((Enclosure(max(gap.low, 0), max(gap.high, 0)) for gap in gaps), Enclosure.of(0))


@pytest.mark.parametrize("first", [Approx(Fraction(1), Fraction(1, 100)), Approx(Fraction(1, 10), Fraction(0))])
@pytest.mark.parametrize("second", [Approx(Fraction(1, 2), Fraction(1, 1000)), Approx(Fraction(2), Fraction(1, 9))])
def test_sums_cover_adaptive_releases_and_less_does_not(first, second):
    """After a 0 the analyst asks for the second loss, after anything else for the first once more, if that is less."""
    other = min(first, second, key=lambda loss: loss.epsilon)

    def second_after(seen):
        chosen = second if seen == 1 else Approx(min(other.epsilon, second.epsilon), min(other.delta, second.delta))
        return leaky_response(chosen.epsilon, chosen.delta)

    laws = then(leaky_response(first.epsilon, first.delta), second_after)
    summed = in_sequence([first, second])
    assert excess(laws, summed.epsilon) <= (summed.delta if isinstance(summed, Approx) else 0) + Fraction(1, 10**30)
    assert excess(laws, summed.epsilon - LITTLE) > 0
    both = then(leaky_response(Fraction(0), first.delta), lambda _: leaky_response(Fraction(0), second.delta))
    deltas = first.delta + second.delta
    assert deltas - first.delta * second.delta <= excess(both, Fraction(0)).high <= deltas


def test_pure_losses_stay_pure_and_nothing_costs_nothing():
    assert in_sequence([Pure(Fraction(1, 3)), Approx(Fraction(1, 6), Fraction(0))]) == Pure(Fraction(1, 2))
    assert in_sequence([]) == Pure(Fraction(0)) == in_parallel([], Neighbours.ADD_REMOVE)


def test_a_delta_is_a_probability():
    assert in_sequence([Approx(Fraction(1), Fraction(2, 3))] * 2) == Approx(Fraction(2), Fraction(1))


def histogram(table, ratios, values=8):
    """Counts of two towns behind geometric noise with its ends folded in, one ratio for each; returns its law."""
    law = {(): Fraction(1)}
    for town, ratio in enumerate(ratios):
        raw = [ratio ** abs(value - table[town]) for value in range(values)]
        raw[0], raw[-1] = raw[0] / (1 - ratio), raw[-1] / (1 - ratio)
        law = {(*seen, value): mass * raw[value] / sum(raw) for seen, mass in law.items() for value in range(values)}
    return law


def test_separate_people_cost_the_largest_unless_somebody_may_move():
    """Two towns counted with odds 2 and 3: adding a person changes odds by 3 at most, moving one by 6."""
    ratios = [Fraction(1, 2), Fraction(1, 3)]
    losses = [Pure(enclosure.log(1 / ratio).high) for ratio in ratios]

    def odds(one, other):
        law, its = histogram(one, ratios), histogram(other, ratios)
        return max(chain.from_iterable((law[place] / its[place], its[place] / law[place]) for place in law))

    added = max(odds((2, 3), after) for after in ((3, 3), (2, 4), (1, 3), (2, 2)))
    assert added == 3 <= enclosure.exp(in_parallel(losses, Neighbours.ADD_REMOVE).epsilon).high
    assert enclosure.exp(in_parallel(losses, Neighbours.ADD_REMOVE).epsilon - LITTLE) < added
    assert odds((2, 3), (3, 2)) == 6
    with pytest.raises(Refused, match="parts_need_add_remove"):
        in_parallel(losses, Neighbours.REPLACE)


def test_parallel_deltas_are_the_largest():
    parts = [Approx(Fraction(1), Fraction(1, 10)), Approx(Fraction(2), Fraction(1, 20)), Pure(Fraction(3))]
    assert in_parallel(parts, Neighbours.ADD_REMOVE) == Approx(Fraction(3), Fraction(1, 10))
    for pair in combinations(parts, 2):
        assert in_parallel(pair, Neighbours.ADD_REMOVE).epsilon == max(part.epsilon for part in pair)
