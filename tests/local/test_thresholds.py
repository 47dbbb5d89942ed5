# SPDX-License-Identifier: Apache-2.0
"""Thresholds lie on the side where there is more noise, and decisions by them are exact."""

from fractions import Fraction

import pytest

from diffident.exact import enclosure
from diffident.local import device
from diffident.local.thresholds import BITS, WHOLE, at_least, at_most, chance, first_that, likelier

EPSILONS = [Fraction(1, 2**30), Fraction(1, 10), Fraction(1), Fraction(10)]


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_thresholds_lie_on_their_side_and_the_next_one_does_not(epsilon):
    wanted = 1 / (1 + enclosure.exp(epsilon, BITS))
    below, above = at_most(wanted), at_least(wanted)
    assert chance(below) <= wanted.low <= wanted.high <= chance(above)
    assert chance(below + 1) > wanted.low
    assert chance(above - 1) < wanted.high


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize(("many", "others"), [(1, 1), (1, 10**6 - 1), (7, 3), (2**20, 2**19)])
def test_what_is_likelier_is_so_by_no_more_than_the_factor(epsilon, many, others):
    inside = likelier(epsilon, many, others)
    ratio = Fraction(inside, many) / Fraction(WHOLE - inside, others)
    more = Fraction(inside + 1, many) / Fraction(WHOLE - inside - 1, others)
    assert 1 <= ratio <= enclosure.exp(epsilon, 256).low
    assert more > enclosure.exp(epsilon, 256).high


def test_the_first_that_holds_is_found():
    assert [first_that(lambda n, cut=cut: n >= cut, 0, 20) for cut in (1, 7, 20, 50)] == [1, 7, 20, 20]


@pytest.mark.parametrize("threshold", [1, 2**63, WHOLE - 1])
def test_the_device_decides_by_one_word(threshold):
    assert [device.Draw(lambda word=word: word).chance(threshold) for word in (0, threshold - 1)] == [True, True]
    assert not device.Draw(lambda: threshold).chance(threshold)


@pytest.mark.parametrize("n", range(1, 40))
def test_the_device_draws_every_number_below_n_by_one_word(n):
    """Of the words that are told apart each number below n is one, and all others are drawn again."""
    size = 1 << (n - 1).bit_length()
    drawn = [device.Draw(iter([word, 0]).__next__).below(n) for word in range(size)]
    assert drawn == [word if word < n else 0 for word in range(size)]


def test_the_device_takes_its_words_from_the_system():
    assert len({device.Draw().word() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    ("plan", "answer"), [({"version": 2}, 0), ({"version": 1, "answers": 2}, 2), ({"version": 1, "answers": 2}, True)]
)
def test_the_device_reports_nothing_that_it_does_not_understand(plan, answer):
    with pytest.raises(device.NotReported):
        device.report(plan, answer)
