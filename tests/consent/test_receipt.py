# SPDX-License-Identifier: Apache-2.0
"""A receipt: what ISO/IEC TS 27560 wants a record of consent to hold, to be read by a person and by a program."""

import json

import pytest

from consent.people import hour, notice, register
from diffident.ledger.chain import Head
from diffident.ledger.verify import verify

WANTED = {
    "header": {"schema_version", "record_id", "receipt_id", "pii_principal_id"},
    "processing": {
        "privacy_notice",
        "notice_version",
        "language",
        "purpose",
        "personal_data",
        "controllers",
        "storage_location",
        "retention",
        "jurisdiction",
        "recipients",
        "withdrawal_method",
    },
    "event": {"event_time", "valid_until", "entity", "type", "state"},
}


@pytest.fixture
def receipt():
    return register().give("7", "research", notice="1", at=hour(1))


def test_every_mandatory_field_is_there_and_says_something(receipt):
    said = json.loads(json.dumps(receipt.as_json()))
    assert {section: set(said[section]) for section in WANTED} == WANTED
    assert all(field for section in WANTED for field in said[section].values())
    assert said["parties"] == [
        {
            "id": "controller 1",
            "name": "St. Ada",
            "address": "Main Road 1",
            "contact": "privacy@example.org",
            "type": "controller",
        }
    ]


def test_it_prints_all_that_it_holds(receipt):
    said, printed = receipt.as_json(), str(receipt)
    for section in WANTED:
        for field in said[section].values():
            for each in field if isinstance(field, list) else [field]:
                assert str(each) in printed
    for told in ("Main Road 1", "privacy@example.org", said["ledger"]):
        assert told in printed


def test_it_proves_what_the_ledger_was_told_and_counts_nobody():
    heard = register()
    receipt = heard.give("7", "research", notice="1", at=hour(1))
    told = heard.ledger.head
    heard.withdraw("7", "research", at=hour(2))
    assert receipt.ledger == told.hash
    assert verify(heard.ledger.store, receipt=Head(told.sequence, receipt.ledger))
    assert receipt.record in heard.history("7")
    assert str(told) not in str(receipt) + json.dumps(receipt.as_json())


def test_no_two_receipts_have_one_number():
    heard = register()
    first, second = (heard.give(person, "research", notice="1", at=hour(1)) for person in ("7", "8"))
    again = heard.give("7", "research", notice="1", at=hour(1))
    assert first.record.id == again.record.id
    assert len({each.id for each in (first, second, again)}) == 3
    assert first.notice == notice()
