# SPDX-License-Identifier: Apache-2.0
"""What people, programs and attackers type where a number is due, and with which code each of it is refused."""

import inspect
import warnings
from decimal import Decimal
from fractions import Fraction
from time import process_time

import numpy as np

from diffident.errors import Refused, registry
from diffident.privacy.private import Private

LONGEST = 400  # characters of a refusal; more is a dump, not an answer
SLOWEST = 5  # processor seconds; a hang is worse than a refusal

NO_NUMBERS = [
    True,
    np.True_,
    "",
    "\u0661",
    " 1",
    "+1",
    "1_000",
    "0x1",
    "1/2",
    "one",
    "1; DROP TABLE visits",
    b"1",
    1j,
    [],
    [1],
    (0.5,),
    {},
    {"epsilon": 1},
    {1},
    object(),
    np.array([]),
    np.array(1),
    np.array([0.5]),
    np.datetime64("2026-11-19"),
    Private(1),
    int,
]
NOT_FINITE = [float("nan"), float("inf"), float("-inf"), np.float32("nan"), Decimal("sNaN"), "NaN", "-inf", "Infinity"]
HUGE = [10**400, 1e308, "1e308", Decimal("1e400"), Fraction(10**400)]
TINY = [1e-300, 5e-324, "1e-400", Fraction(1, 10**400)]
ENDLESS = ["1e999999999", "1" * 10**5, 10**10**4, Decimal("1e-999999")]
NOT_POSITIVE = [0, -0.0, -1, "-0.5", Decimal("-1e-9"), -(10**400)]
NOT_COUNTS = [0, -0.0, -1, "-2", Decimal(-3), -(10**400)]
NOT_WHOLE = [1.5, "0.5", Fraction(7, 3), 5e-324]
NO_ANSWERS = [None, 0, 1, "yes", "True", "false", np.True_, 1.0, []]


def each(code, values):
    return [(value, code) for value in values]


def privacy_number(name):
    return [
        *each("not_a_privacy_number", NO_NUMBERS),
        *each(f"{name}_not_finite", NOT_FINITE),
        *each(f"{name}_above_cap", HUGE),
        *each(f"{name}_below_floor", TINY),
        *each("number_too_long", ENDLESS),
    ]


NUMBER = [
    *each("not_a_privacy_number", NO_NUMBERS),
    *each("number_not_finite", NOT_FINITE),
    *each("number_too_long", ENDLESS),
]
BAD = {  # what a parameter is: what must be refused there
    "epsilon": [*privacy_number("epsilon"), *each("epsilon_not_positive", NOT_POSITIVE)],
    "rho": [*privacy_number("rho"), *each("rho_not_positive", NOT_POSITIVE)],
    "delta": [*privacy_number("delta"), *each("delta_negative", [-1, "-1e-9"]), *each("delta_above_cap", [1, 1.5])],
    "whole": [*NUMBER, *each("number_not_whole", NOT_WHOLE), *each("number_out_of_range", HUGE)],
    "count": [*NUMBER, *each("number_not_whole", NOT_WHOLE), *each("number_out_of_range", [*HUGE, *NOT_COUNTS])],
    "positive": [*NUMBER, *each("number_out_of_range", NOT_POSITIVE)],
    "share": [*NUMBER, *each("number_out_of_range", [*HUGE, -1, 2, "1.0000001"])],
    "flag": each("not_yes_or_no", NO_ANSWERS),
}
BAD["ranks"] = [
    *((value, code) for value, code in BAD["share"] if not isinstance(value, str | list | tuple)),
    *each("ranks_unusable", ["", [], (), "0.00001", [n / 100 for n in range(31)]]),
    *each("number_out_of_range", ["0.5 2", (0.5, -1)]),
]


def label(value):
    """Return a name for a test that is the same in every process."""
    return f"{type(value).__name__}-{ascii(value)[:12]}" if isinstance(value, str | float) else type(value).__name__


def refusal_of(call):
    """Return the refusal of a call, after judging its manners; None if it answers."""
    began = process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            call()
    except Refused as refusal:
        well_mannered(refusal)
        return refusal
    finally:
        assert process_time() - began < SLOWEST
    return None


def well_mannered(refusal):
    """Whatever was wrong, the refusal is one of ours, short, printable and the same everywhere."""
    assert registry()[refusal.code] is type(refusal)
    assert len(str(refusal)) < LONGEST
    assert str(refusal).isprintable()
    assert "?" not in refusal.said + refusal.advised or "?" in type(refusal).sentence + type(refusal).remedy
    assert refusal.__cause__ is None


def parameters(function):
    """Return the names of what a function takes by name."""
    return [name for name, each in inspect.signature(function).parameters.items() if each.kind is each.KEYWORD_ONLY]
