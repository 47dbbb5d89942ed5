# SPDX-License-Identifier: Apache-2.0
"""What reports tell: for each question its estimates with intervals, how few fakes could move them, who did not answer."""

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact import canonical
from diffident.local.distribution import Distribution
from diffident.local.protocol import NoReports
from diffident.local.shares import Shares
from diffident.web.survey.question import Question
from diffident.web.survey.reports import strata
from diffident.web.survey.store import Action, fact
from diffident.web.survey.survey import Survey

FAKE: Final = "0.01"
SHOWN: Final = ("0.1", "0.25", "0.5", "0.75", "0.9")  # quantiles of a distribution


def estimated(survey: Survey, db: sqlite3.Connection, round_: int) -> dict[str, Any]:
    """Return the results of everything that is stored of a round."""
    rows = db.execute("SELECT stratum, body FROM report WHERE round = ?", (round_,)).fetchall()
    invited = strata(db)
    answers = [canonical.decode(bytes(body)) for _, body in rows]
    weights = _weights(survey, [stratum for stratum, _ in rows])
    columns = list(zip(*answers, strict=True)) if answers else []
    told = [_told(question, column, weights) for question, column in zip(survey.questions, columns, strict=False)]
    return {
        "round": round_,
        "people": len(rows),
        "invited": sum(invited.values()) if survey.by_invitation else None,
        "weighted": weights is not None,
        "open": not survey.by_invitation,
        "questions": told,
    }


def _weights(survey: Survey, found: Sequence[str]) -> NDArray[np.float64] | None:
    """Return how many people of the population each report stands for, if shares of strata are known.

    A stratum of which nobody answered, or that is not among the margins, cannot be weighted: then nobody is.
    """
    margins, counted = {name: float(share) for name, share in survey.margins}, Counter(found)
    if not margins or set(counted) != set(margins):
        return None
    return np.array([margins[stratum] / counted[stratum] for stratum in found])


def _told(question: Question, sent: Sequence[object], weights: NDArray[np.float64] | None) -> dict[str, Any]:
    protocol: Any = question.protocol
    empty: dict[str, Any] = {"id": question.id, "rows": [], "consistent": [], "quantiles": []}
    try:
        found = protocol.estimate(protocol.gathered(list(sent)), weights=weights)
    except NoReports:  # of several options, chance has picked one for nobody yet
        return {**empty, "moved": [0.0, 0.0], "epsilon": float(question.epsilon)}
    down, up = protocol.moved(FAKE)
    names = question.names or ["mean"]
    low, high = found.low, found.high
    middle = np.array([found.mean]) if question.bounds else found.values
    rows = [
        {"name": name, "value": float(value), "low": float(least), "high": float(most)}
        for name, value, least, most in zip(names, middle, low, high, strict=True)
    ]
    consistent = found.consistent.tolist() if isinstance(found, Shares) and question.kind != "several_of" else []
    quantiles = [[share, found.quantile(share)] for share in SHOWN] if isinstance(found, Distribution) else []
    return {
        "id": question.id,
        "rows": rows,
        "consistent": consistent,
        "quantiles": quantiles,
        "moved": [float(down), float(up)],
        "epsilon": float(question.epsilon),
    }


def refreshed(survey: Survey, db: sqlite3.Connection, round_: int) -> tuple[dict[str, Any], int] | None:
    """Return new results, and up to which report, if a whole batch came in since the last ones.

    A withdrawal waits for the batch too: otherwise two results would tell what one person sent.
    """
    stored = db.execute("SELECT last FROM result WHERE round = ?", (round_,)).fetchone()
    before = stored[0] if stored else 0
    counted = "SELECT COUNT(*), COALESCE(MAX(number), 0) FROM report WHERE round = ? AND number > ?"
    fresh, last = db.execute(counted, (round_, before)).fetchone()
    if fresh < survey.batch or fact(db, "closed"):
        return None
    return estimated(survey, db, round_), last


def published(found: dict[str, Any], last: int) -> Action:
    """Return the action that stores results as those of the last batch."""

    def action(db: sqlite3.Connection) -> dict[str, Any]:
        written = json.dumps(found).encode()
        db.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?)", (found["round"], last, written))
        return found

    return action


def latest(db: sqlite3.Connection, round_: int) -> dict[str, Any] | None:
    """Return the results of the last batch."""
    stored = db.execute("SELECT body FROM result WHERE round = ?", (round_,)).fetchone()
    return json.loads(stored[0]) if stored else None
