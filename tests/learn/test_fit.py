# SPDX-License-Identifier: Apache-2.0
"""A fit pays first, is priced for what it releases, and moves with one person no further than that."""

import numpy as np
import pytest

import diffident as dd
from diffident.curator.answers import AnswerIsAModel
from diffident.curator.fit import terms
from diffident.exact import canonical
from diffident.learn import LinearRegression, contribution
from diffident.learn.estimator import TargetMissing
from diffident.learn.frame import RowsDoNotMatch
from diffident.ledger.entry import Charge
from diffident.privacy.accounting import Price
from diffident.privacy.unseal import unseal

SELECT = "SELECT age, ward, stay FROM visits"


def visits(without=None, patients=60):
    import pandas as pd

    rows = [
        {"patient": i % patients, "ward": "ABC"[i % 3], "stay": float(i % 30), "age": i % 90}
        for i in range(4 * patients)
    ]
    return pd.DataFrame([row for row in rows if row["patient"] != without])


def hospital(data=None, *, budget=None, ledger="memory"):
    return dd.protect(
        visits() if data is None else data,
        name="visits",
        person="patient",
        rows_per_person=3,
        columns={
            "ward": dd.categories("A", "B", source="ward list"),
            "stay": dd.bounds(0, 60, source="codebook"),
            "age": dd.bounds(0, 110, source="codebook p. 2"),
        },
        budget=dd.Budget(**(budget or {"epsilon": 3, "delta": "1e-6", "typical": "0.1"})),
        ledger=ledger,
    )


def model(**more):
    return LinearRegression(epsilon="0.2", delta="1e-8", **more)


def test_a_fit_is_paid_from_the_promise_and_served_again_for_nothing(tmp_path):
    curator = hospital(ledger=tmp_path / "ledger.db")
    first = curator.fit(model(), SELECT, target="stay")
    spent = curator.ledger.spent("visits")
    assert spent != Price(0)
    again = hospital(ledger=tmp_path / "ledger.db").fit(model(), SELECT, target="stay")
    assert (again.coef_ == first.coef_).all()
    assert curator.ledger.spent("visits") == spent
    other = curator.fit(model(fit_intercept=False), SELECT, target="stay")
    assert curator.ledger.spent("visits") > spent
    assert other.coef_.shape == first.coef_.shape == (3,), "age, and one for each ward"
    assert str(curator.answers).count(SELECT) == 2
    with pytest.raises(AnswerIsAModel):
        curator.answers.open(1)


def test_the_price_is_gone_before_the_first_row_is_read(monkeypatch):
    curator = hospital()

    def look(*_):
        assert curator.ledger.spent("visits") != Price(0)
        raise RuntimeError

    monkeypatch.setattr("diffident.learn.fit.held", look)
    with pytest.raises(RuntimeError):
        curator.fit(model(), SELECT, target="stay")
    assert curator.ledger.spent("visits") != Price(0), "a failure costs"


def test_the_price_is_not_below_the_loss():
    for budget in ({"epsilon": 3}, {"epsilon": 3, "delta": "1e-6", "typical": "0.1"}):
        curator = hospital(budget=budget)
        asked = LinearRegression(epsilon="0.2") if len(budget) == 1 else model()
        offer = asked.offer(terms(curator, SELECT, None, None), "stay")
        alone = curator.promise.price(*(one.loss for one in offer.noise))
        assert offer.charge.price <= alone
        assert offer.charge.price.units > 0
        if len(budget) == 1:
            assert 199_999_990 < offer.charge.price.units <= 200_000_000, "epsilon is the total"


def test_neighbours_move_what_is_blurred_by_no_more_than_the_reach():
    whole = hospital()
    offer = model().offer(terms(whole, SELECT, None, None), "stay")
    sums = offer.lesson.parts[0].of
    everybody = unseal(contribution.total(contribution.held(whole.engine, offer.rows, offer.layout), sums))
    for patient in range(0, 60, 9):
        without = hospital(visits(without=patient))
        same = type(whole.engine)(whole.engine.secret).also(
            without.catalog.table("visits"), without.engine.sources["visits"]
        )
        rest = unseal(contribution.total(contribution.held(same, offer.rows, offer.layout), sums))
        moved = (everybody - rest).ravel()
        assert 0 < sum(int(each) ** 2 for each in moved) <= offer.lesson.parts[0].reach(3).l2_squared


def test_a_certificate_says_what_was_done():
    fitted = hospital().fit(model(), SELECT, target="stay")
    core = fitted.certificate_
    assert core["limits"] == {"rows_per_person": 3}
    assert [part["mechanism"]["mechanism"] for part in core["parts"]] == ["gaussian"] * 4
    assert [name for name, *_ in core["features"]] == ["age", "ward=A", "ward=B"]
    assert canonical.decode(canonical.encode(core)) == core
    assert 'under the promise "visits" for epsilon 0.2' in fitted.privacy_
    assert "per patient, who counts with at most 3 rows" in fitted.privacy_


def test_each_fit_of_rows_in_hand_pays_and_a_clone_shares_the_curator():
    from sklearn.base import clone

    curator, data = hospital(), visits()
    learner = model(curator=curator, bounds=(0, 110), target_bounds=(0, 60), rows_per_person=3)
    X, y = data[["age"]], data["stay"]
    learner.fit(X, y, person=data["patient"])
    once = curator.ledger.spent("visits")
    copied = clone(learner)
    assert copied.curator is curator
    copied.fit(X, y, person=data["patient"])
    assert curator.ledger.spent("visits") == once + once


def test_a_fit_without_a_curator_is_a_promise_of_its_own():
    data = visits()
    fitted = model(bounds=(0, 110), target_bounds=(0, 60)).fit(data[["age"]], data["stay"])
    assert "as a promise of its own" in fitted.privacy_
    assert list(fitted.feature_names_in_) == ["age"]


def test_rows_that_do_not_belong_together_are_refused():
    data = visits()
    with pytest.raises(RowsDoNotMatch):
        model(bounds=(0, 110), target_bounds=(0, 60)).fit(data[["age"]], data["stay"][1:])
    with pytest.raises(RowsDoNotMatch):
        model(bounds=(0, 110), target_bounds=(0, 60)).fit(data[["age"]], data["stay"], person=[1, 2])
    with pytest.raises(RowsDoNotMatch):
        model(bounds=(0, 110), target_bounds=(0, 60)).fit(data[["age"]], data["stay"], person=data["patient"][::-1])


def test_a_target_has_to_be_there():
    with pytest.raises(TargetMissing):
        hospital().fit(model(), SELECT, target="weight")
    with pytest.raises(TargetMissing):
        model(bounds=(0, 1)).fit(np.zeros((3, 1)))


def test_a_charge_of_a_fit_has_the_form_of_every_charge():
    offer = model().offer(terms(hospital(), SELECT, None, None), "stay")
    assert isinstance(offer.charge, Charge)
    assert canonical.decode(offer.charge.public)["reading"]["asked"] == SELECT
