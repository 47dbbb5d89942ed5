# SPDX-License-Identifier: Apache-2.0
"""Two laws side by side: what floats may be off by is added on the side of more loss."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.accounting.pair import Mirrored, Pair
from diffident.privacy.accounting.response import Response

TOLD = Pair(np.array([0.75, 0.125]), np.array([0.125, 0.75]), only_p=0.125, only_q=0.125, relative=1e-3)


class Whispered(Mirrored):
    """A loss that knows no more than it must."""

    epsilon = None

    def pair(self, step):
        return TOLD

    def renyi(self, order):
        return Fraction(order)


@pytest.mark.parametrize("wrong", [-1e-3, -1e-4, 0.0, 1e-3])
def test_atoms_are_further_apart_than_whatever_the_floats_may_stand_for(wrong):
    """Laws off by up to e^relative, one way or the other, never exceed the atoms at any odds."""
    atoms = TOLD.atoms()
    true_p, true_q, told = TOLD.p * np.exp(wrong), TOLD.q * np.exp(-wrong), TOLD.only_p * np.exp(wrong)
    for c in np.exp(np.linspace(-3, 3, 61)):
        kept = np.maximum(atoms.p - c * atoms.q, 0).sum() + atoms.only_p
        true = np.maximum(true_p - c * true_q, 0).sum() + told
        further = np.maximum(TOLD.p * np.exp(2e-3) - c * TOLD.q, 0).sum() + TOLD.only_p * np.exp(2e-3)
        assert true <= kept + 1e-15 < further


def test_both_directions_are_the_pair():
    for loss in (Whispered(), Response(Fraction(1, 2))):
        away, back = loss.removal(0.1), loss.addition(0.1)
        assert (away.p == back.p).all()
        assert (away.q == back.q).all()
        assert away.only_p == back.only_p


def test_a_lattice_is_known_or_not():
    assert Whispered().pitch is None
    assert Response(Fraction(1, 2)).pitch == Fraction(1, 2)
