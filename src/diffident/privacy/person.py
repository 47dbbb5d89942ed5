# SPDX-License-Identifier: Apache-2.0
"""Who is protected, and against which change: a person with all their rows is added or removed, or their rows change."""

from enum import Enum


class Neighbours(Enum):
    """Which two tables a mechanism must make hard to tell apart; one ledger never mixes the two.

    >>> Neighbours("replace").moves
    2
    """

    ADD_REMOVE = "add_remove"  # the number of people is private
    REPLACE = "replace"  # the number of people is declared

    @property
    def moves(self) -> int:
        """How many people are added or removed on the way from one neighbour to the other."""
        return 1 if self is Neighbours.ADD_REMOVE else 2
