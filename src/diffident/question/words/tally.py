# SPDX-License-Identifier: Apache-2.0
"""Tally: for every cell, how many rows hold each whole number of a column. Here rows end and sealed integers begin."""

from dataclasses import dataclass

from diffident.question.words.by_keys import ByKeys


@dataclass(frozen=True, slots=True)
class Tally:
    """A number of rows for each cell and each whole number that a row of it holds; NULL is none.

    Which numbers occur is sealed with how often they do.

    Guarantee:
        One person moves all these numbers of rows together by at most as many as the person has rows.
    Because:
        A row is in at most one cell and holds at most one number.
    Checked by: tests/engine/test_words.py::test_a_row_counts_once_in_a_tally
    """

    by: ByKeys
    column: str
