# SPDX-License-Identifier: Apache-2.0
"""Consent from the curator's door: a purpose for every question, and withdrawals that act from the next one that is paid."""

import pytest

import diffident as dd
from consent.people import hour, notice
from curator.audit.grammar import question
from curator.audit.replay import divergences, frozen, moves, sight
from curator.audit.tables import PEOPLE, STRANGER, neighbours
from curator.audit.tables import curator as audited
from diffident.errors import Refused
from diffident.ledger.ledger import Ledger
from diffident.question.catalog import EACH_ROW

ASK = "SELECT COUNT(*) AS n, AVG(stay) AS stay FROM visits"
NOTICES = (notice(),)
EVERYBODY = tuple(map(str, range(40)))


class Clock:
    """A clock that stands where it is put."""

    def __init__(self):
        self.now = hour(1)

    def __call__(self):
        return self.now


def visits():
    import pandas as pd

    return pd.DataFrame([{"patient": each % 40, "stay": float(each % 30)} for each in range(120)])


def curator(*, ledger=None, people=EVERYBODY, declared=NOTICES, clock=None, person="patient"):
    found = dd.Curator(
        name="hospital",
        budget=dd.Budget(epsilon=50),
        ledger=ledger or Ledger.memory(),
        person="patient",
        consent=declared,
        clock=clock or Clock(),
    )
    for each in people:
        found.consent.give(each, "research", notice="1", at=hour(0))
    rows = {"rows_per_person": 3} if person == "patient" else {}
    return found.add(visits(), name="visits", person=person, columns={"stay": dd.bounds(0, 60)}, **rows)


def counted(whole, epsilon="1", **more):
    with frozen(1):
        return whole.ask("SELECT COUNT(*) AS n FROM visits", epsilon=epsilon, purpose="research", **more).rows[0]["n"]


@pytest.mark.parametrize(("purpose", "code"), [(None, "purpose_missing"), ("gossip", "purpose_not_told")])
def test_a_question_has_a_purpose_that_people_were_told(purpose, code):
    whole = curator()
    for door in (whole.ask, whole.preview):
        with pytest.raises(Refused) as refused:
            door(ASK, epsilon="0.5", purpose=purpose)
        assert refused.value.code == code
    assert whole.left == whole.promise.cap


def test_only_people_who_consent_to_this_purpose_are_counted():
    assert counted(curator()) - counted(curator(people=EVERYBODY[:30])) == 30
    assert counted(curator()) - counted(curator(people=())) == 120
    whole = curator()
    with frozen(1):
        taught = whole.ask("SELECT COUNT(*) AS n FROM visits", epsilon="1", purpose="teaching").rows[0]["n"]
    assert counted(whole) - taught == 120


def test_a_withdrawal_acts_from_the_next_question_that_is_paid_for_and_moves_nothing_else():
    whole = curator()
    versions = {name: table.version for name, table in whole.tables.items()}
    before = whole.ask(ASK, epsilon="0.5", purpose="research")
    number = counted(whole)
    spent = whole.left
    whole.consent.withdraw("7", "research", at=hour(1))
    again = whole.ask(ASK, epsilon="0.5", purpose="research")
    assert (again.stored, whole.left) == (before.stored, spent), "what was released stays released, and costs nothing"
    assert {name: table.version for name, table in whole.tables.items()} == versions
    assert number - counted(whole, "1.000000001") == 3


def test_a_withdrawal_that_comes_after_paying_and_before_the_look_is_obeyed():
    def late():
        whole.consent.withdraw("7", "research", at=hour(1))
        return hour(1)

    whole = curator(clock=late)
    assert counted(curator()) - counted(whole) == 3


def test_a_consent_that_has_run_out_counts_no_longer():
    clock = Clock()
    whole = curator(clock=clock)
    number = counted(whole)
    clock.now = hour(0) + notice().validity
    assert number - counted(whole, "1.000000001") == 120


def test_whoever_opens_it_again_asks_under_consent(tmp_path):
    ledger = tmp_path / "ledger.db"
    number = counted(curator(ledger=ledger, people=EVERYBODY[:30]))
    opened = curator(ledger=ledger, people=(), declared=())
    with pytest.raises(Refused) as refused:
        opened.ask(ASK, epsilon="0.5")
    assert refused.value.code == "purpose_missing"
    assert counted(opened) == number


def test_price_identity_and_certificate_hold_the_policy_and_nobody_who_consents():
    offers = [curator(people=people).offer(ASK, epsilon="0.5", purpose="research") for people in (EVERYBODY, ())]
    assert offers[0].charge == offers[1].charge
    assert offers[0].certificate == offers[1].certificate
    assert [name for name in offers[0].certificate["tables"] if "consent to research" in name]
    for other in (
        curator().offer(ASK, epsilon="0.5", purpose="teaching"),
        curator(declared=(notice(), notice("2"))).offer(ASK, epsilon="0.5", purpose="research"),
    ):
        assert other.charge.key != offers[0].charge.key
        assert other.charge.price == offers[0].charge.price
    said = str(curator().ask(ASK, epsilon="0.5", purpose="research").certificate)
    assert "people who consent to research" in said


def test_nobody_is_told_how_many_consent():
    def shown(people):
        whole = curator(people=people)
        with frozen(1):
            answer = whole.ask("SELECT COUNT(*) AS n FROM visits WHERE stay > 100", epsilon="1", purpose="research")
        preview = whole.preview(ASK, epsilon="0.5", purpose="research")
        return [answer.stored, str(answer), repr(whole), str(preview), repr(whole.budget), repr(whole.consent)]

    assert shown(EVERYBODY) == shown(EVERYBODY[:1]) == shown(())


def test_rows_that_name_nobody_are_refused_before_paying():
    whole = curator(people=(), person=EACH_ROW)
    with pytest.raises(Refused) as refused:
        whole.ask(ASK, epsilon="0.5", purpose="research")
    assert refused.value.code == "consent_needs_person"
    assert whole.left == whole.promise.cap


def agreed(hospital, people, **more):
    """Return a curator of a hospital in which these people consent."""
    whole = audited(hospital, consent=NOTICES, clock=Clock(), **more)
    for person in map(str, people):
        whole.consent.give(person, "research", notice="1", at=hour(0))
    return whole


def test_asking_under_consent_is_asking_about_those_who_consent():
    visits, labs = neighbours(1)[1]
    people = {*range(0, PEOPLE, 2), STRANGER}
    under = agreed((visits, labs), people)
    about = audited(
        [[row for row in rows if row["patient"] in people] for rows in (visits, labs)], secret=under.engine.secret
    )
    everybody = audited((visits, labs), secret=under.engine.secret)
    different = 0
    for number in range(100, 116):
        text, noise_orders = question(number)
        ours = sight(under, text, number, noise_orders=noise_orders, purpose="research")
        theirs, all_ = (sight(each, text, number, noise_orders=noise_orders) for each in (about, everybody))
        assert [part for part, _ in ours.parts] == [part for part, _ in theirs.parts] != []
        different += [part for part, _ in ours.parts] != [part for part, _ in all_.parts]
    assert different > 10


@pytest.mark.parametrize("pair", range(2))
def test_neighbouring_registers_move_integers_within_reach_and_nothing_else(pair):
    hospital = neighbours(pair)[1]
    first = agreed(hospital, (*range(PEOPLE), STRANGER))
    second = agreed(hospital, (*range(PEOPLE), STRANGER), secret=first.engine.secret)
    second.consent.withdraw(str(STRANGER), "research", at=hour(1))
    moved = False
    for number in range(20 * pair, 20 * pair + 6):
        text, noise_orders = question(number)
        sights = [sight(each, text, number, noise_orders=noise_orders, purpose="research") for each in (first, second)]
        assert divergences(*sights) == []
        moved = moved or any(any(each) for each, _ in moves(*sights))
    assert moved
