# SPDX-License-Identifier: Apache-2.0
"""Several questions are one offer with one charge; what is stated of all of them is what composition says."""

import multiprocessing
from fractions import Fraction

import pytest

import diffident as dd
from curator.hospital import APPROXIMATE, ASK, curator, dies_in_a_batch, hospital
from diffident.curator.batch import batched
from diffident.curator.verify import Mark, verify
from diffident.curator.wanted import request
from diffident.errors import Refused
from diffident.privacy.accounting import pld
from diffident.privacy.accounting.renyi import divergence
from diffident.privacy.loss import Approx

TOTAL = "SELECT COUNT(*) AS n FROM visits"
AGES = [f"{TOTAL} WHERE age > {age}" for age in range(40)]
THREE = [ASK, TOTAL, AGES[30]]


def offered(whole, questions, **wanted):
    return batched(whole, questions, request(whole.promise, **wanted), None)


@pytest.mark.parametrize("budget", [{"epsilon": 3}, APPROXIMATE], ids=["pure", "approximate"])
def test_a_batch_is_paid_once_and_releases_what_each_would(budget):
    whole = curator(budget=budget)
    offer, before = offered(whole, THREE, epsilon="0.5"), whole.left
    batch = whole.batch(THREE, epsilon="0.5")
    assert before.units - whole.left.units == offer.charge.price.units
    assert len(whole.answers) == 1
    assert [list(answer.rows[0]) for answer in batch] == [
        list(whole.ask(each, epsilon="0.1").rows[0]) for each in THREE
    ]
    assert [part.law for answer in batch for part in answer.published.parts] == [
        one.law for each in offer.offers for one in each.noise
    ]
    assert whole.batch(THREE, epsilon="0.5")[2].stored == batch[2].stored
    assert batch[:2] == batch.answers[:2]
    assert "for 3 questions together" in str(batch)


def test_epsilon_is_the_total_of_all_of_them():
    offer = offered(curator(), THREE, epsilon="0.5")
    spent = sum(one.epsilon for each in offer.offers for one in each.noise)
    assert Fraction("0.4999999") < spent <= Fraction("0.5")


def test_groups_get_more_than_totals():
    wards, total, _ = offered(curator(), THREE, epsilon="0.5").offers
    assert wards.noise[0].epsilon == pytest.approx(3 * total.noise[0].epsilon)


def test_what_is_stated_of_a_batch_is_what_loss_distributions_say():
    whole = curator(budget=APPROXIMATE)
    offer = offered(whole, AGES, epsilon=1, delta="1e-6")
    noise = [one for each in offer.offers for one in each.noise]
    assert sum(one.epsilon for one in noise) > Fraction(13, 10), "composition buys something"
    assert pld.epsilon(noise, delta="1e-6") <= 1
    core = offer.offers[0].certificate
    assert core["price"]["epsilon"] == 1
    order = whole.promise.order
    apart = sum((divergence(one.loss, order)[0] for one in noise), Fraction(0))
    assert offer.charge.price.units >= min(apart, divergence(Approx(Fraction(1), Fraction(1, 10**6)), order)[0]) * 10**9


def test_each_answer_of_a_batch_has_a_certificate_that_holds():
    whole = curator(budget=APPROXIMATE)
    batch = whole.batch(AGES, epsilon=1, delta="1e-6")
    verified = verify(batch[3].certificate, whole.ledger)
    assert {"price", "table"} <= set(verified.marked(Mark.RECOMPUTED))
    assert "paid" in verified.marked(Mark.FOUND)
    louder = batch[3].certificate.as_json()
    louder["answer"]["certificate"]["together"]["stated"]["epsilon"] = "0.5"
    with pytest.raises(Refused) as refused:
        verify(louder)
    assert refused.value.code == "certificate_wrong"


def test_answers_of_a_batch_are_opened_again_one_by_one():
    whole = curator()
    batch = whole.batch(THREE, epsilon="0.5")
    for place in (1, 2, 3):
        assert whole.answers.open(1, question=place).rows == batch[place - 1].rows
    assert next(iter(whole.answers)).asked == THREE
    for number, place in ((1, 4), (1, 0), (2, 1)):
        with pytest.raises(Refused) as refused:
            whole.answers.open(number, question=place)
        assert refused.value.code == "no_such_answer"


def test_an_answer_of_a_batch_is_combined_and_offered_like_others():
    whole = curator(expected_people=4000)
    batch, alone = whole.batch(THREE, epsilon="0.5"), whole.ask(ASK, epsilon="0.5")
    assert batch[0].combine(alone).answers == (batch[0].stored, alone.stored)
    assert whole.preview(ASK, epsilon="0.2").cheaper[1].what == "answer 1 has it"


@pytest.mark.parametrize("questions", [THREE, THREE[:1]], ids=len)
def test_a_batch_that_was_cut_off_is_computed_under_its_charge(tmp_path, questions):
    process = multiprocessing.get_context("spawn").Process(target=dies_in_a_batch, args=(tmp_path / "l.db", questions))
    process.start()
    process.join()
    assert process.exitcode == 7
    whole = hospital(tmp_path / "l.db")
    left = whole.left
    assert left.units == 2_500_000_000
    assert list(whole.answers.open(1, question=len(questions)).rows[0])[-1].startswith(("n", "stay"))
    assert whole.left == left


@pytest.mark.parametrize(
    ("questions", "how", "code"),
    [
        ([], {"epsilon": 1}, "batch_size"),
        ([TOTAL] * 101, {"epsilon": 1}, "batch_size"),
        ([TOTAL], {}, "price_or_error"),
        ([TOTAL], {"within": {"n": 10}}, "batch_needs_epsilon"),
        ([TOTAL, "SELECT * FROM visits"], {"epsilon": 1}, "not_an_aggregate"),
        (THREE, {"epsilon": 1, "weights": {"gone": 1}}, "weights_unclear"),
    ],
)
def test_what_is_no_batch_is_refused_and_costs_nothing(questions, how, code):
    whole = curator()
    with pytest.raises(Refused) as refused:
        whole.batch(questions, **how)
    assert refused.value.code == code
    assert whole.left.units == 3 * 10**9


def test_questions_of_several_curators_have_several_promises():
    whole, other = curator(), curator()
    with pytest.raises(Refused) as refused:
        whole.batch([whole.sql(TOTAL), other.sql(TOTAL)], epsilon=1)
    assert refused.value.code == "batch_mixed"
    assert len(whole.batch([whole.sql(TOTAL), whole.group_by("ward").agg(n=dd.count())], epsilon=1)) == 2
