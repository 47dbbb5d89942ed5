# SPDX-License-Identifier: Apache-2.0
"""A random k of n."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.exact.number import whole
from diffident.randomness.shuffle import permutation
from diffident.randomness.source import Source
from diffident.randomness.uniform import natural, uniform_below

CROWDED = 16  # fewer numbers than this for one that is wanted: ordering all is quicker than drawing again


def subset(n: int, k: int, source: Source) -> NDArray[Any]:
    """Return k of the numbers 0, ..., n - 1 in rising order.

    Guarantee:
        All sets of k are equally likely.
    Because:
        The first k of a random order are any set alike. So are the first k different numbers of a uniform sequence, by
        symmetry: never more are drawn than are missing, so the last one drawn is the k-th different one.
    Checked by: tests/randomness/test_subset.py::test_all_sets_are_equally_likely
    """
    among = natural(n, name="n")
    wanted = whole(k, name="k", at_least=0, at_most=among)
    if among < CROWDED * wanted:
        return np.sort(permutation(among, source)[:wanted])
    chosen = np.empty(0, np.int64)
    while chosen.size < wanted:
        chosen = np.unique(np.concatenate([chosen, uniform_below(among, wanted - chosen.size, source)]))
    return chosen
