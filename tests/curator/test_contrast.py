# SPDX-License-Identifier: Apache-2.0
"""Differences, ratios, trends and tests of released cells: right, and wrong about as often as they say."""

import math
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pytest
from scipy.special import gammaincc
from scipy.stats import binom

import diffident as dd
from diffident.curator import contrast
from diffident.curator.association import PEAKED, _chance
from diffident.curator.contrast import combination, difference, ratio, trend
from diffident.errors import Refused

SURE = Fraction(95, 100)
DRAWS = 4000
QUESTION = "SELECT ward, sex, COUNT(*) AS n, AVG(stay) AS stay, VAR_SAMP(stay) AS spread FROM visits GROUP BY ward, sex"


@pytest.fixture(scope="module")
def visits():
    n, chance = 4000, np.random.default_rng(7)
    ward, sex = chance.integers(0, 3, n), chance.integers(0, 2, n)
    stay = np.clip(20 + 10 * (ward == 2) + chance.normal(0, 4, n), 0, 60)
    frame = pa.table(
        {
            "patient": np.arange(n),
            "ward": [*map("ABC".__getitem__, ward)],
            "sex": [*map("fm".__getitem__, sex)],
            "stay": stay,
        }
    )
    columns = {"ward": dd.categories("A", "B", "C"), "sex": dd.categories("f", "m"), "stay": dd.bounds(0, 60)}
    return dd.protect(
        frame,
        name="visits",
        person="patient",
        rows_per_person=1,
        columns=columns,
        budget=dd.Budget(epsilon=9),
        ledger="memory",
    )


@pytest.fixture(scope="module")
def answer(visits):
    return visits.ask(QUESTION, epsilon=2)


def table(values, wide):
    """Return something with cells and intervals like an answer's."""
    rows = [{"k": place, "n": float(value)} for place, value in enumerate(values)]
    ends = [(float(value) - wide, float(value) + wide) for value in values]
    return SimpleNamespace(rows=rows, confidence=SURE, interval=lambda name, sure: ends)


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("of", ["difference", "ratio", "trend"])
def test_contrasts_hold_as_often_as_they_say(of, monkeypatch):
    """Of counts with bell-shaped noise; intervals that forget the noise of one side, by a third too narrow, are told apart."""
    monkeypatch.setattr(contrast, "_independent", lambda answer, name: None)
    truth, chance = np.array([400.0, 250.0, 300.0, 500.0]), np.random.default_rng(11)
    wanted = {
        "difference": (lambda one: difference(one, "n", {"k": 0}, {"k": 1}), 150.0),
        "ratio": (lambda one: ratio(one, "n", {"k": 0}, {"k": 1}), 1.6),
        "trend": (lambda one: trend(one, "n"), float(np.polyfit(range(4), truth, 1)[0])),
    }
    found, right = wanted[of]
    noisy = truth + chance.normal(0, 10, (DRAWS, 4))

    def hold(wide):
        inside = sum(each.low <= right <= each.high for each in (found(table(values, wide)) for values in noisy))
        return min(binom.cdf(inside, DRAWS, 0.95), binom.sf(inside - 1, DRAWS, 0.95)) > 1e-9

    assert hold(19.6)
    assert not hold(19.6 / math.sqrt(2))


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize(
    ("people", "scale", "peaked"), [(500, 0, 0), (2000, 8, PEAKED), (500, 5, PEAKED), (2000, 14, 0)]
)
def test_what_has_nothing_to_do_with_each_other_is_rarely_said_to(people, scale, peaked):
    """At 5 %, in 4 to 6 % of tables; a test that leaves the noise out is told apart where there is noise."""
    chance = np.random.default_rng(people + scale)
    shares = np.outer([0.5, 0.3, 0.2], [0.4, 0.35, 0.25])
    tables = chance.multinomial(people, shares.ravel(), DRAWS) + (
        chance.laplace(0, scale, (DRAWS, 9)) if peaked else chance.normal(0, scale, (DRAWS, 9))
    )
    sd = scale * (math.sqrt(2) if peaked else 1)

    def rejected(sd):
        return sum(p_value(each.reshape(3, 3), sd, peaked) < 0.05 for each in tables)

    def is_fair(many):
        return binom.cdf(many, DRAWS, 0.04) > 1e-9 and binom.sf(many - 1, DRAWS, 0.06) > 1e-9

    assert is_fair(rejected(sd))
    assert not scale or not is_fair(rejected(0.0))


def p_value(counts, sd, peaked):
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / counts.sum()
    shape, scale = _chance(expected, sd, peaked)
    return float(gammaincc(shape, ((counts - expected) ** 2 / expected).sum() / scale / 2))


def test_an_answer_is_compared_with_itself(answer):
    a, c = {"ward": "A", "sex": "f"}, {"ward": "C", "sex": "f"}
    longer = answer.difference("stay", c, a)
    assert longer.low < longer.value < longer.high
    assert 8 < longer.value < 12
    assert answer.ratio("stay", c, a).low > 1
    assert "C f less A f" in str(longer)
    counts = [row["n"] for row in answer.rows]
    assert answer.trend("n").value == pytest.approx(np.polyfit(range(6), counts, 1)[0])
    assert answer.trend("n").low < answer.trend("n").value < answer.trend("n").high
    assert answer.same_mean(("stay", "spread", "n"), a, c).p_value < 1e-6
    assert answer.same_mean(("stay", "spread", "n"), a, {"ward": "B", "sex": "f"}).p_value > 1e-6
    assert "the same stay" in str(answer.same_mean(("stay", "spread", "n"), a, c))


def test_two_keys_are_tested(answer, visits):
    assert answer.independence("n").p_value > 1e-6
    tied = visits.ask(
        "SELECT ward, CASE WHEN stay > 25 THEN 'long' ELSE 'short' END AS kind, COUNT(*) AS n FROM visits GROUP BY ward, 2",
        epsilon=1,
    )
    assert tied.independence("n").p_value < 1e-6
    assert "nothing to do with each other" in str(tied.independence("n"))


def test_a_ratio_to_what_may_be_nothing_has_no_limits(monkeypatch):
    monkeypatch.setattr(contrast, "_independent", lambda answer, name: None)
    found = ratio(table([5.0, 1.0], 3.0), "n", {"k": 0}, {"k": 1})
    assert (found.value, found.low, found.high) == (5, -math.inf, math.inf)


def test_what_each_may_stray_adds_up_as_squares():
    assert combination([1.0, -1.0], [(5.0, 2.0, 9.0), (3.0, -1.0, 6.0)]) == (
        2.0,
        2.0 - math.hypot(3, 3),
        2.0 + math.hypot(4, 4),
    )


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda answer: answer.difference("stay", {"ward": "A"}, {"ward": "B"}), "no_such_cell"),
        (lambda answer: answer.difference("stay", {"ward": "Z"}, {}), "no_such_cell"),
        (lambda answer: answer.difference("ward", {"ward": "A", "sex": "f"}, {"ward": "B", "sex": "f"}), "no_interval"),
        (lambda answer: answer.independence("stay"), "not_tested"),
        (
            lambda answer: answer.same_mean(
                ("stay", "spread", "gone"), {"ward": "A", "sex": "f"}, {"ward": "B", "sex": "f"}
            ),
            "no_interval",
        ),
    ],
)
def test_what_cannot_be_compared_is_refused(answer, ask, code):
    with pytest.raises(Refused) as refused:
        ask(answer)
    assert refused.value.code == code


def test_cells_that_share_noise_are_not_contrasted(visits):
    running = visits.ask("SELECT sex, SUM(COUNT(*)) OVER (ORDER BY sex) AS n FROM visits GROUP BY sex", epsilon=1)
    with pytest.raises(Refused) as refused:
        running.difference("n", {"sex": "f"}, {"sex": "m"})
    assert refused.value.code == "not_contrasted"
    one = visits.ask("SELECT COUNT(*) AS n FROM visits", epsilon=1)
    with pytest.raises(Refused, match="two rows"):
        one.trend("n")
    with pytest.raises(Refused, match="no whole table"):
        one.independence("n")
