# SPDX-License-Identifier: Apache-2.0
"""A survey as its file declares it: questions, languages, rounds, times, who may answer, and what a person risks."""

import datetime as dt
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from diffident.exact import canonical
from diffident.local.device import VERSION
from diffident.privacy.mechanisms.mechanism import settle
from diffident.web.survey.question import Question, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """Everything public about a survey. `margins` are known shares of strata, to weight answers with.

    `digest` names this very version of it in reports: a change of a question or threshold changes it.
    """

    name: str
    title: Words
    languages: tuple[str, ...]
    contact: str
    epsilon: Fraction
    questions: tuple[Question, ...]
    batch: int
    rounds: int
    by_invitation: bool
    opens: dt.date | None
    closes: dt.date | None
    retention_days: int
    margins: tuple[tuple[str, Fraction], ...] = ()
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        asked = [_exactly(each.described()) for each in self.questions]
        settle(self, digest=canonical.digest([self.name, asked])[:16])

    @property
    def spent(self) -> Fraction:
        """What all answers of one person tell together, at most, over all rounds."""
        return sum((question.spent for question in self.questions), Fraction(0))

    def described(self, round_: int) -> dict[str, Any]:
        """Return what a device needs to know."""
        return {
            "version": VERSION,
            "survey": self.digest,
            "round": round_,
            "lasting": self.rounds > 1,
            "questions": [each.described() for each in self.questions],
        }

    def is_open(self, today: dt.date) -> bool:
        """Tell whether reports are taken on a day."""
        return (self.opens is None or self.opens <= today) and (self.closes is None or today <= self.closes)


def _exactly(value: Any) -> Any:  # noqa: ANN401 - plain data
    """Return plain data with its keys as text, as the one byte form wants it."""
    if isinstance(value, dict):
        return {str(key): _exactly(each) for key, each in value.items()}
    return [_exactly(each) for each in value] if isinstance(value, list) else value
