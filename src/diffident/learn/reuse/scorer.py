# SPDX-License-Identifier: Apache-2.0
"""A scorer for scikit-learn whose holdout lasts: it is called with a model and training rows, and refuses when it is used up."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from diffident.learn.reuse.declared import StatisticUnbounded
from diffident.learn.reuse.guess_and_check import GuessAndCheck
from diffident.learn.reuse.ladder import Ladder
from diffident.learn.reuse.thresholdout import Thresholdout

Reward: TypeAlias = Callable[[Any, Any], Any]


def accuracy(truth: Any, said: Any) -> Any:
    """Return 1 for each row of which the label was said, and 0 for the others."""
    return np.asarray(truth) == np.asarray(said)


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores a model, larger is better: by Thresholdout or guess-and-check from its training score, or by a Ladder.

    The rows of the holdout are a pair (X, y). Pass error_score="raise" to a search, so that a refusal ends it.
    """

    method: Thresholdout | GuessAndCheck | Ladder
    reward: Reward = accuracy

    def __call__(self, model: Any, X: Any, y: Any) -> float:
        """Return the score of a model that was trained on X and y."""
        trained = self._mean(model, X, y)
        held_out = float(self.method.holdout.values(lambda rows: self.reward(rows[1], model.predict(rows[0]))).mean())
        match self.method:
            case Ladder():
                return 1 - self.method.settle(1 - held_out)
            case GuessAndCheck():
                return self.method.settle(held_out, trained, self.method.within).mean
            case Thresholdout():
                return self.method.settle(trained, held_out)

    def _mean(self, model: Any, X: Any, y: Any) -> float:
        values = np.asarray(self.reward(y, model.predict(X)), dtype=np.float64)
        if not values.size or not ((values >= 0) & (values <= 1)).all():
            raise StatisticUnbounded
        return float(values.mean())
