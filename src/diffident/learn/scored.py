# SPDX-License-Identifier: Apache-2.0
"""Scores: free on rows that are nobody's, never for nothing on people's."""

from typing import Any

from diffident.errors import Refused


class ScoreOnPrivateRows(Refused):
    """A score that would be computed from people's rows for nothing."""

    code = "score_not_private"
    sentence = "A score of {model} on people's rows tells about these people, so it is a release like any other."
    remedy = "Write score(X, y, public=True) if the rows are nobody's."


class Scored:
    """The score of scikit-learn, for whoever says that the rows are public.

    This is also what stops `cross_val_score` and `GridSearchCV`, which would score on the rows of people.
    """

    def score(self, X: Any, y: Any, sample_weight: Any = None, *, public: bool = False) -> float:
        """Return the usual score on public rows."""
        if not public:
            raise ScoreOnPrivateRows(model=type(self).__name__)
        usual: Any = super()
        return float(usual.score(X, y, sample_weight))
