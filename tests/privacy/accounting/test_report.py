# SPDX-License-Identifier: Apache-2.0
"""How much each report may tell: enough is hidden, and a little more would not be."""

from fractions import Fraction

import pytest

from diffident.exact.number import Epsilon
from diffident.privacy.accounting import pld
from diffident.privacy.accounting.report import Report
from diffident.privacy.accounting.shuffled import Shuffled
from diffident.privacy.loss import Pure

MILLIONTH = Fraction(1, 10**6)
CASES = [
    (options, people, epsilon)
    for options in (2, None, 5)
    for people, epsilon in ((300, "0.5"), (10**4, "0.1"), (10**4, "1"), (10**6, "0.01"))
]


@pytest.mark.parametrize(("options", "people", "epsilon"), CASES)
def test_what_each_report_may_tell_is_enough_hidden(options, people, epsilon):
    """By `Shuffled` and, within a part in a hundred, by the loss distribution of the batch; two in a hundred more is not."""
    report, asked = Report(options), Fraction(epsilon)
    told = report.most_told(people, asked, MILLIONTH)
    assert Shuffled(report.loss(told), people).delta(asked) <= MILLIONTH
    assert Shuffled(report.loss(told * Fraction(102, 100)), people).delta(asked) > MILLIONTH
    priced = pld.epsilon([Shuffled(report.loss(told), people)], delta=MILLIONTH)
    assert Fraction(95, 100) * asked < priced < asked * Fraction(101, 100)


@pytest.mark.parametrize(("people", "epsilon"), [(1, "1"), (3, "0.01"), (2, "10")])
def test_where_nobody_hides_each_report_tells_what_the_batch_may(people, epsilon):
    assert Report(2).most_told(people, Fraction(epsilon), Fraction(1, 10**9)) == Fraction(epsilon)


def test_no_report_tells_more_than_any_epsilon_may():
    assert Report(2).most_told(10**8, Fraction(3), MILLIONTH) == Epsilon.most


def test_more_people_and_more_epsilon_let_each_report_tell_more():
    told = [Report(2).most_told(people, Fraction(1, 2), MILLIONTH) for people in (100, 1000, 10**4, 10**5)]
    assert told == sorted(told)
    told = [Report(None).most_told(1000, Fraction(tenths, 10), MILLIONTH) for tenths in (1, 3, 10)]
    assert told == sorted(told)


@pytest.mark.parametrize("options", [2, 5, None])
def test_the_rule_of_thumb_is_near(options):
    """A batch is like a number that is moved by mu deviations, so what a report tells is nearly found from that."""
    report = Report(options)
    for epsilon in (0.3, 2.0, 6.0):
        assert report.told(1000, report.mu(1000, epsilon)) == pytest.approx(epsilon, rel=1e-9)
    assert report.loss(Fraction(1)) == (Pure(Fraction(1)) if options is None else report.loss(Fraction(1)))
