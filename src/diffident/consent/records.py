# SPDX-License-Identifier: Apache-2.0
"""Records of consent from elsewhere: a CSV file in UTF-8, a line for each word of a person."""

import csv
import datetime as dt
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from diffident.consent.notice import Notice
from diffident.consent.record import Record, State
from diffident.consent.register import NoticeUnknown
from diffident.errors import Refused
from diffident.exact.declared import content

NEEDED: Final = ("person", "purpose", "state", "notice", "at")
OTHERS: Final = ("until", "by", "how")


class RecordsUnreadable(Refused):
    """A file of records with a line that says nothing clear; what it holds is not repeated, for it is somebody's."""

    code = "records_unreadable"
    sentence = "Line {line} of these records cannot be kept: {problem}."
    remedy = "Nothing was kept. Mend that line; the first one names the columns: {columns}."


def read(path: str, notices: Mapping[str, Notice]) -> tuple[Record, ...]:
    """Return what a file says, or refuse at the first line that is not clear.

    A consent without `until` holds as long as its notice says.
    """
    try:
        text = content(Path(path)).decode("utf-8-sig")
        return tuple(_records(csv.DictReader(text.splitlines(), strict=True), notices))
    except UnicodeDecodeError:
        raise _unreadable(1, "it is not in UTF-8") from None
    except csv.Error:
        raise _unreadable(1, "it is no CSV") from None


def _records(lines: "csv.DictReader[str]", notices: Mapping[str, Notice]) -> Iterator[Record]:
    named = set(lines.fieldnames or ())
    if not set(NEEDED) <= named <= {*NEEDED, *OTHERS}:
        raise _unreadable(1, "its columns are others")
    for line in lines:
        if None in line or None in line.values():
            raise _unreadable(lines.line_num, "it has more or fewer columns than the first")
        yield _record(line, lines.line_num, notices)


def _record(line: Mapping[str, str], number: int, notices: Mapping[str, Notice]) -> Record:
    """Return the record of a line."""
    notice = notices.get(line["notice"])
    if notice is None:
        raise NoticeUnknown(version=f"that line {number} names", known=", ".join(notices))
    try:
        at = dt.datetime.fromisoformat(line["at"])
        until = dt.datetime.fromisoformat(line["until"]) if line.get("until") else at + notice.validity
        said = {name: line[name] for name in ("person", "purpose", "notice")}
        more = {name: line[name] for name in ("by", "how") if line.get(name)}
        return Record(**said, **more, state=State(line["state"]), at=at, until=until)
    except (ValueError, OverflowError):
        raise _unreadable(number, "its state or its times are not readable") from None
    except Refused as refusal:
        raise _unreadable(number, refusal.code) from None


def _unreadable(line: int, problem: str) -> RecordsUnreadable:
    return RecordsUnreadable(line=line, problem=problem, columns=", ".join((*NEEDED, *OTHERS)))
