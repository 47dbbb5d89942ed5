# SPDX-License-Identifier: Apache-2.0
"""Randomised response: notes 000, 001 slides 17 to 19, 002 section 2 with Proposition 3.2, and 003 part 1."""

from fractions import Fraction
from itertools import pairwise
from math import comb, exp, sqrt

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.privacy import accounting
from diffident.privacy.mechanisms import Laplace, RandomizedResponse
from diffident.privacy.private import Private
from diffident.privacy.region import Region
from diffident.randomness.source import Source
from lectures.worlds import largest_ratio, lists, mean_and_variance, neighbours_of_one_size, ratio, responses

DIE = RandomizedResponse.from_die(stay=4, sides=6)
STAYS = [Fraction(51, 100), Fraction(4, 7), Fraction(2, 3), Fraction(3, 4), Fraction(9, 10), Fraction(99, 100)]


def constants(stay):
    """Return the note's a and b, exactly: a (1 - stay) = b and a stay - b = 1."""
    return 1 / (2 * stay - 1), (1 - stay) / (2 * stay - 1)


def estimates(data, stay):
    """Return the law of A, the sum of a Y - b, by trying every list of reports."""
    a, b = constants(stay)
    law = {}
    for reports, mass in responses(data, stay).items():
        estimate = a * sum(reports) - len(data) * b
        law[estimate] = law.get(estimate, 0) + mass
    return law


def yeses(people, users, stay):
    """Return the law of the number of yeses among the reports of people of whom so many are users."""
    law = dict.fromkeys(range(people + 1), Fraction(0))
    for kept in range(users + 1):
        for turned in range(people - users + 1):
            among = comb(users, kept) * stay**kept * (1 - stay) ** (users - kept)
            others = comb(people - users, turned) * (1 - stay) ** turned * stay ** (people - users - turned)
            law[kept + turned] += among * others
    return law


def test_a_die_of_which_four_sides_tell_the_truth_is_private_for_ln_2_and_more():
    """Note 000, Exercise I: a) 1/10 and b) 1/2 do not hold; c) ln 2, d) 1, e) ln 3 and f) 3 do."""
    odds = largest_ratio(lambda data: responses(data, DIE.stay), neighbours_of_one_size((0, 1), 2))
    assert odds == 2
    assert all(enclosure.exp(Fraction(epsilon)) < odds for epsilon in ("0.1", "0.5"))
    assert all(enclosure.exp(Fraction(epsilon)) > odds for epsilon in ("1", "3"))
    assert all(Fraction(factor) >= odds for factor in (2, 3))  # c) and e): e^ln 2 = 2 and e^ln 3 = 3, no rounding
    assert enclosure.log(Fraction(2), 256).high <= DIE.epsilon < enclosure.log(Fraction(2)).high + Fraction(1, 10**17)


def test_one_report_leaves_a_plausible_denial():
    """Note 002, (1): whatever is reported, yes and no are at most twice, and at least half, as likely one as the other."""
    told = {record: responses((record,), DIE.stay) for record in (0, 1)}
    assert {ratio(told[1][report], told[0][report]) for report in told[0]} == {Fraction(1, 2), 2}
    assert Region.of_odds(2).posterior("0.5")[1] == pytest.approx(2 / 3)


@pytest.mark.parametrize("people", [1, 2, 4])
def test_the_chance_of_a_list_is_a_product_and_one_person_changes_one_factor(people):
    """Note 000, 'RR is ln(2)-DP'; note 002, (3) and (4): products of 2/3 and 1/3, ratios 1/2 and 2 and nothing else."""
    for data in lists((0, 1), people):
        law = responses(data, DIE.stay)
        assert sum(law.values()) == 1
        assert law[data] == Fraction(2, 3) ** people
    seen = {
        ratio(responses(one, DIE.stay)[reports], responses(other, DIE.stay)[reports])
        for one, other in neighbours_of_one_size((0, 1), people)
        for reports in lists((0, 1), people)
    }
    assert seen == {Fraction(1, 2), 2}


@pytest.mark.parametrize("epsilon", ["0.1", "0.5", "1", "3"])
def test_randomised_response_is_epsilon_private(epsilon):
    """Note 002, Proposition 3.2, and Algorithm 2; note 000, 'for general epsilon': e^e/(e^e + 1), enclosed, and what it costs."""
    mechanism = RandomizedResponse(epsilon=epsilon)
    odds, stays = enclosure.exp(Fraction(epsilon)), mechanism.staying(128)
    assert stays.low <= (odds / (odds + 1)).high
    assert stays.high >= (odds / (odds + 1)).low
    assert stays.high - stays.low < Fraction(1, 2**100)
    for end in (stays.low, stays.high):
        found = largest_ratio(lambda data, end=end: responses(data, end), neighbours_of_one_size((0, 1), 2))
        assert abs(found - odds.low) < Fraction(1, 10**25)
    assert accounting.epsilon([mechanism], delta=0) == pytest.approx(float(epsilon))


@pytest.mark.parametrize("stay", STAYS)
def test_the_constants_of_the_estimator(stay):
    """Note 000, 'what values for a, b'; note 002, Exercise 2.4: a = (o + 1)/(o - 1), b = 1/(o - 1) with o = e^epsilon."""
    odds = stay / (1 - stay)
    a, b = constants(stay)
    assert (a, b) == ((odds + 1) / (odds - 1), 1 / (odds - 1))
    for answer in (0, 1):
        assert stay * (a * answer - b) + (1 - stay) * (a * (1 - answer) - b) == answer
    assert RandomizedResponse(stay=stay).constants == pytest.approx((float(a), float(b)))
    assert DIE.constants == pytest.approx((3, 1))


@pytest.mark.parametrize("people", [1, 2, 5])
def test_the_rolled_die_estimates_within_the_order_of_root_n(people):
    """Note 002, Proposition 2.1 and Exercise 2.2; note 000 (lecture 1 exercise): the mean square is exactly 2n."""
    for data in lists((0, 1), people):
        assert mean_and_variance(estimates(data, DIE.stay)) == (sum(data), 2 * people)
    assert DIE.law(people=people).sd == pytest.approx(sqrt(2 * people))


@pytest.mark.parametrize("stay", STAYS)
def test_the_root_mean_square_error_of_randomised_response(stay):
    """Note 002, Proposition 2.3 and Exercise 2.4; note 000, Proposition: e^(epsilon/2)/(e^epsilon - 1) sqrt(n), with equality."""
    odds, people = stay / (1 - stay), 4
    square = odds / (odds - 1) ** 2 * people
    for data in lists((0, 1), people):
        assert mean_and_variance(estimates(data, stay)) == (sum(data), square)
    for share in ("0", "0.25", "1"):
        assert RandomizedResponse(stay=stay).law(people=people, share=share).sd == pytest.approx(sqrt(square))


@pytest.mark.parametrize("epsilon", ["0.01", "0.1", "0.5", "1"])
def test_up_to_an_epsilon_of_one_that_error_is_root_n_over_epsilon(epsilon):
    """Note 002, after Proposition 2.3 (Theta); note 000, 'about sqrt(n)/epsilon': between 0.95 and 1 times it."""
    given = float(epsilon)
    factor = RandomizedResponse(epsilon=epsilon).sd * given
    assert factor == pytest.approx(given * exp(given / 2) / (exp(given) - 1))
    assert 0.95 < factor < 1


def beyond(law, centre, distance):
    return sum(mass for value, mass in law.items() if abs(value - centre) >= distance)


@pytest.mark.parametrize("stay", [Fraction(11, 20), Fraction(2, 3), Fraction(9, 10)])
def test_the_estimate_strays_t_root_n_with_at_most_two_e_to_the_minus_two_t_squared(stay):
    """Note 002, Exercise 2.5 with c = 2 (Hoeffding: each Y lies in [0, 1]): all shares of users, exact binomial laws."""
    for people in (1, 7, 40):
        for users in range(0, people + 1, 5):
            law = yeses(people, users, stay)
            centre = users * stay + (people - users) * (1 - stay)
            for t in (Fraction(k, 8) for k in range(8, 28)):
                distance = t * enclosure.sqrt(Fraction(people)).low
                assert beyond(law, centre, distance) <= 2 * enclosure.exp(-2 * t**2)


def test_the_constant_two_cannot_be_three():
    """Note 002, Exercise 2.5: near stay = 1/2 the reports are like coins, and 2 e^(-3 t^2) is too little from t = 2 on."""
    people, stay, t = 100, Fraction(501, 1000), 2
    law = yeses(people, 50, stay)
    assert beyond(law, Fraction(50), t * 10) > 2 * enclosure.exp(Fraction(-3 * t**2))


@pytest.mark.statistical(false_alarm=1e-9)
def test_reports_of_a_hundred_thousand_people_estimate_the_users_among_them():
    """Note 002, Exercise 2.5, drawn: within the t of 1e-9; an estimator for a truth kept a tenth less often is not."""
    people, users, epsilon = 100_000, 25_000, 0.5
    mechanism = RandomizedResponse(epsilon=epsilon)
    reports = mechanism.draw(Private((np.arange(people) < users).astype(np.int64)), Source.replay(25))
    t = sqrt(np.log(2 / 1e-9) / 2)
    within = t * (exp(epsilon) + 1) / (exp(epsilon) - 1) * sqrt(people)
    assert abs(mechanism.estimate(reports)[1] - users) < within
    twin = RandomizedResponse(stay=Fraction("0.9") * mechanism.staying(64).low)
    assert abs(twin.estimate(reports)[1] - users) > within


@pytest.mark.parametrize("gamma", [Fraction(1, 100), Fraction(1, 6), Fraction(1, 4), Fraction(49, 100)])
def test_randomised_response_from_gamma(gamma):
    """Note 001, slides 18 and 19: gamma = 1/2 (o - 1)/(o + 1) with o = e^epsilon; (y - 1/2 + gamma)/(2 gamma) is unbiased."""
    odds = (Fraction(1, 2) + gamma) / (Fraction(1, 2) - gamma)
    assert gamma == (odds - 1) / (odds + 1) / 2
    mechanism = RandomizedResponse.from_gamma(gamma)
    assert enclosure.log(odds, 256).high <= mechanism.epsilon < enclosure.log(odds).high + Fraction(1, 10**17)
    for answer in (0, 1):
        reported = {answer: Fraction(1, 2) + gamma, 1 - answer: Fraction(1, 2) - gamma}
        assert (
            mean_and_variance({(y - Fraction(1, 2) + gamma) / (2 * gamma): m for y, m in reported.items()})[0] == answer
        )
    a, b = constants(Fraction(1, 2) + gamma)
    assert (a, b) == (1 / (2 * gamma), (Fraction(1, 2) - gamma) / (2 * gamma))
    assert mechanism.constants == pytest.approx((float(a), float(b)))


@pytest.mark.parametrize(("epsilon", "least"), [("0.01", 0.9999), ("0.1", 0.999), ("0.5", 0.97), ("1", 0.92)])
def test_its_variance_is_about_n_over_epsilon_squared_and_never_more(epsilon, least):
    """Note 001, slide 19, Fact 2: exactly n (1/4 - gamma^2)/(4 gamma^2), which is n/epsilon^2 times what is tested here."""
    odds = exp(float(epsilon))
    gamma = (odds - 1) / (odds + 1) / 2
    variance = RandomizedResponse(epsilon=epsilon).law(people=100).sd ** 2
    assert variance == pytest.approx(100 * (1 / 4 - gamma**2) / (4 * gamma**2))
    assert least < variance / (100 / float(epsilon) ** 2) < 1


def test_far_from_zero_its_variance_is_not_about_n_over_epsilon_squared():
    """Note 001, slide 19, Fact 2 ('about'): at epsilon 3 it is less than half of that; the approximation is for small epsilon."""
    assert RandomizedResponse(epsilon=3).sd ** 2 < 0.5 / 3**2


@pytest.mark.parametrize("flipped", [Fraction(1, 4), Fraction(1, 3), Fraction(49, 100)])
def test_what_a_yes_proves(flipped):
    """Note 003, part 1 (Bayes): with equal chances beforehand, a reported yes is true with chance 1 - p; other priors too."""
    region = Region.of_odds((1 - flipped) / flipped)
    for prior in (Fraction(1, 2), Fraction(1, 100), Fraction(9, 10)):
        reported = (1 - flipped) * prior + flipped * (1 - prior)
        belief = (1 - flipped) * prior / reported
        assert prior != Fraction(1, 2) or belief == 1 - flipped
        least, most = region.posterior(prior)
        assert Fraction(least) <= belief <= Fraction(most)
        assert float(belief) == pytest.approx(most)
        after_no = flipped * prior / (1 - reported)
        assert float(after_no) == pytest.approx(least)


@pytest.mark.parametrize("flipped", [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)])
@pytest.mark.parametrize("users", [0, 3, 10])
def test_the_share_of_users_is_estimated_without_bias(flipped, users):
    """Note 003, part 1 (utility): E[# Yes] = Np + N(1 - 2p) f, E[T] = f, and both deviations keep to what is printed."""
    people = 10
    law, share = yeses(people, users, 1 - flipped), Fraction(users, people)
    mean, variance = mean_and_variance(law)
    assert mean == people * (flipped + share - 2 * flipped * share)
    assert mean == people * flipped + people * (1 - 2 * flipped) * share
    assert variance == people * flipped * (1 - flipped) <= people
    estimated = {(yes - people * flipped) / (people * (1 - 2 * flipped)): mass for yes, mass in law.items()}
    mean, variance = mean_and_variance(estimated)
    assert mean == share
    assert variance <= 1 / (people * (1 - 2 * flipped) ** 2)
    ours = RandomizedResponse(stay=1 - flipped).law(people=people, share=share)
    assert ours.sd / people == pytest.approx(sqrt(variance))


def test_near_one_half_privacy_is_high_and_use_is_low():
    """Note 003, note on the trade-off: as p nears 1/2, epsilon goes to 0 and the deviation of T grows without bound."""
    flips = [Fraction(1, 2) - Fraction(1, 10**power) for power in (1, 2, 3)]
    built = [RandomizedResponse(stay=1 - flipped) for flipped in flips]
    assert all(one.epsilon > other.epsilon for one, other in pairwise(built))
    assert all(8 * one.sd < other.sd for one, other in pairwise(built))
    assert built[-1].law(people=10**6).sd / 10**6 == pytest.approx(built[-1].sd / 1000)  # more people help: 1/sqrt(N)
    with pytest.raises(Refused):
        RandomizedResponse(stay="0.5")  # T would divide by zero, and the reports say nothing


@pytest.mark.statistical(false_alarm=1e-9)
def test_noise_at_each_person_adds_up():
    """Note 001, slide 17 (local): each of n people adds Laplace noise, so the sum has variance 2n/epsilon^2; drawn and exact."""
    people, studies, epsilon = 100, 5000, Fraction(1, 2)
    at_home = Laplace(sensitivity=1, epsilon=epsilon)
    data = np.tile(np.arange(people) % 2, (studies, 1))
    errors = at_home.draw(Private(data), Source.replay(17)).sum(axis=1) - people // 2
    exact = sqrt(people) * at_home.sd
    assert exact**2 == pytest.approx(2 * people / float(epsilon) ** 2, rel=0.03)

    def fits(sd):
        # The sums have kurtosis below 3.04: the mean square strays 6.5 standard errors less often than 1e-9.
        return abs(np.mean((errors / sd) ** 2) - 1) < 6.5 * sqrt(2.04 / studies)

    assert fits(exact)
    assert not fits(1.1 * exact)


def test_at_home_a_turned_answer_beats_added_noise():
    """Note 001, slides 17 to 19 side by side: per person n/epsilon^2 against 2n/epsilon^2, exactly half, at every epsilon."""
    for epsilon in ("0.1", "0.5", "1", "2"):
        noisy, turned = Laplace(sensitivity=1, epsilon=epsilon).sd ** 2, RandomizedResponse(epsilon=epsilon).sd ** 2
        assert noisy == pytest.approx(2 * turned)
