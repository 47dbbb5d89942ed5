# SPDX-License-Identifier: Apache-2.0
"""The register: who consents follows from what each person said, in any order, and nothing that was said is lost."""

import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from consent.people import PEOPLE, hour, hours, notice, records, register
from diffident.consent.limit import Policy
from diffident.consent.record import Record, State
from diffident.consent.register import Register
from diffident.errors import Refused
from diffident.privacy.accounting.budget import Price

RESEARCH = Policy("research", ("1", "2"))
BOTH = (notice("1"), notice("2"))


def computed_anew(said, policy, now):
    """Return who consents, as a clerk finds it who goes through the log in the order of time, with a list in hand."""
    listed = {}
    for each in sorted(said, key=lambda record: record.at):
        if each.purpose != policy.purpose:
            continue
        holds = each.state is State.GIVEN and each.notice in policy.notices and each.at <= now < each.until
        at, held = listed.get(each.person, (None, True))
        listed[each.person] = each.at, holds and (held or at != each.at)
    return {person for person, (_, holds) in listed.items() if holds}


@given(said=records, now=hours)
@settings(max_examples=60)
def test_who_consents_is_what_anybody_would_compute_anew(said, now):
    heard = register(*BOTH)
    for some in (said[:10], said[10:]):  # what was heard before is not read again, and not forgotten
        heard.record(*some)
        heard.consenting(RESEARCH, now)
    again = Register(heard.ledger, "hospital")
    assert heard.consenting(RESEARCH, now) == again.consenting(RESEARCH, now) == computed_anew(said, RESEARCH, now)


@given(said=records, now=hours, person=st.sampled_from(PEOPLE), order=st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_nobody_elses_records_move_whether_somebody_consents(said, now, person, order):
    whole, alone, others = register(*BOTH), register(*BOTH), register(*BOTH)
    shuffled = list(said)
    order.shuffle(shuffled)
    whole.record(*shuffled)
    alone.record(*(each for each in said if each.person == person))
    others.record(*(each for each in said if each.person != person))
    found = whole.consenting(RESEARCH, now)
    assert found & {person} == alone.consenting(RESEARCH, now)
    assert found - {person} == others.consenting(RESEARCH, now)


def test_a_consent_holds_from_when_it_was_given_until_it_runs_out_or_is_withdrawn():
    heard = register()
    heard.give("7", "research", notice="1", at=hour(2))
    policy = heard.policy("research")
    assert [heard.consenting(policy, hour(each)) for each in (1, 2, 25, 26)] == [set(), {"7"}, {"7"}, set()]
    assert not heard.consenting(heard.policy("teaching"), hour(3))
    heard.withdraw("7", "research", at=hour(4))
    assert not heard.consenting(policy, hour(5))
    assert not heard.consenting(policy, hour(3)), "a clock that was put back revives nothing"
    heard.give("7", "research", notice="1", at=hour(6))
    assert heard.consenting(policy, hour(6)) == {"7"}
    heard.refuse("7", "research", notice="1", at=hour(6))
    assert not heard.consenting(policy, hour(6)), "of two words at one moment, that which forbids"


def test_an_old_paper_that_is_found_later_does_not_undo_a_withdrawal():
    heard = register()
    heard.withdraw("7", "research", at=hour(5))
    heard.give("7", "research", notice="1", at=hour(4))
    assert not heard.consenting(heard.policy("research"), hour(6))
    assert [each.state for each in heard.history("7")] == [State.WITHDRAWN, State.GIVEN]
    assert heard.history("8") == ()


def test_a_consent_reaches_as_far_as_the_notice_that_was_read():
    heard = register(notice("1", purposes=("research",)), notice("2"))
    with pytest.raises(Refused) as refused:
        heard.give("7", "teaching", notice="1", at=hour(1))
    assert refused.value.code == "purpose_not_told"
    assert heard.policy("research").notices == ("1", "2")
    assert heard.policy("teaching").notices == ("2",)
    heard.give("7", "teaching", notice="2", at=hour(1))
    assert heard.withdraw("7", "teaching", at=hour(2)).notice.version == "2"
    assert heard.withdraw("8", "research", at=hour(2)).notice.version == "2", "who never consented may withdraw as well"


def test_what_was_said_is_kept_whole_or_not_at_all():
    heard = register()
    fine = {"purpose": "research", "state": State.GIVEN, "at": hour(1), "until": hour(9)}
    with pytest.raises(Refused) as refused:
        heard.record(Record(person="7", notice="1", **fine), Record(person="8", notice="9", **fine))
    assert refused.value.code == "notice_unknown"
    assert heard.history("7") == ()
    with pytest.raises(Refused) as refused:
        heard.give("7", "research", notice="9", at=hour(1))
    assert refused.value.code == "notice_unknown"


def test_a_notice_that_people_read_keeps_its_words():
    heard = register()
    heard.declare(notice())
    assert list(heard.notices.values()) == [notice()]
    with pytest.raises(Refused) as refused:
        heard.declare(notice(retention="for ever"))
    assert refused.value.code == "notice_differs"


def test_purposes_may_spend_the_whole_promise_unless_less_was_set_aside():
    heard = register()
    assert heard.ledger.left("hospital", "research") == heard.ledger.left("hospital")
    heard.ledger.allow("hospital", {"research": Price(7)})
    heard.declare(notice("2"))
    assert heard.ledger.left("hospital", "research") == Price(7)


def test_without_a_notice_there_is_no_policy_and_with_one_a_question_has_a_purpose():
    heard = register()
    assert Register(heard.ledger, "elsewhere").policy(None) is None
    for purpose, code in ((None, "purpose_missing"), ("gossip", "purpose_not_told")):
        with pytest.raises(Refused) as refused:
            heard.policy(purpose)
        assert refused.value.code == code


@given(said=records)
@settings(max_examples=20)
def test_what_is_kept_is_what_was_said(said):
    assert [Record.read(each.stored()) for each in said] == said


def test_moments_have_a_zone_and_people_a_name():
    fine = {"person": "7", "purpose": "research", "state": State.GIVEN, "notice": "1", "at": hour(1), "until": hour(2)}
    for wrong, code in (({"at": dt.datetime(2026, 1, 1)}, "time_unclear"), ({"person": ""}, "ledger_name")):  # noqa: DTZ001 - that is what is wrong
        with pytest.raises(Refused) as refused:
            Record(**fine | wrong)
        assert refused.value.code == code
    zone = dt.timezone(dt.timedelta(hours=2))
    assert Record(**fine | {"at": dt.datetime(2026, 1, 1, 3, tzinfo=zone)}) == Record(**fine)


@pytest.mark.parametrize("field", ["text", "controllers", "withdrawal", "purposes", "retention"])
def test_a_notice_tells_all_that_people_must_be_told(field):
    with pytest.raises(Refused) as refused:
        notice(**{field: ""})
    assert refused.value.code == "notice_incomplete"


def test_nothing_shows_how_many_consent():
    heard = register()
    heard.record(
        *(
            Record(person=str(each), purpose="research", state=State.GIVEN, notice="1", at=hour(1), until=hour(9))
            for each in range(417)
        )
    )
    assert "417" not in repr(heard) + repr(heard.policy("research"))
    assert not hasattr(heard, "__len__")
