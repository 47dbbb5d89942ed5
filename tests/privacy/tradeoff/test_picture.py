# SPDX-License-Identifier: Apache-2.0
"""The picture of a plan says what the plan says: the same errors, the plan in the middle, the given numbers dashed."""

import pytest

from diffident.privacy.tradeoff import tradeoff
from diffident.privacy.tradeoff.linked import pictures
from diffident.privacy.tradeoff.picture import drawn
from diffident.show.picture import Curve, Hue, Limit

SURE = {"confidence": "0.95"}
SHARE = {**SURE, "within": "0.03", "epsilon": 1, "sampling": "simple"}


def curves(picture):
    return {mark.label: mark for mark in picture.marks if isinstance(mark, Curve)}


def limits(picture):
    return [(mark.label, mark.along, mark.at) for mark in picture.marks if isinstance(mark, Limit)]


def test_errors_of_an_average_fall_with_people():
    plan = tradeoff("share", **SHARE)
    found = curves(drawn(plan))
    assert list(found) == ["no privacy", "trusted curator", "randomised at each person"]
    for curve in found.values():
        assert curve.x[0] < plan.people / 9
        assert curve.x[-1] == 10 * plan.people
        assert list(curve.y) == sorted(curve.y, reverse=True)


def test_each_place_of_a_curve_is_the_answer_of_a_plan():
    curve = curves(drawn(tradeoff("share", **SHARE)))["randomised at each person"]
    people, error = int(curve.x[3]), curve.y[3]
    plan = tradeoff("share", people=people, epsilon=1, sampling="simple", trust="nobody", **SURE)
    assert error == pytest.approx(float(plan.within))
    assert error >= plan.within


def test_what_is_not_noise_has_the_hue_of_sampling():
    hues = {label: curve.hue for label, curve in curves(drawn(tradeoff("share", **SHARE))).items()}
    assert hues.pop("no privacy") is Hue.SAMPLING
    assert set(hues.values()) == {Hue.NOISE}


def test_two_ways_with_noise_differ_in_their_dashes():
    assert len({(curve.hue, curve.dash) for curve in curves(drawn(tradeoff("share", **SHARE))).values()}) == 3


def test_an_exact_answer_is_told_and_not_drawn():
    picture = drawn(tradeoff("mean", bounds=(0, 60), people=2000, epsilon="0.5", **SURE))
    assert "no privacy" not in curves(picture)
    assert "no privacy is exact" in picture.sentence


def test_errors_of_a_total_fall_with_epsilon_and_stop_where_epsilons_do():
    picture = drawn(tradeoff("sum", bounds=(0, 60), epsilon=5, **SURE))
    (curve,) = curves(picture).values()
    assert picture.x.name == "epsilon"
    assert max(curve.x) == 10
    assert picture.title == "Error of a sum, 95 %, any number of people"


def test_where_there_is_no_error_there_is_no_curve():
    (curve,) = curves(drawn(tradeoff("count", epsilon=5, **SURE))).values()
    assert min(curve.y) == 1
    assert max(curve.x) < 5


def test_a_total_at_home_is_drawn_where_people_are_known():
    picture = drawn(tradeoff("histogram", cells=12, people=1000, epsilon="0.1", **SURE))
    assert list(curves(picture)) == ["trusted curator", "randomised at each person"]
    assert picture.title.endswith("1,000 people")


@pytest.mark.parametrize(
    ("release", "given", "expected"),
    [
        ("share", SHARE, [("within 0.03", "y", 0.03)]),
        ("mean", {"bounds": (0, 60), "people": 2000, "epsilon": 1, **SURE}, [("2,000 people", "x", 2000.0)]),
        ("count", {"within": 30, **SURE}, [("within 30", "y", 30.0)]),
        ("count", {"within": 30, "epsilon": 1}, [("within 30", "y", 30.0), ("epsilon 1", "x", 1.0)]),
    ],
    ids=["people", "error", "epsilon", "confidence"],
)
def test_the_numbers_that_were_given_are_dashed(release, given, expected):
    assert limits(drawn(tradeoff(release, **given))) == expected


def test_a_confidence_that_is_nothing_is_not_drawn():
    picture = drawn(tradeoff("histogram", cells=12, within=1, people=1000, epsilon="0.01"))
    assert "50 %" in picture.title


def test_an_error_out_of_reach_is_told():
    picture = drawn(tradeoff("sum", bounds=(0, 1000), within="0.001", people=9, epsilon=1, **SURE))
    assert all(mark.rows for mark in picture.marks)
    assert "at epsilon 1: " in picture.sentence


def test_odds_and_intervals_say_what_the_plan_says():
    plan = tradeoff("share", **SHARE)
    found = pictures(plan)
    assert list(found) == ["", "-odds", "-interval"]
    (best,) = curves(found["-odds"]).values()
    assert best.y[best.x.index(1.0)] == pytest.approx(100 * plan.best_guess)
    assert list(best.y) == sorted(best.y)
    assert found["-odds"].sentence == "At epsilon 1 at most 73.1 of 100 guesses are right, where a coin gets 50."
    far = {mark.label: mark.high[0] for mark in found["-interval"].marks}
    assert list(far) == ["1: no privacy", "2: trusted curator", "3: randomised at each person"]
    same = tradeoff("share", people=plan.people, epsilon=1, sampling="simple", **SURE)
    assert far["2: trusted curator"] == pytest.approx(float(same.within))
    assert all(-mark.low[0] == mark.high[0] for mark in found["-interval"].marks)


def test_a_plan_that_is_exact_without_privacy_has_a_point_for_that():
    exact, *_ = pictures(tradeoff("mean", bounds=(0, 60), people=2000, epsilon="0.5", **SURE))["-interval"].marks
    assert (exact.label, exact.hue, exact.high) == ("1: no privacy", Hue.SAMPLING, (0.0,))
