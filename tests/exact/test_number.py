# SPDX-License-Identifier: Apache-2.0
"""The numbers of a promise exist only within their range, and each way out of it has its own refusal."""

import dataclasses
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diffident.errors import NotANumber, Refused
from diffident.exact.number import LARGEST_WHOLE, Delta, DeltaRequired, Epsilon, NumberOutOfRange, Rho, decimal, whole

NUMBERS = {"epsilon": Epsilon, "delta": Delta, "rho": Rho}
SPELLINGS = ["0.000001", "1e-6", 1e-6, Decimal("0.000001"), Fraction(1, 10**6), np.float64(1e-6), np.float32(1e-6)]

REFUSED = [
    *(("epsilon_not_finite", value) for value in (float("nan"), float("inf"), float("-inf"), "nan", Decimal("NaN"))),
    *(("epsilon_not_positive", value) for value in (0, -0.0, "-0.0", -1, "-1e-9", Decimal(-1), -(10**400))),
    *(
        ("epsilon_above_cap", value)
        for value in (1e308, 10**6, "10.000001", Fraction(10**20 + 1, 10**19), 10**400, "1e400")
    ),
    *(("epsilon_below_floor", value) for value in (1e-300, 5e-324, "1e-400", Fraction(1, 2**30 + 1))),
    *(("number_too_long", value) for value in ("1e5000", "1e-5000")),
    *(("delta_not_finite", value) for value in (float("nan"), float("inf"), "-inf")),
    *(("delta_negative", value) for value in (-1, "-1e-9")),
    *(("delta_above_cap", value) for value in (1, 1.5, 2, 0.1, "0.0000100001", 10**400)),
    *(("delta_below_floor", value) for value in ("1e-400", 5e-324, Fraction(1, 2**60 + 1))),
    *(("rho_not_finite", value) for value in (float("nan"), float("inf"), "-inf")),
    *(("rho_not_positive", value) for value in (0, -1)),
    *(("rho_above_cap", value) for value in (2.1, 1e308)),
    *(("rho_below_floor", value) for value in (1e-300, "1e-10")),
]


@pytest.mark.parametrize("number", NUMBERS.values())
@pytest.mark.parametrize("given", SPELLINGS, ids=repr)
def test_all_spellings_of_a_number_are_the_same_number(number, given):
    assert number.of(given) == number.of("1e-6") == number(Fraction(1, 10**6))


@pytest.mark.parametrize(("code", "given"), REFUSED)
def test_each_way_out_of_the_range_has_its_own_refusal(code, given):
    name = code.partition("_")[0]
    with pytest.raises(Refused) as refusal:
        NUMBERS.get(name, Epsilon).of(given)
    assert refusal.value.code == code


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize(
    "given", [True, "\u0661", [1], None, "", " 1", "+1", "1_0", "0x1", np.array([]), np.array(0.5), {}]
)
def test_what_is_no_number_is_refused_in_the_same_words(name, given):
    with pytest.raises(NotANumber, match=f"{name} must be a plain decimal number, not "):
        NUMBERS[name].of(given)


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("given", [float("nan"), -1, 1e308, 1e-300])
def test_the_corrected_call_is_accepted(name, given):
    with pytest.raises(Refused) as refusal:
        NUMBERS[name].of(given)
    _, _, call = refusal.value.advised.rpartition(f"{name}=")
    assert NUMBERS[name].of(call.strip('".'))


@given(st.fractions(min_value=Fraction(1, 2**30), max_value=2))
def test_what_lies_in_the_range_is_kept_exactly(value):
    assert Epsilon.of(value).value == Rho.of(value).value == Delta.of(value / 10**6).value * 10**6 == value


def test_the_ends_of_a_range_belong_to_it():
    assert Epsilon.of(10).value == 10
    assert Epsilon.of(Fraction(1, 2**30)).value == Fraction(1, 2**30)
    assert Delta.of("1e-5").value == Fraction(1, 10**5)
    assert Delta.of(Fraction(1, 2**60)).value == Fraction(1, 2**60)
    assert Delta.of(0).value == 0
    assert Rho.of(2).value == 2


def test_a_promise_may_set_another_cap():
    assert Epsilon.of(50, cap=100).value == 50
    assert Delta.of("0.5", cap=1).value == Fraction(1, 2)
    for number, asked, cap in [
        (Epsilon, 2, 1),
        (Delta, "1e-6", Fraction(1, 10**7)),
        (Delta, 1, 1),
        (Rho, 1, Fraction(1, 2)),
    ]:
        with pytest.raises(Refused, match="_above_cap"):
            number.of(asked, cap=cap)


def test_a_delta_of_nothing_is_refused_where_one_is_needed():
    assert Delta.of("1e-6").required() == Delta.of("1e-6")
    with pytest.raises(DeltaRequired):
        Delta.of(0).required()


@pytest.mark.parametrize("number", NUMBERS.values())
@pytest.mark.parametrize("value", [Fraction(-1), 0.5, 1, "1", True, None])
def test_no_number_is_built_past_its_checks(number, value):
    with pytest.raises(Refused):
        number(value)


@pytest.mark.parametrize("number", NUMBERS.values())
def test_a_number_stays_what_it_is(number):
    with pytest.raises(dataclasses.FrozenInstanceError):
        number.of("1e-6").value = Fraction(9)


class TestDecimal:
    @given(st.fractions(), st.fractions(), st.fractions())
    def test_a_number_is_returned_exactly_when_it_is_in_range(self, value, low, high):
        assume(low < high)
        for bounds, is_inside in [
            ({"at_least": low, "at_most": high}, low <= value <= high),
            ({"above": low, "below": high}, low < value < high),
            ({"at_least": low}, low <= value),
            ({"below": high}, value < high),
        ]:
            assert accepts(decimal, value, bounds) == is_inside

    @pytest.mark.parametrize(
        ("bounds", "given", "words"),
        [
            ({"at_least": 1}, 0, "at least 1"),
            ({"above": 0, "below": 1}, 1, "above 0 and below 1"),
            ({"at_most": Fraction(1, 8)}, 1, "at most 0.125"),
            ({"at_least": 0, "at_most": 1}, "1.1", "at least 0 and at most 1"),
            ({"above": 5}, 5, "above 5"),
            ({"below": -5}, 5, "below -5"),
        ],
    )
    def test_the_range_is_said_and_the_example_lies_in_it(self, bounds, given, words):
        with pytest.raises(NumberOutOfRange) as refusal:
            decimal(given, name="share", **bounds)
        assert f"share must be {words}, not" in str(refusal.value)
        assert accepts(decimal, refusal.value.facts["example"], bounds)


class TestWhole:
    @pytest.mark.parametrize("given", [3, 3.0, "3", "3.0", "3e0", "30e-1", Decimal("3.00"), Fraction(3), np.int8(3)])
    def test_the_value_counts_and_not_its_spelling(self, given):
        assert whole(given, name="people") == 3
        assert type(whole(given, name="people")) is int

    @pytest.mark.parametrize("given", [1.5, "1.5", Fraction(7, 2), Decimal("0.1"), 5e-324, 0.1 + 0.2])
    def test_nothing_is_rounded(self, given):
        with pytest.raises(Refused) as refusal:
            whole(given, name="people")
        assert refusal.value.code == "number_not_whole"

    @pytest.mark.parametrize("given", [0, -1, 10**18, 10**400, "1e16"])
    def test_what_nobody_has_is_refused(self, given):
        with pytest.raises(NumberOutOfRange, match="people must be at least 1 and at most 1000000000000000"):
            whole(given, name="people", at_least=1)

    def test_the_ends_belong_to_it(self):
        assert whole(LARGEST_WHOLE, name="rows") == LARGEST_WHOLE
        assert whole(-LARGEST_WHOLE, name="rows") == -LARGEST_WHOLE
        assert [whole(n, name="rows", at_least=2, at_most=3) for n in (2, 3)] == [2, 3]

    def test_the_example_is_a_call_that_works(self):
        for bounds in ({"at_least": 2}, {"at_most": -2}, {"at_least": 5, "at_most": 5}):
            with pytest.raises(Refused) as refusal:
                whole("1.5", name="options", **bounds)
            assert accepts(whole, refusal.value.facts["example"], bounds)


def accepts(reader, value, bounds):
    try:
        return reader(value, name="number", **bounds) == Fraction(value)
    except NumberOutOfRange:
        return False
