# SPDX-License-Identifier: Apache-2.0
"""CountOfKeys: how many different people have each combination of keys, for keys that nobody can list."""

from dataclasses import dataclass

from diffident.question.words.rows import Rows


@dataclass(frozen=True, slots=True)
class CountOfKeys:
    """A sealed mapping from each combination of the keys that occurs to the number of different people who have it.

    Guarantee:
        One person moves each number by at most one, and as many of them as the person's rows hold combinations.
    Because:
        People are counted, not rows.
    Checked by: tests/engine/test_words.py::test_people_are_counted_once_for_a_key
    """

    rows: Rows
    keys: tuple[str, ...]
