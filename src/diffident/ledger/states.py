# SPDX-License-Identifier: Apache-2.0
"""The life of a charge, as a table without a way back.

What failed stays spent: the failure was seen, so whoever wants the answer still pays once more, and says so. Silently
paying again would let a script that retries empty a promise; silently trying again would be a second answer for one
price. What was cut off before anybody saw anything is different: it is computed again under the charge already paid.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from diffident.errors import Refused


class NoWayBack(Refused):
    """A step that the life of a charge does not have."""

    code = "no_way_back"
    sentence = "A charge that is {state} cannot {event}."
    remedy = "Make a new charge; what was paid stays paid, and what was published stays as it is."


class State(Enum):
    """Where a charge stands. Nothing is stored of one that was only asked for."""

    ASKED = "asked"
    RESERVED = "reserved"  # paid, and its answer not there yet
    PUBLISHED = "published"  # paid, and its answer there for good
    SPENT = "spent"  # paid, and nothing came of it


class Event(Enum):
    """What happens to a charge."""

    RESERVE = "reserve"
    RESUME = "resume"  # whoever paid is gone, and somebody else computes under the same charge
    PUBLISH = "publish"
    FAIL = "fail"


NEXT: Final[Mapping[tuple[State, Event], State]] = MappingProxyType(
    {
        (State.ASKED, Event.RESERVE): State.RESERVED,
        (State.RESERVED, Event.RESUME): State.RESERVED,
        (State.RESERVED, Event.PUBLISH): State.PUBLISHED,
        (State.RESERVED, Event.FAIL): State.SPENT,
    }
)


def after(state: State, event: Event) -> State:
    """Return where a charge stands after an event, or refuse the event.

    >>> after(State.RESERVED, Event.FAIL)
    <State.SPENT: 'spent'>
    """
    if (state, event) not in NEXT:
        raise NoWayBack(state=state.value, event=event.value)
    return NEXT[state, event]


def steps() -> Iterator[tuple[str, str]]:
    """Yield every step between stored states, which the database allows and no other.

    >>> list(steps())
    [('reserved', 'reserved'), ('reserved', 'published'), ('reserved', 'spent')]
    """
    for (before, _), behind in NEXT.items():
        if before is not State.ASKED:
            yield before.value, behind.value


def printed() -> str:
    """Return the table for a person to read.

    >>> print(printed())
    asked      reserve  -> reserved
    reserved   resume   -> reserved
    reserved   publish  -> published
    reserved   fail     -> spent
    """
    return "\n".join(f"{state.value:10} {event.value:8} -> {behind.value}" for (state, event), behind in NEXT.items())
