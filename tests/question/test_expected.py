# SPDX-License-Identifier: Apache-2.0
"""How large groups are expected to be follows from planning facts, and from nothing else."""

from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.question.catalog import TableFacts
from diffident.question.expected import Expected, expected
from diffident.question.expression import Call, Column
from diffident.question.limits import Categories
from diffident.question.question import Key
from diffident.question.shape import Shape

WARD = Key(Column("ward"), Categories.of("A", "B", "C"))
SEX = Key(Column("sex"), Categories.of("f", "m"))
ICD = Key(Column("icd"), Categories.of(hidden=True))


def facts(people=600, **shape):
    return TableFacts(name="t", columns={}, expected_people=people, shape=Shape.of(shape, ["ward", "sex", "icd"]))


@pytest.mark.parametrize(
    ("keys", "limits", "found"),
    [
        ((), facts(), Expected(Fraction(600), Fraction(600))),
        ((WARD,), facts(), Expected(Fraction(200), Fraction(200))),
        ((WARD, SEX), facts(), Expected(Fraction(100), Fraction(100))),
        ((WARD,), facts(ward={"A": "0.5", "B": "0.4", "C": "0.1"}), Expected(Fraction(200), Fraction(60))),
        ((WARD, SEX), facts(ward={"A": "0.5", "C": "0.1"}), Expected(Fraction(100), Fraction(30))),
        ((ICD,), facts(icd=50), Expected(Fraction(50), Fraction(50))),
        ((ICD, SEX), facts(None, icd=50), Expected(Fraction(25), Fraction(25))),
        ((Key(Call(">", (Column("ward"),)), SEX.categories),), facts(ward={"A": 1}), Expected(Fraction(300), Fraction(300))),
        ((WARD,), facts(None), None),
        ((ICD,), facts(), None),
    ],
)  # fmt: skip
def test_groups_have_what_is_expected(keys, limits, found):
    assert expected(keys, limits) == found


@pytest.mark.parametrize(
    "given", [3, {"gone": 1}, {"ward": {}}, {"ward": {"A": 0}}, {"ward": {"A": 2}}, {"ward": "many"}, {"ward": None}]
)
def test_a_shape_that_says_nothing_is_refused(given):
    with pytest.raises(Refused):
        Shape.of(given, ["ward"])
