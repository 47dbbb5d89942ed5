# SPDX-License-Identifier: Apache-2.0
"""What people are told before they are asked: who uses what, for which purposes, for how long, and how to withdraw."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from diffident.errors import Refused
from diffident.exact import canonical
from diffident.exact.number import whole
from diffident.ledger.entry import name

VERSION: Final = 1  # of how notices are stored
LONGEST: Final = 36_525  # days: nobody consents for more than a hundred years


class NoticeIncomplete(Refused):
    """A notice that leaves out what people must be told."""

    code = "notice_incomplete"
    sentence = "The notice does not say its {missing}."
    remedy = "A record of consent needs it: write {missing}= in plain words."


class PurposeMissing(Refused):
    """A question that does not say what it is for, about people who consent to purposes."""

    code = "purpose_missing"
    sentence = "These people consent to purposes, and the question names none."
    remedy = "Write purpose= with one of: {known}."


class PurposeNotTold(Refused):
    """A purpose that no notice tells people about."""

    code = "purpose_not_told"
    sentence = "No notice tells people about the purpose {purpose}."
    remedy = "Name one of: {known}; or declare a notice that tells about it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """Somebody who decides about the data, and where they are reached."""

    name: str
    address: str
    contact: str
    kind: str = "controller"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One version of a privacy notice: what a record of consent refers to, with the fields of ISO/IEC TS 27560.

    `text` is the notice or where it can be read. A consent given after reading it holds for `days`.
    """

    version: str
    language: str
    text: str
    purposes: tuple[str, ...]
    personal_data: tuple[str, ...]
    controllers: tuple[Party, ...]
    storage: str
    retention: str
    jurisdiction: str
    recipients: tuple[str, ...]
    withdrawal: str
    days: int

    def __post_init__(self) -> None:
        missing = [field for field, said in asdict(self).items() if field != "days" and not said]
        if missing:
            raise NoticeIncomplete(missing=missing[0])
        for given in (self.version, *self.purposes):
            name(given, what="A version or purpose of a notice")
        whole(self.days, name="days", at_least=1, at_most=LONGEST)

    @property
    def validity(self) -> dt.timedelta:
        """How long a consent holds."""
        return dt.timedelta(days=self.days)

    def stored(self) -> bytes:
        """Return the bytes in which a notice is kept."""
        return canonical.encode({"form": VERSION, **asdict(self)})

    @classmethod
    def read(cls, stored: bytes) -> "Notice":
        """Return the notice that was kept."""
        said: Any = canonical.decode(stored)
        fields = {field: _tuple(given) for field, given in said.items() if field != "form"}
        parties = tuple(Party(**party) for party in fields.pop("controllers"))
        return cls(**fields, controllers=parties)


def purpose_of(given: str | None, notices: Mapping[str, Notice]) -> str:
    """Return the purpose of a question, or refuse one that people were not told about."""
    known = dict.fromkeys(purpose for notice in notices.values() for purpose in notice.purposes)
    if given is None:
        raise PurposeMissing(known=", ".join(known))
    if given not in known:
        raise PurposeNotTold(purpose=ascii(given), known=", ".join(known))
    return given


def _tuple(given: Any) -> Any:  # noqa: ANN401 - plain data
    return tuple(given) if isinstance(given, list) else given
