# SPDX-License-Identifier: Apache-2.0
"""Random sets: each as likely as any other of its size."""

from itertools import combinations

import numpy as np
import pytest

from contracts.fit import fits
from diffident.local.sets import some_of
from diffident.randomness.source import Source


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize(("count", "among"), [(1, 5), (2, 5), (4, 5), (3, 6)])
def test_all_sets_are_equally_likely_and_a_lazy_twin_is_noticed(count, among):
    marks = some_of(count, among, 30_000, Source.replay(5))
    drawn = [tuple(np.flatnonzero(row).tolist()) for row in marks]
    every = list(combinations(range(among), count))
    assert fits(drawn, dict.fromkeys(every, 1 / len(every)), 1e-9)
    twin = {each: (1.2 if 0 in each else 1.0) for each in every}
    assert not fits(drawn, {each: mass / sum(twin.values()) for each, mass in twin.items()}, 1e-9)


def test_all_and_none_are_sets():
    assert some_of(4, 4, 3, Source.replay(1)).all()
    assert not some_of(0, 4, 3, Source.replay(1)).any()
