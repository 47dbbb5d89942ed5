# SPDX-License-Identifier: Apache-2.0
"""A plan at many places: what the page with sliders shows is what plans say there."""

import pytest

from diffident.privacy.tradeoff import tradeoff
from diffident.privacy.tradeoff.explored import explored
from diffident.show.picture import Hue

PLANS = {
    "share": {"within": "0.05", "epsilon": 1, "sampling": "simple", "trust": "shuffler", "delta": "1e-6"},
    "mean": {"bounds": (0, 60), "people": 2000, "epsilon": "0.5"},
    "count": {"within": 30},
}


@pytest.fixture(scope="module", params=PLANS)
def shown(request):
    plan = tradeoff(request.param, confidence="0.95", **PLANS[request.param])
    return plan, explored(plan)


def test_the_plan_itself_is_among_the_places(shown):
    plan, sliders = shown
    row, column = sliders.epsilons.index(float(plan.epsilon)), sliders.people.index(plan.people or 1000)
    assert list(sliders.epsilons) == sorted(sliders.epsilons)
    assert list(sliders.people) == sorted(set(sliders.people))
    for way in plan.alternatives:
        if way.who in sliders.ways:
            there = tradeoff(
                plan.setting.release.value,
                **{**PLANS[plan.setting.release.value], "within": None, "epsilon": plan.epsilon},
                confidence="0.95",
                **({"people": plan.people} if "people" not in PLANS[plan.setting.release.value] else {}),
            )
            same = next(each for each in there.alternatives if each.who == way.who)
            assert sliders.ways[way.who][1][row][column] == pytest.approx(float(same.value or 0), rel=1e-9)


def test_errors_fall_with_epsilon_and_averages_with_people(shown):
    plan, sliders = shown
    hue, errors = sliders.ways["trusted curator"]
    assert hue is Hue.NOISE
    assert [row[-1] for row in errors] == sorted((row[-1] for row in errors), reverse=True)
    if plan.setting.release.is_average:
        assert errors[-1] == sorted(errors[-1], reverse=True)


def test_the_page_says_it_too(shown):
    plan, sliders = shown
    page = sliders.page().decode("utf-8")
    assert page.count("<svg ") == 3
    assert page.count("</tr>") == len(sliders.people) + 1
    assert "src=" not in page  # nothing is loaded from anywhere
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert f'"epsilon":{float(plan.epsilon)}' in page
    assert f'"delta":{float(plan.delta)}' in page
