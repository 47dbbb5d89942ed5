# SPDX-License-Identifier: Apache-2.0
"""One thread of a process at a time, and nothing taken along into a fork: SQLite must not be forked while it works."""

import os
import threading
from typing import Final, Protocol
from weakref import WeakSet

TURN: Final = threading.RLock()


class Held(Protocol):
    """Something of this process that a child must not use."""

    def let_go(self) -> None:
        """Forget it, without a trace in the files that the parent still uses."""


_HELD: Final[WeakSet[Held]] = WeakSet()


def keep(held: Held) -> None:
    """Remember what a child must let go of; whoever calls this has its turn."""
    _HELD.add(held)


def _in_child() -> None:
    for held in list(_HELD):
        held.let_go()
    _HELD.clear()
    TURN.release()


# Where nobody forks, a dict keeps the three for nothing.
getattr(os, "register_at_fork", dict)(before=TURN.acquire, after_in_parent=TURN.release, after_in_child=_in_child)
