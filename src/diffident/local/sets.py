# SPDX-License-Identifier: Apache-2.0
"""A random set for each of many people, all sets of a size alike."""

import numpy as np
from numpy.typing import NDArray

from diffident.randomness.source import Source
from diffident.randomness.uniform import uniform_below


def some_of(count: int, among: int, people: int, source: Source) -> NDArray[np.bool_]:
    """Return for each person a row of marks, `count` of them among `among`.

    Guarantee:
        All rows with so many marks are equally likely, and people's rows are independent.
    Because:
        It is Floyd's rule: of the first j + 1 places one is drawn, and where it is taken already, the last of them. By
        induction all sets among the first j + 1 are alike.
    Checked by: tests/local/test_sets.py::test_all_sets_are_equally_likely_and_a_lazy_twin_is_noticed
    """
    marks = np.zeros((people, among), np.bool_)
    flat, begin = marks.ravel(), np.arange(people) * among
    for last in range(among - count, among):
        pick = begin + uniform_below(last + 1, people, source)
        flat[np.where(flat[pick], begin + last, pick)] = True
    return marks
