# SPDX-License-Identifier: Apache-2.0
"""The one place where people's rows meet a model: each row adds a bounded vector of integers, and only sums go on.

It opens what an engine has sealed, bounds and adds, and seals again; it draws no noise and decides nothing.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from diffident.engine.engine import Batch, Engine
from diffident.learn.layout import Block, Integers, Layout
from diffident.privacy.private import Private
from diffident.privacy.unseal import unseal
from diffident.question.words import Rows

BLOCKS_TOGETHER: Final = 512  # sums of a block are below 2^53, so sums of these are below 2^62
Held = Private[Sequence[Block]]


class Contribution(Protocol):
    """What each row adds to a sum: a public function of the row's integers, of bounded length for every row there is."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the sum."""
        ...

    @property
    def l1(self) -> int:
        """The most that one row's numbers add up to."""
        ...

    @property
    def l2_squared(self) -> int:
        """The most that the squares of one row's numbers add up to."""
        ...

    def of(self, block: Block) -> Integers:
        """Return the exact sum over the rows of a block; no number of it reaches 2^53."""
        ...


@runtime_checkable
class Whole(Protocol):
    """What is computed from all rows at once, moved by each row by no more than it says."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of what is computed."""
        ...

    @property
    def l1(self) -> int:
        """The most by which one row moves the numbers, added up."""
        ...

    @property
    def l2_squared(self) -> int:
        """The most that the squares of these moves add up to."""
        ...

    def whole(self, blocks: Sequence[Block]) -> Integers:
        """Return what is computed."""
        ...


def held(engine: Engine, rows: Rows, layout: Layout) -> Held:
    """Return the integers of all rows, sealed, for as many passes as follow: two bytes a number.

    Guarantee:
        They are a list of blocks, in which every row that the words leave a person stands once, as the integers of
        `Layout.blocks`: a person's integers are the same whatever other rows there are, in whatever order and batches.
    Because:
        The engine hands each row over once; a row's integers depend on that row alone, and nothing here looks at two.
    Checked by: tests/learn/test_contribution.py::test_a_persons_integers_are_the_same_whatever_is_beside_them
    """
    blocks: list[Block] = []

    def take(batch: Private[Batch]) -> None:
        blocks.extend(layout.blocks(unseal(batch)))

    engine.feed(rows, layout.columns, take)
    return Private(blocks)


def total(rows: Held, contribution: Contribution | Whole) -> Private[NDArray[Any]]:
    """Return the sum of what all rows add, sealed; or what is computed from all of them, which owes its own proof.

    Guarantee:
        It is the exact sum. One row moves it by at most `l1` in sum and `l2_squared` in sum of squares, and a person
        with k rows by at most k vectors of these lengths (`Reach.of_vectors`).
    Because:
        Sums over a block are exact integers below 2^53, those of 512 blocks fit 64 bits, and Python's integers add the
        rest. An exact sum does not depend on order, and each row is in one block.
    Checked by: tests/learn/test_contribution.py::test_one_row_moves_a_sum_by_no_more_than_it_says
    """
    blocks = unseal(rows)
    if isinstance(contribution, Whole):
        return Private(contribution.whole(blocks))
    sums = np.zeros(contribution.shape, dtype=object)
    for first in range(0, len(blocks), BLOCKS_TOGETHER):
        part = np.zeros(contribution.shape, dtype=np.int64)
        for block in blocks[first : first + BLOCKS_TOGETHER]:
            part += contribution.of(block)
        sums = sums + part.astype(object)
    return Private(sums)
