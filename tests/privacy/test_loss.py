# SPDX-License-Identifier: Apache-2.0
"""A loss is an exact number that is not negative, or it does not exist."""

from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.privacy.loss import Approx, Pure, RenyiCurve


@pytest.mark.parametrize("wrong", [Fraction(-1, 2), -1, 0.5, "1", None, True, float("nan")])
def test_negative_losses_and_floats_are_refused(wrong):
    right = Fraction(1)
    for build in (Pure, RenyiCurve, lambda x: Approx(x, right), lambda x: Approx(right, x)):
        with pytest.raises(Refused, match="loss_impossible"):
            build(wrong)


def test_a_loss_of_nothing_exists():
    assert Pure(Fraction(0)) != Pure(Fraction(1))
    assert (RenyiCurve(Fraction(0)), Approx(Fraction(0), Fraction(0))) == (
        RenyiCurve(Fraction(0)),
        Approx(Fraction(0), Fraction(0)),
    )
