# SPDX-License-Identifier: Apache-2.0
"""What one person said at one moment about one purpose, and what all of it together means at another."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from diffident.errors import Refused
from diffident.exact import canonical
from diffident.ledger.entry import name

VERSION: Final = 1  # of how records are stored


class TimeUnclear(Refused):
    """A time of day that is another moment elsewhere."""

    code = "time_unclear"
    sentence = "The time of a consent must be a moment: a date and time with its zone."
    remedy = 'Write it like "2026-11-19T10:00:00+00:00".'


class State(Enum):
    """What somebody said, or what became of it."""

    GIVEN = "given"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One event: a person, a purpose, what was said to which version of the notice, when, and until when it holds.

    `person` is the id under which the person's rows stand, as text. `by` says who spoke, `how` in which way.
    """

    person: str
    purpose: str
    state: State
    notice: str
    at: dt.datetime
    until: dt.datetime
    by: str = "self"
    how: str = "explicit"

    def __post_init__(self) -> None:
        name(self.person, what="A person")
        for field in ("at", "until"):
            object.__setattr__(self, field, moment(getattr(self, field)))

    @property
    def id(self) -> str:
        """The number of the record: a digest of what it says."""
        return canonical.digest(self.as_json())

    def as_json(self) -> dict[str, object]:
        """Return the record as plain data."""
        return {
            "form": VERSION,
            "person": self.person,
            "purpose": self.purpose,
            "state": self.state.value,
            "notice": self.notice,
            "at": self.at.isoformat(),
            "until": self.until.isoformat(),
            "by": self.by,
            "how": self.how,
        }

    def stored(self) -> bytes:
        """Return the bytes in which a record is kept."""
        return canonical.encode(self.as_json())

    @classmethod
    def read(cls, stored: bytes) -> "Record":
        """Return the record that was kept."""
        said: Any = canonical.decode(stored)
        times: dict[str, Any] = {field: dt.datetime.fromisoformat(said[field]) for field in ("at", "until")}
        del said["form"]
        return cls(**said | times | {"state": State(said["state"])})


def moment(given: dt.datetime) -> dt.datetime:
    """Return a moment in universal time, or refuse a time without a zone."""
    if given.tzinfo is None:
        raise TimeUnclear
    return given.astimezone(dt.UTC)


def consents(said: Iterable[Record], notices: Iterable[str], now: dt.datetime) -> bool:
    """Return whether a person consents, by what this person said about one purpose.

    The latest words count, in whatever order they came in: all of that moment must be consents to one of these notices
    that have begun and not run out. So a clock that was put back revives no consent that was withdrawn.

    Guarantee:
        It depends on one person's own records, the notices and the clock.
    Because:
        Nothing else is given.
    Checked by: tests/consent/test_register.py::test_who_consents_is_what_anybody_would_compute_anew
    """
    words = tuple(said)
    latest = max((each.at for each in words), default=now)
    last = [each for each in words if each.at == latest]
    return bool(last) and all(
        each.state is State.GIVEN and each.notice in notices and each.at <= now < each.until for each in last
    )
