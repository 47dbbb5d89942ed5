# SPDX-License-Identifier: Apache-2.0
"""Tails of many sums at once: those that one after the other has."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.laws.at_once import tails
from diffident.privacy.laws.several import tail_of_several
from diffident.privacy.laws.weighted import Weighted

LAWS = [DiscreteLaplace(Fraction(each)) for each in ("0.3", "4", "20", "1000", "1e9")]
LAWS += [DiscreteGaussian(Fraction(each)) for each in ("0.5", "40", "2000", "1e8")]
LAWS += [Weighted.by_precision(LAWS[1:3])]


@pytest.mark.parametrize("law", LAWS, ids=str)
@pytest.mark.parametrize("draws", [2, 3])
def test_many_tails_are_those_of_one_after_the_other(law, draws):
    chance = np.random.default_rng(5)
    weights = chance.uniform(-1, 1, (draws, 60))
    weights[0, :3] = 1e-9
    weights[:2, 3] = 1  # three that are alike have another bound one by one
    far = chance.exponential(2 * law.sd, 60)
    far[4] = 0
    found = tails(law, weights, far)
    one = [tail_of_several(law, weights[:, place].tolist(), far[place]) for place in range(60)]
    assert found == pytest.approx(one, rel=1e-6, abs=1e-12)
