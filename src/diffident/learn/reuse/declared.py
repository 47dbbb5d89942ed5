# SPDX-License-Identifier: Apache-2.0
"""Data that may be looked at: somebody says that they are not private, and why; and statistics of their rows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused

Statistic: TypeAlias = Callable[[Any], Any]


class ReuseNotDeclared(Refused):
    """Data to be used again and again, of which nobody said that they are not private."""

    code = "reuse_not_declared"
    sentence = "Nobody declared these data not private, and what is asked here is answered with means of their rows."
    remedy = 'Write NotPrivate(data, because="a public benchmark"), or ask what is protected through its curator.'


class ReuseSpent(Refused):
    """A holdout that has answered as often as its answers are valid."""

    code = "reuse_spent"
    sentence = "This holdout has given {answers} of {budget} answers, and no further one would be valid."
    remedy = "Take a new holdout, or plan for more answers when you begin."


class StatisticUnbounded(Refused):
    """A statistic that is not between 0 and 1 for every row."""

    code = "statistic_unbounded"
    sentence = "A statistic must be one number between 0 and 1 for each row."
    remedy = "Scale it into that range, for example (prediction == label) for an accuracy."


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class NotPrivate:
    """Rows that everybody may see, in any form that statistics understand, and why they may.

    >>> NotPrivate([1, 2, 3], because="invented")
    <data declared not private: invented>
    """

    rows: Any
    because: str

    def __post_init__(self) -> None:
        if not self.because.strip():
            raise ReuseNotDeclared

    def __repr__(self) -> str:
        return f"<data declared not private: {self.because}>"

    def values(self, statistic: Statistic) -> NDArray[np.float64]:
        """Return what a statistic is for each row."""
        found = np.asarray(statistic(self.rows))
        if (
            found.dtype.kind not in "biuf"
            or found.ndim != 1
            or not found.size
            or not ((found >= 0) & (found <= 1)).all()
        ):
            raise StatisticUnbounded
        return found.astype(np.float64)


def declared(given: object) -> NotPrivate:
    """Return data that were declared; everything else is refused."""
    if not isinstance(given, NotPrivate):
        raise ReuseNotDeclared
    return given
