# SPDX-License-Identifier: Apache-2.0
"""What docs/limits.md says we do not protect, shown on examples: each would fail if the limit were gone."""

import math
from collections import defaultdict
from fractions import Fraction

import pytest

from contracts import laws
from diffident.exact import enclosure
from diffident.privacy.accounting import pld
from diffident.privacy.accounting.shuffled import Shuffled
from diffident.privacy.mechanisms import Laplace, RandomizedResponse
from diffident.privacy.private import Private
from diffident.randomness.laplace import discrete_laplace
from diffident.randomness.source import Source


def largest_ratio(law, its):
    return max(mass / its[place] for place, mass in law.items() if place in its)


def around(value, scale, far=30):
    return {value + noise: chance for noise, chance in laws.laplace(0, scale, far).items()}


def test_whoever_releases_twice_has_lost_twice():
    """Two releases of one count together change odds by twice epsilon, and the mechanism lets it happen."""
    count = Laplace(sensitivity=1, epsilon="0.5")
    once = largest_ratio(around(8, 2), around(7, 2))
    assert float(once.high) == pytest.approx(math.exp(0.5))
    assert once * once > enclosure.exp(Fraction(99, 100)).high
    assert pld.epsilon([count, count], delta=0) == 1
    assert {type(count.release(8)) for _ in range(2)} == {int}


def test_a_sensitivity_that_is_declared_too_small_makes_the_loss_too_small():
    """Somebody with five visits moves the count by five; declared as one, odds change by e^(5 epsilon), unnoticed."""
    declared = Laplace(sensitivity=1, epsilon=1)
    ratio = largest_ratio(around(12, 1), around(7, 1))
    assert ratio > enclosure.exp(Fraction(49, 10)).high > enclosure.exp(declared.loss.epsilon).high
    assert isinstance(declared.release(12), int)


def test_code_in_the_same_process_opens_what_it_wants():
    assert Private("alice")._value == "alice"
    assert object.__getattribute__(Private(12), "_value") == 12


def test_one_report_for_each_answer_shows_who_took_part():
    reports = RandomizedResponse(epsilon=1).release([1, 0, 1])
    assert len(reports) == 3


class Counting(Source):
    """A source that counts the bits that were asked for."""

    __slots__ = ("asked",)

    def bits(self, count):
        self.asked += count
        return super().bits(count)

    def take(self, count, dtype):
        taken = super().take(count, dtype)
        self.asked += 8 * taken.nbytes
        return taken


def test_how_much_work_a_draw_is_depends_on_the_noise():
    """Most draws of noise are settled by a few bits; those that are not never came out as nothing."""
    drawn = defaultdict(set)
    for tape in range(5000):
        source = Counting.replay(tape)
        source.asked = 0
        (noise,) = discrete_laplace(Fraction(3), 1, source).tolist()
        drawn[source.asked].add(abs(noise))
    few, *more = sorted(drawn)
    assert min(drawn[few]) == 0
    assert more
    assert min(min(drawn[asked]) for asked in more) > 2


def test_between_two_multiples_of_the_grid_nothing_is_told_apart_before_the_noise():
    """And the step counts: with a coarse grid one person moves the number further than `sensitivity`."""
    fine, coarse = (Laplace(sensitivity="0.5", epsilon=1, grid=grid) for grid in ("0.5", "2"))
    tape = [
        mechanism.draw(Private([value]), Source.replay(1)).item() for mechanism in (coarse,) for value in (0.1, 0.9)
    ]
    assert tape[0] == tape[1]
    assert fine.reach * fine.grid == Fraction(1, 2)
    assert coarse.reach * coarse.grid == 2


@pytest.mark.parametrize("people", [1, 1000])
def test_a_report_is_hidden_by_a_shuffler_only_and_by_nobody_before_it(people):
    """What arrives unshuffled costs epsilon, however many others answer."""
    report = RandomizedResponse(epsilon=1).loss
    shuffled = pld.epsilon([Shuffled(report, people)], delta="1e-6")
    assert pld.epsilon([report], delta=0) == 1
    assert shuffled > Fraction(999, 1000) if people == 1 else shuffled < Fraction(1, 5)
