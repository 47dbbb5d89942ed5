# SPDX-License-Identifier: Apache-2.0
"""Answers drawn thousands of times with and without one person: what they give away is never more than was claimed."""

import pytest

import diffident as dd
from curator.audit.sampled import drawn, epsilon, published
from diffident.curator.seen import all_looks
from diffident.privacy.reach import Reach
from diffident.privacy.unseal import unseal

FALSE_ALARM = 1e-9
DRAWS = 2000
DEEP_DRAWS = 10_000
CHANCE = 0.25  # that a code is named: rare enough to tell people apart by, and to be seen often
HIDDEN = "SELECT code, COUNT(*) AS n FROM visits GROUP BY code"
RICH = 7  # the person who moves everything as far as may be
QUESTIONS = {
    "count": "SELECT COUNT(*) AS n FROM visits",
    "mean": "SELECT AVG(stay) AS stay FROM visits",
}


def curator(people):
    import pandas as pd

    rows = [{"patient": each, "ward": "AB"[each % 2], "stay": 60.0 if each == RICH else 30.0} for each in people]
    return dd.protect(
        pd.DataFrame(rows * 2),
        name="visits",
        person="patient",
        rows_per_person=2,
        columns={"ward": dd.categories("A", "B"), "stay": dd.bounds(0, 60)},
        budget=dd.Budget(epsilon=3),
        ledger="memory",
    )


def told_apart(text):
    """Return what epsilon certainly is, by the event that tells these neighbours apart best."""
    whole, fewer = curator(range(50)), curator([each for each in range(50) if each != RICH])
    fewer.engine.secret = whole.engine.secret
    offer = whole.offer(text, epsilon=1)
    assert fewer.offer(text, epsilon=1).charge == offer.charge
    sums = ([unseal(seen).tolist() for seen in all_looks(each.engine, offer.plan, ())] for each in (whole, fewer))
    truth = list(zip(*map(flat, sums), strict=True))

    def is_beyond(parts):
        """Tell whether every integer that the person moves lies as far out as with the person, or further."""
        return all(
            (each - with_) * (with_ - without) >= 0 for each, (with_, without) in zip(flat(parts), truth, strict=True)
        )

    samples = [drawn(offer, each.engine, DRAWS, tape) for tape, each in enumerate((whole, fewer))]
    return epsilon(*samples, is_beyond, FALSE_ALARM)


def flat(parts):
    return [number for part in parts for cell in part for number in cell]


@pytest.mark.statistical(false_alarm=FALSE_ALARM)
@pytest.mark.parametrize("text", QUESTIONS.values(), ids=QUESTIONS)
def test_no_answer_tells_more_than_was_paid_for(text, monkeypatch):
    honest = told_apart(text)
    assert 0.5 < honest <= 1
    true = Reach.of_counts
    monkeypatch.setattr(Reach, "of_counts", lambda *given, **limits: half(true(*given, **limits)))
    twin = told_apart(text)
    assert not twin <= 1


@pytest.mark.deep
@pytest.mark.statistical(false_alarm=FALSE_ALARM)
def test_no_hidden_category_tells_more_than_was_paid_for():
    """One who has a rare code, or not: it is named, and with as many rows as there are with that person."""
    honest, twin = (hidden_told_apart(of) for of in (1, 2))  # the twin costs two, and would be sold for one
    assert 0.5 < honest <= 1
    assert not twin <= 1


def hidden_told_apart(of):
    first = hidden_curator(1)
    likely = first.offer(HIDDEN, epsilon=of).select.digits / 2.0**64
    people = int((likely > CHANCE).argmax()) + 1
    whole, fewer = hidden_curator(people), hidden_curator(people - 1)
    fewer.engine.secret = whole.engine.secret
    offer = whole.offer(HIDDEN, epsilon=of)

    def is_seen(answer):
        rare = answer.cells.index(("rare",)) if ("rare",) in answer.cells else None
        return rare is not None and answer.parts[0].cells[rare][0] >= people

    samples = [published(offer, each.engine, DEEP_DRAWS, tape) for tape, each in enumerate((whole, fewer))]
    return epsilon(*samples, is_seen, FALSE_ALARM, delta=float(offer.certificate["price"]["delta"]))


def hidden_curator(people):
    import pandas as pd

    rows = [{"patient": each, "code": "rare"} for each in range(people)]
    return dd.protect(
        pd.DataFrame(rows),
        name="visits",
        person="patient",
        rows_per_person=1,
        columns={"code": dd.categories(hidden=True)},
        budget=dd.Budget(epsilon=9, delta="1e-5", typical="0.5"),
        ledger="memory",
    )


def half(reach):
    return Reach(reach.l1 / 2, reach.l2_squared / 4)
