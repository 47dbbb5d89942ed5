# SPDX-License-Identifier: Apache-2.0
"""Scorers for scikit-learn: they score as their method does, and refuse when its budget is gone."""

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.invented.coins import coins
from diffident.learn.reuse import GuessAndCheck, Ladder, NotPrivate, Scorer, Thresholdout
from diffident.randomness.source import Source

ROWS = 2_000
TRAINING, HOLDOUT = (coins(number, rows=ROWS, features=20) for number in (1, 2))
PUBLIC = NotPrivate(HOLDOUT, because="invented")
METHODS = {
    "thresholdout": lambda: Thresholdout(
        NotPrivate(TRAINING, because="invented"), PUBLIC, rows=ROWS, budget=1, source=Source.replay(1)
    ),
    "guess and check": lambda: GuessAndCheck(PUBLIC, rows=ROWS, within="0.06"),
    "ladder": lambda: Ladder(PUBLIC, rows=ROWS, submissions=3),
}


class Memory:
    """A model that knows the training rows by heart, and says 0 of others."""

    def predict(self, X):
        return TRAINING[1] if X is TRAINING[0] else np.zeros(len(X))


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_a_scorer_refuses_when_its_budget_is_gone(method):
    score = Scorer(method())
    told = []
    with pytest.raises(Refused, match="reuse_spent"):
        told.extend(score(Memory(), *TRAINING) for _ in range(100))
    assert all(0.3 <= each <= 0.7 for each in told)


def test_in_a_search_of_scikit_learn_the_refusal_ends_the_search():
    pytest.importorskip("sklearn")
    from sklearn.linear_model import Ridge, RidgeClassifier
    from sklearn.model_selection import GridSearchCV

    X, y = TRAINING
    board = Ladder(PUBLIC, rows=ROWS, submissions=6)
    search = GridSearchCV(RidgeClassifier(), {"alpha": [1, 10, 100]}, scoring=Scorer(board), cv=2, error_score="raise")
    search.fit(X, y)
    assert 0.3 <= search.best_score_ <= 0.7
    assert board.submitted == 6
    with pytest.raises(Refused, match="reuse_spent"):
        search.fit(X, y)
    with pytest.raises(Refused, match="statistic_unbounded"):
        Scorer(board, reward=lambda truth, said: 5 * np.ones(len(said)))(Ridge().fit(X, y), X, y)
