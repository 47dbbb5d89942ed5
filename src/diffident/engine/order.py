# SPDX-License-Identifier: Apache-2.0
"""The rule by which Truncate keeps things, and the order that it numbers them in, once for all engines.

Of c things in order, k are kept evenly spaced: number r if (r k + a) mod c < k. The start a is a slice of the person's
keyed hash, one slice a stage; in the person's j-th kept group it is shifted by j c 89 div 144 (89/144 is close to the
golden ratio), so that groups complement each other.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

from diffident.question.expression import Value
from diffident.question.meaning import key

SLICE = 15  # hexadecimal digits of a start: 60 bits
APART = 16  # digits from the beginning of one slice to the next
GROUPS, ROWS, TOTAL = range(3)  # which slice which stage takes
TURN, OF = 89, 144


def start(secret: str, person: Value, stage: int) -> int:
    """Return where a person's choice starts at a stage.

    Guarantee:
        It is a function of the secret and the person, the same on every engine.
    Because:
        It is read off SHA-256 of both written as text; persons are whole numbers or text, which have one spelling.
    Checked by: tests/engine/test_truncate.py::test_nobody_elses_rows_move_what_is_kept
    """
    digest = hashlib.sha256(f"{secret}|{person}".encode()).hexdigest()
    return int(digest[APART * stage : APART * stage + SLICE], 16)


def kept(count: int, most: int, begin: int) -> Sequence[int]:
    """Return which of so many things in order are kept.

    Guarantee:
        They are min(count, most) many, and each thing is kept for equally many of the starts.
    Because:
        With g the common divisor of both, r most mod count takes each multiple of g as often as any other, g times in
        all; shifted, it meets the `most` residues below `most` just `most` times. All starts together shift a thing
        through every residue once.
    Checked by: tests/engine/test_truncate.py::test_each_thing_is_kept_for_equally_many_starts

    >>> kept(5, 2, 0), kept(2, 3, 7)
    ([0, 3], [0, 1])
    """
    return [r for r in range(count) if count <= most or (r * most + begin) % count < most]


def shifted(begin: int, group: int, count: int) -> int:
    """Return the start in a person's group of this number, which has so many rows.

    Guarantee:
        It is a function of the person's own start, groups and rows.
    Because:
        It is computed from these alone.
    Checked by: tests/engine/test_truncate.py::test_nobody_elses_rows_move_what_is_kept
    """
    return begin % count + group * count * TURN // OF


def rank(value: Value) -> Any:  # noqa: ANN401 - something that can be compared
    """Return what a value is ordered by: NULL first, text by its bytes, NaN behind all numbers.

    Guarantee:
        Values that tie are equal, so it does not matter which of them is kept.
    Because:
        Text is compared whole, numbers by their value; NaN equals itself, and 0 equals -0.
    Checked by: tests/engine/test_agreement.py::test_engines_find_the_same_integers_for_random_plans

    >>> sorted(["b", None, "a"], key=rank)
    [None, 'a', 'b']
    """
    return value is not None, 0 if value is None else key(value.encode() if isinstance(value, str) else value)
