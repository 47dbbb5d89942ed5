# SPDX-License-Identifier: Apache-2.0
"""A notice, a register in memory, and people who say all sorts of things about the use of their rows."""

import datetime as dt

from hypothesis import strategies as st

import diffident as dd
from diffident.consent.notice import Notice, Party
from diffident.consent.record import Record, State
from diffident.consent.register import Register
from diffident.ledger.ledger import Ledger

START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
HOURS = 48
PEOPLE = ("0", "1", "2", "3", "-7", str(2**62))
PURPOSES = ("research", "teaching")


def hour(number):
    return START + dt.timedelta(hours=number)


def notice(version="1", purposes=PURPOSES, **more):
    said = {
        "language": "en",
        "text": "https://example.org/notice",
        "personal_data": ("visits: ward, stay, age",),
        "controllers": (Party(name="St. Ada", address="Main Road 1", contact="privacy@example.org"),),
        "storage": "the hospital's own machines",
        "retention": "ten years",
        "jurisdiction": "EU",
        "recipients": ("researchers of the hospital",),
        "withdrawal": "diffident consent withdraw, or at the desk",
        "days": 1,
    }
    return Notice(version=version, purposes=purposes, **said | more)


def register(*notices):
    ledger = Ledger.memory()
    ledger.open("hospital", promise=dd.Budget(epsilon=3), person="patient")
    found = Register(ledger, "hospital")
    for each in notices or (notice(),):
        found.declare(each)
    return found


hours = st.integers(0, HOURS).map(hour)
records = st.lists(
    st.builds(
        Record,
        person=st.sampled_from(PEOPLE),
        purpose=st.sampled_from(PURPOSES),
        state=st.sampled_from([State.GIVEN, *State]),
        notice=st.sampled_from(["1", "2"]),
        at=hours,
        until=hours,
    ),
    max_size=30,
)
