# SPDX-License-Identifier: Apache-2.0
"""Limits of what is computed: every value lies within them if those of the columns do."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.engine.memory import value
from diffident.question.expression import Call, Column, Literal
from diffident.question.intervals import interval
from diffident.question.limits import Bounds

LIMITS = {"x": Bounds.of(-3, 5), "y": Bounds.of(1, 2), "z": None}
X, Y, Z, ONE, NULL = Column("x"), Column("y"), Column("z"), Literal.of(1.0), Literal.of(None)
TWO = ("+", "-", "*", "/", "greatest", "least", "coalesce")
SINGLE = ("negative", "abs", "floor", "ceil", "round", "as number", "as integer")
formulas = st.recursive(
    st.sampled_from([X, Y, ONE, Literal.of(-2)]),
    lambda inner: (
        st.builds(lambda f, a, b: Call(f, (a, b)), st.sampled_from(TWO), inner, inner)
        | st.builds(lambda f, a: Call(f, (a,)), st.sampled_from(SINGLE), inner)
        | st.builds(lambda a, b: Call("case", (Call("<", (X, Literal.of(0.0))), a, b)), inner, inner)
    ),
    max_leaves=8,
)


@given(formulas, st.floats(-3, 5), st.floats(1, 2))
def test_every_value_lies_between_the_limits(formula, x, y):
    found, known = value(formula, {"x": x, "y": y}), interval(formula, LIMITS)
    if known is not None and found is not None:
        low, high = known
        slack = Fraction(1, 10**9) * (1 + abs(low) + abs(high))
        assert low - slack <= Fraction(found) <= high + slack


@pytest.mark.parametrize(
    ("formula", "ends"),
    [
        (X, (-3, 5)),
        (Z, None),
        (Column("elsewhere"), None),
        (Call("+", (X, Y)), (-2, 7)),
        (Call("-", (Y, X)), (-4, 5)),
        (Call("*", (X, X)), (-15, 25)),
        (Call("/", (X, Y)), (-3, 5)),
        (Call("/", (Y, X)), None),
        (Call("abs", (X,)), (0, 5)),
        (Call("negative", (X,)), (-5, 3)),
        (Call("greatest", (X, Y)), (1, 5)),
        (Call("least", (X, Y)), (-3, 2)),
        (Call("days", (Y,)), (1, 2)),
        (Call("sqrt", (Y,)), None),
        (Call("+", (X, Z)), None),
        (Call("greatest", (X, Z)), None),
        (Literal.of("text"), None),
        (Call("case", (NULL, X, Y)), (-3, 5)),
        (Call("case", (NULL, X, NULL)), (-3, 5)),
        (Call("case", (NULL, X, Z)), None),
        (Call("case", (NULL, NULL, NULL)), None),
        (Call("greatest", (ONE, Call("least", (Literal.of(9), Z)))), (1, 9)),
        (Call("least", (Literal.of(9), Call("greatest", (ONE, Z)))), (1, 9)),
        (Call("greatest", (ONE, Call("greatest", (Literal.of(9), Z)))), None),
        (Call("greatest", (Literal.of("a"), Call("least", (Literal.of("b"), Z)))), None),
        (Call("greatest", (ONE, Z)), None),
        (Call("negative", (Call("greatest", (ONE, Call("least", (Literal.of(9), Z)))),)), (-9, -1)),
    ],
    ids=str,
)
def test_limits_of_what_is_computed(formula, ends):
    assert interval(formula, LIMITS) == ends
