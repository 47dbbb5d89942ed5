# SPDX-License-Identifier: Apache-2.0
"""A random order."""

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.source import Source
from diffident.randomness.uniform import natural


def permutation(n: int, source: Source) -> NDArray[np.int64]:
    """Return 0, ..., n - 1 in a random order.

    Guarantee:
        All n! orders are equally likely.
    Because:
        Uniform real numbers are all different and each of their orders is equally likely. 64 bits of each are compared,
        and where they are equal so are all orders of what follows, hence a random order of the equals decides.
    Checked by: tests/randomness/test_shuffle.py::test_equal_keys_are_ordered_at_random
    """
    keys = source.take(natural(n, name="n"), np.uint64)
    order = np.argsort(keys)
    different = keys[order][1:] != keys[order][:-1]
    if not different.all():
        for equals in np.split(order, np.flatnonzero(different) + 1):
            if equals.size > 1:
                equals[:] = equals[permutation(equals.size, source)]
    return order
