# SPDX-License-Identifier: Apache-2.0
"""SumOfIntegers: for every cell the sums of some columns of integers. Here rows end and sealed integers begin."""

from dataclasses import dataclass

from diffident.question.words.by_keys import ByKeys


@dataclass(frozen=True, slots=True)
class SumOfIntegers:
    """An integer for each cell and column: the sum over the cell's rows, NULL counting as 0.

    Guarantee:
        One person moves the sums by at most the sum of what the person's rows hold in these columns.
    Because:
        Sums are of integers, exact in every order, in arithmetic too wide to overflow.
    Checked by: tests/engine/test_words.py::test_sums_are_exact_in_every_order
    """

    by: ByKeys
    columns: tuple[str, ...]
