# SPDX-License-Identifier: Apache-2.0
"""What people say of values: limits, lists, and what is neither."""

import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.question.expression import Kind
from diffident.question.limits import LONGEST, MOST_CATEGORIES, STEPS, Bounds, Categories


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6), st.integers(1, 1000))
def test_a_grid_has_a_million_steps_or_two_each_a_power_of_two(low, width, parts):
    bounds = Bounds(Fraction(low, parts), Fraction(low + width, parts))
    grid = bounds.grid(Kind.NUMBER)
    assert 2**STEPS <= bounds.width / grid.step < 2 ** (STEPS + 1)
    assert grid.step.numerator == 1 or grid.step.denominator == 1
    assert (grid.step.numerator * grid.step.denominator).bit_count() == 1


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**9))
def test_whole_numbers_have_whole_steps(low, width):
    step = Bounds.of(low, low + width).grid(Kind.INTEGER).step
    assert step.denominator == 1
    assert step == 1 or width / step >= 2**STEPS


def test_dates_are_limits_as_days():
    bounds = Bounds.of(dt.date(1970, 1, 2), dt.date(1971, 1, 1), source="study plan")
    assert (bounds.low, bounds.high) == (1, 365)
    with pytest.raises(Refused):
        Bounds.of(dt.datetime(1970, 1, 2), dt.datetime(1971, 1, 1))  # noqa: DTZ001 - columns have no zone


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (lambda: Bounds.of(1, 1), "bounds_empty"),
        (lambda: Bounds.of(0, 10**30), "number_out_of_range"),
        (lambda: Bounds.of("a", 1), "not_a_privacy_number"),
        (Categories.of, "categories_unusable"),
        (lambda: Categories.of("A", hidden=True), "categories_unusable"),
        (lambda: Categories.of(*map(str, range(MOST_CATEGORIES + 1))), "categories_unusable"),
        (lambda: Categories.of("A", 1), "categories_unusable"),
        (lambda: Categories.of(1.5), "categories_unusable"),
        (lambda: Categories.of("A" * (LONGEST + 1)), "categories_unusable"),
        (lambda: Categories.of("A", other="B"), "categories_unusable"),
        (lambda: Categories.of("A", "A"), "category_twice"),
        (lambda: Categories.of(hidden=True, minimum=0), "number_out_of_range"),
    ],
)
def test_what_cannot_be_limits_is_refused(given, code):
    with pytest.raises(Refused) as refused:
        given()
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("categories", "kind"),
    [
        (Categories.of("A", None), Kind.TEXT),
        (Categories.of(1, 2), Kind.INTEGER),
        (Categories((True, False)), Kind.TRUTH),
        (Categories.of(hidden=True, minimum=5), None),
        (Categories.of("A", "else", other="else"), Kind.TEXT),
    ],
)
def test_categories_are_all_of_one_kind(categories, kind):
    assert categories.kind is kind
