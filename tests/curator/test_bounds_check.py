# SPDX-License-Identifier: Apache-2.0
"""What limits cut off is released for a price: values beyond the bounds, people with more rows than count."""

import pytest

import diffident as dd
from curator.hospital import curator, facts, visits
from diffident.curator.bounds_check import NothingToCheck

SURE = "0.999999999999"


def test_what_is_beyond_is_counted_for_the_price_that_was_said():
    """Forty patients have five visits of which three count; a tenth of the stays is beyond 60."""
    data = visits().assign(stay=[70.0 if place % 10 == 0 else 3.0 for place in range(200)])
    whole = curator(data, budget={"epsilon": 20}, rows_per_person=5)
    checked = whole.check_bounds(epsilon=10)
    assert whole.left.units == 10 * 10**9
    (values,) = checked.values.at(SURE).rows
    assert values["stay beyond_low"] <= 20 <= values["stay beyond_high"]
    assert values["age beyond_low"] <= 0 <= values["age beyond_high"]
    (people,) = checked.people.at(SURE).rows
    assert people["people_low"] <= 40 <= people["people_high"]
    assert people["people beyond_low"] <= 0 <= people["people beyond_high"]
    assert "People with more rows than count" in repr(checked)


def test_people_with_more_rows_than_count_are_seen():
    (people,) = curator(budget={"epsilon": 20}).check_bounds("visits", epsilon=10).people.at(SURE).rows
    assert people["people beyond_low"] <= 40 <= people["people beyond_high"]


def test_only_what_has_limits_is_asked():
    rows = curator(person=dd.each_row, rows_per_person=None, groups_per_person=None)
    assert rows.check_bounds(epsilon=1).people is None
    bare = curator(columns={})
    assert bare.check_bounds(epsilon=1).values is None
    nothing = curator(person=dd.each_row, rows_per_person=None, groups_per_person=None, columns={})
    with pytest.raises(NothingToCheck):
        nothing.check_bounds(epsilon=1)


def test_names_are_names_whatever_they_hold():
    odd = visits().rename(columns={"stay": 'st"ay; --'})
    whole = curator(odd, columns={'st"ay; --': dd.bounds(-5, 60)})
    assert 'st"ay; -- beyond' in whole.check_bounds(epsilon=1).values.columns
    both = whole.add(visits(5), **facts(name="others"))
    assert both.check_bounds("others", epsilon=1).values is not None
