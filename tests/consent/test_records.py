# SPDX-License-Identifier: Apache-2.0
"""Records from elsewhere: read as they were meant, or refused with the line and without a word of what it holds."""

import datetime as dt

import pytest

from consent.people import notice
from diffident.consent.record import Record, State
from diffident.consent.records import read
from diffident.errors import Refused

HEAD = "person,purpose,state,notice,at,until,by,how"
NOTICES = {"1": notice(days=10)}
AT = "2026-01-01T10:00:00+02:00"


def written(tmp_path, *lines, head=HEAD, encoding="utf-8-sig"):
    path = tmp_path / "records.csv"
    path.write_text("\n".join([head, *lines]), encoding=encoding)
    return str(path)


def test_a_line_is_what_somebody_said(tmp_path):
    path = written(
        tmp_path, f"7,research,given,1,{AT},,,", f'"a ""b""",teaching,refused,1,{AT},2026-03-01T00:00:00Z,guardian,form'
    )
    at = dt.datetime(2026, 1, 1, 8, tzinfo=dt.UTC)
    fine = {"notice": "1", "at": at}
    until = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)
    assert read(path, NOTICES) == (
        Record(person="7", purpose="research", state=State.GIVEN, until=at + dt.timedelta(days=10), **fine),
        Record(person='a "b"', purpose="teaching", state=State.REFUSED, until=until, by="guardian", how="form", **fine),
    )


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (f"Alice,research,perhaps,1,{AT},,,", "records_unreadable"),
        ("Alice,research,given,1,yesterday,,,", "records_unreadable"),
        ("Alice,research,given,1,2026-01-01T10:00:00,,,", "records_unreadable"),
        (f"Alice,research,given,1,{AT},9999-99-99,,", "records_unreadable"),
        ("Alice,research,given,1,9999-12-31T23:00:00+00:00,,,", "records_unreadable"),
        (f" ,research,given,1,{AT},,,", "records_unreadable"),
        ("Alice,research", "records_unreadable"),
        (f"Alice,research,given,1,{AT},,,,,", "records_unreadable"),
        (f'"Alice"x,research,given,1,{AT},,,', "records_unreadable"),
        (f"Alice,research,given,2,{AT},,,", "notice_unknown"),
    ],
)
def test_a_line_that_is_not_clear_is_refused_without_repeating_it(tmp_path, line, code):
    with pytest.raises(Refused) as refused:
        read(written(tmp_path, f"7,research,given,1,{AT},,,", line), NOTICES)
    assert refused.value.code == code
    assert "Alice" not in str(refused.value)
    assert "3" in str(refused.value) or '"Alice"x' in line


@pytest.mark.parametrize("head", ["person,purpose,state,notice", f"{HEAD},note", "", "person;purpose"])
def test_other_columns_are_refused_with_those_that_are_due(tmp_path, head):
    with pytest.raises(Refused, match="person, purpose, state, notice, at"):
        read(written(tmp_path, head=head), NOTICES)


def test_another_encoding_is_refused(tmp_path):
    with pytest.raises(Refused, match="UTF-8"):
        read(written(tmp_path, f"Åsa,research,given,1,{AT},,,", encoding="utf-16"), NOTICES)
