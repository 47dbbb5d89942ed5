# SPDX-License-Identifier: Apache-2.0
"""Randomised response: reports, what they say about people, and what they say about one of them."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts import laws
from contracts.apart import uncovered
from contracts.fit import fits
from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.privacy.accounting.response import Response
from diffident.privacy.loss import Pure
from diffident.privacy.mechanisms import RandomizedResponse
from diffident.privacy.mechanisms.randomized_response import NotAnOption
from diffident.privacy.private import Private
from diffident.randomness.source import Source

MECHANISMS = [
    RandomizedResponse(epsilon=1),
    RandomizedResponse(options=5, epsilon="1.5"),
    RandomizedResponse.from_die(stay=4, sides=6),
    RandomizedResponse.from_gamma("0.2"),
    RandomizedResponse.from_spinner("0.3"),
    RandomizedResponse(options=4, stay="0.6"),
]


def reported(mechanism, answer):
    """The law of one report, by its definition."""
    stays = mechanism.stay
    if stays is None:
        weights = enclosure.exp(mechanism.epsilon)
        stays = (weights / (weights + mechanism.options - 1)).low
    rest = (1 - stays) / (mechanism.options - 1)
    return {option: stays if option == answer else rest for option in range(mechanism.options)}


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("mechanism", MECHANISMS, ids=str)
def test_reports_follow_the_law_and_not_its_neighbour(mechanism):
    answer, law = mechanism.options - 1, reported(mechanism, mechanism.options - 1)
    reports = mechanism.draw(Private(np.full(60_000, answer)), Source.replay(1)).tolist()
    assert fits(reports, law, 1e-9)
    share = law[answer] * Fraction(9, 10)
    twin = {o: share if o == answer else (1 - share) / (mechanism.options - 1) for o in law}
    assert not fits(reports, twin, 1e-9)


@pytest.mark.statistical(false_alarm=1e-9)
def test_what_does_not_stay_never_comes_back_to_the_answer():
    """The slip of other systems: the random option is drawn from all of them, the answer included."""
    mechanism = RandomizedResponse(options=5, epsilon=1)
    law, off_by_one = reported(mechanism, 2), {}
    for option, chance in law.items():
        off_by_one[option] = (1 - law[2]) / 5 + (chance if option == 2 else 0)
    reports = mechanism.draw(Private(np.full(60_000, 2)), Source.replay(2)).tolist()
    assert fits(reports, law, 1e-9)
    assert not fits(reports, off_by_one, 1e-9)


@given(st.integers(2, 7), st.lists(st.integers(0, 6)))
def test_every_answer_can_become_every_option_and_nothing_else(options, answers):
    mechanism = RandomizedResponse(options=options, epsilon="0.1")
    kept = [answer % options for answer in answers]
    reports = mechanism.draw(Private(np.array(kept, int)), Source.replay(3))
    assert reports.shape == (len(kept),)
    assert set(reports.tolist()) <= set(range(options))


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=str)
def test_the_loss_is_the_logarithm_of_the_odds(mechanism):
    first, second = reported(mechanism, 0), reported(mechanism, 1)
    worst = max(first[option] / second[option] for option in first)
    odds = enclosure.exp(mechanism.loss.epsilon)
    assert odds.high >= worst
    assert enclosure.exp(mechanism.loss.epsilon * Fraction(999_999, 1_000_000)).low < worst


@pytest.mark.parametrize("stay", ["0.01", "0.1", "0.24", "0.26", "0.6"])
@pytest.mark.parametrize("options", [2, 4, 7])
def test_a_truth_that_is_rare_tells_no_more(stay, options):
    """Below an even share the other answers are the likelier ones; a stay a tenth further off is not covered."""
    kept = Fraction(stay)
    share = Fraction(1, options)
    first, second = (laws.response(answer, options, kept) for answer in (0, 1))
    assert not uncovered(RandomizedResponse(options=options, stay=kept).loss, first, second)
    nearer = kept + (share - kept) / 10
    assert uncovered(RandomizedResponse(options=options, stay=nearer).loss, first, second)


def test_nothing_is_claimed_of_a_rare_truth_among_several_but_its_epsilon():
    """Shuffled, such reports hide in another way than those of the pair; with two options they are its mirror image."""
    assert isinstance(RandomizedResponse(options=3, stay="0.2").loss, Pure)
    assert isinstance(RandomizedResponse(options=3, stay="0.4").loss, Response)
    assert isinstance(RandomizedResponse(options=2, stay="0.2").loss, Response)


def test_a_die_that_keeps_four_of_six_is_the_logarithm_of_two():
    assert abs(RandomizedResponse.from_die().epsilon - enclosure.log(Fraction(2)).low) < Fraction(1, 10**17)
    assert RandomizedResponse.from_die().stay == Fraction(2, 3)
    assert RandomizedResponse.from_gamma("0.25").stay == Fraction(3, 4)


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=str)
def test_the_constants_make_the_estimate_right_on_average(mechanism):
    a, b = mechanism.constants
    for answer in range(mechanism.options):
        for option, chance in reported(mechanism, answer).items():
            assert a * float(chance) - b == pytest.approx(int(option == answer), abs=1e-12)


@pytest.mark.parametrize("epsilon", [0.1, 1, 4])
def test_with_yes_and_no_the_constants_are_those_of_the_notes(epsilon):
    """Note 002, exercise 2.4: a = (e^eps + 1)/(e^eps - 1) and b = 1/(e^eps - 1)."""
    a, b = RandomizedResponse(epsilon=epsilon).constants
    assert a == pytest.approx((math.exp(epsilon) + 1) / (math.exp(epsilon) - 1))
    assert b == pytest.approx(1 / (math.exp(epsilon) - 1))


def test_the_estimate_counts_people_not_reports():
    mechanism = RandomizedResponse.from_die(stay=4, sides=6)
    assert mechanism.estimate([1, 1, 0, 1]).tolist() == pytest.approx([-1, 5])
    assert mechanism.estimate([[1, 0], [0, 1]]).tolist() == pytest.approx([2, 2])
    assert mechanism.estimate([]).tolist() == [0, 0]


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=str)
def test_the_estimates_add_up_to_the_people(mechanism):
    reports = np.arange(97) % mechanism.options
    assert mechanism.estimate(reports).sum() == pytest.approx(97)


def exact_errors(mechanism, people, holders):
    """Distance and mass for every number of reports, by adding one person after the other."""
    p, q = (Fraction(reported(mechanism, 0)[0]), Fraction(reported(mechanism, 1)[0]))
    law = {0: Fraction(1)}
    for person in range(people):
        chance, grown = (p if person < holders else q), {}
        for count, mass in law.items():
            grown[count] = grown.get(count, 0) + mass * (1 - chance)
            grown[count + 1] = grown.get(count + 1, 0) + mass * chance
        law = grown
    expected = holders * p + (people - holders) * q
    return [(abs((count - expected) / (p - q)), mass) for count, mass in law.items()]


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=str)
@pytest.mark.parametrize(("people", "holders"), [(1, 0), (1, 1), (8, 2), (20, 10)])
def test_the_error_bar_is_the_smallest_that_covers(mechanism, people, holders):
    share, errors = Fraction(holders, people), exact_errors(mechanism, people, holders)
    for confidence in ("0.5", "0.95", "0.999"):
        t = mechanism.error(confidence, people=people, share=share)
        covered = float(sum(mass for distance, mass in errors if distance <= t * (1 + 1e-9)))
        closer = float(sum(mass for distance, mass in errors if distance < t * (1 - 1e-9)))
        assert closer < float(confidence) <= covered * (1 + 1e-12)
    law = mechanism.law(people=people, share=share)
    assert law.sd == pytest.approx(math.sqrt(sum(distance**2 * mass for distance, mass in errors)))
    assert law.mean_absolute == pytest.approx(float(sum(distance * mass for distance, mass in errors)))


def test_a_random_sample_strays_more_than_its_people():
    """Issue 2: epsilon 1, a share near one half within 0.01, 95 %."""
    mechanism = RandomizedResponse(epsilon=1)

    def within(people, **given):
        return mechanism.error(people=people, **given) / people

    assert within(45_118, sampled=True) <= 0.01 < within(45_117, sampled=True)
    assert within(35_368) <= 0.01
    assert within(35_368) < within(35_368, sampled=True)


def test_one_persons_report_has_the_deviation_of_the_notes():
    """Note 002, proposition 2.3: e^(eps/2)/(e^eps - 1)."""
    mechanism = RandomizedResponse(epsilon="0.7")
    assert mechanism.sd == pytest.approx(math.exp(0.35) / math.expm1(0.7))
    assert mechanism.mean_absolute_error == mechanism.law().mean_absolute


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "one_of_two"),
        ({"epsilon": 1, "stay": "0.7"}, "one_of_two"),
        ({"epsilon": 1, "options": 1}, "number_out_of_range"),
        ({"epsilon": 1, "options": 10**9}, "number_out_of_range"),
        ({"epsilon": 1, "options": True}, "not_a_privacy_number"),
        ({"stay": 0}, "number_out_of_range"),
        ({"stay": 1}, "number_out_of_range"),
        ({"stay": "0.5"}, "epsilon_not_positive"),
        ({"stay": "0.99999"}, "epsilon_above_cap"),
        ({"stay": "0.25", "options": 4}, "epsilon_not_positive"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(given, code):
    with pytest.raises(Refused) as refused:
        RandomizedResponse(**given)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("make", "given"),
    [
        (RandomizedResponse.from_die, {"stay": 6, "sides": 6}),
        (RandomizedResponse.from_die, {"stay": 0, "sides": 6}),
        (RandomizedResponse.from_die, {"stay": 1, "sides": 1}),
        (RandomizedResponse.from_gamma, {"gamma": "0.5"}),
        (RandomizedResponse.from_gamma, {"gamma": 0}),
        (RandomizedResponse.from_spinner, {"stay": 2}),
    ],
)
def test_a_die_or_spinner_that_cannot_be_is_refused(make, given):
    with pytest.raises(Refused) as refused:
        make(**given)
    assert refused.value.code == "number_out_of_range"


@pytest.mark.parametrize("answers", [2, -1, [0, 1, 2], np.array([2**40]), [2**70]])
def test_an_answer_that_is_no_option_is_refused_and_not_shown(answers):
    with pytest.raises(NotAnOption) as refused:
        RandomizedResponse(epsilon=1).release(answers)
    assert refused.value.facts == {"last": "1"}
