# SPDX-License-Identifier: Apache-2.0
"""What becomes of a report: checked, stored once for each invitation and round, receipted, withdrawn."""

import datetime as dt
import sqlite3
from collections.abc import Mapping
from typing import Any, Final

from diffident.errors import Refused
from diffident.exact import canonical
from diffident.local.device import VERSION
from diffident.randomness.shuffle import permutation
from diffident.randomness.source import Source
from diffident.web.survey import codes
from diffident.web.survey.store import Action, Store, fact, remember
from diffident.web.survey.survey import Survey

FIELDS: Final = {"version", "survey", "round", "answers"}


class CodeUnknown(Refused):
    """A code that opens nothing: never handed out, of another survey, withdrawn, or of one that is over."""

    code = "code_unknown"
    sentence = "This code opens nothing here."
    remedy = "Look whether it is typed as it was handed out; ask who invited you for another one."


class SurveyClosed(Refused):
    """A survey that takes no reports today."""

    code = "survey_closed"
    sentence = "This survey takes no reports now."
    remedy = "Nothing was sent on. Ask who invited you, if you think that it should be open."


class ReportOfAnother(Refused):
    """A report to other questions, of another round, or of another version of the device's code."""

    code = "report_of_another"
    sentence = "This report has another {what} than this survey."
    remedy = "Reload the page; what was randomised before stays as it is."


class ReportMalformed(Refused):
    """Something else than a report."""

    code = "report_malformed"
    sentence = "This is not a report: {due}."
    remedy = "Send what device.js made of the description of this survey."


def checked(survey: Survey, sent: Any, round_: int) -> bytes:  # noqa: ANN401 - JSON
    """Return a report as it is stored, or refuse it; whatever it is, nothing of it is ever shown or logged."""
    if not isinstance(sent, dict) or set(sent) != FIELDS:
        raise ReportMalformed(due="version, survey, round and answers are due, and nothing else")
    for what, due in (("version", VERSION), ("survey", survey.digest), ("round", round_)):
        if type(sent[what]) is not type(due) or sent[what] != due:
            raise ReportOfAnother(what=what)
    answers = sent["answers"]
    if not isinstance(answers, list) or len(answers) != len(survey.questions):
        raise ReportMalformed(due=f"one answer is due for each of {len(survey.questions)} questions")
    for question, answer in zip(survey.questions, answers, strict=True):
        question.protocol.gathered([answer])  # refuses what its protocol never sends
    return canonical.encode(answers)


def accept(survey: Survey, store: Store, stored_code: bytes, body: bytes, round_: int) -> Action:
    """Return the action that stores a report, or finds the one that was stored before.

    It returns the receipt, the same each time: who sends again learns nothing more and changes nothing.
    """
    given = codes.receipt(store.secret, round_, stored_code)
    receipt = codes.hashed(given.replace("-", ""))

    def action(db: sqlite3.Connection) -> dict[str, Any]:
        found = db.execute("SELECT stratum, withdrawn FROM invitation WHERE code = ?", (stored_code,)).fetchone()
        if fact(db, "closed"):
            raise SurveyClosed
        if (survey.by_invitation and found is None) or (found is not None and found[1]):
            raise CodeUnknown
        stratum = found[0] if found else ""
        added = db.execute(
            "INSERT OR IGNORE INTO report (round, stratum, body, code, receipt) VALUES (?, ?, ?, ?, ?)",
            (round_, stratum, body, stored_code, receipt),
        ).rowcount
        return {"receipt": given, "stored": "now" if added else "before"}

    return action


def withdraw(receipt: str) -> Action:
    """Return the action that deletes the report of a receipt; its invitation opens nothing any more."""

    def action(db: sqlite3.Connection) -> dict[str, Any]:
        key = codes.hashed(receipt)
        found = db.execute("SELECT code FROM report WHERE receipt = ?", (key,)).fetchone()
        if found is None:
            raise CodeUnknown
        db.execute("DELETE FROM report WHERE receipt = ?", (key,))
        shut = "INSERT INTO invitation VALUES (?, '', 1) ON CONFLICT (code) DO UPDATE SET withdrawn = 1"
        db.execute(shut, found)
        return {"withdrawn": True}

    return action


def invite(count: int, stratum: str, source: Source) -> tuple[list[str], Action]:
    """Return new codes, and the action that stores their hashes."""
    fresh = [codes.new(source) for _ in range(count)]
    rows = [(codes.hashed(code.replace("-", "")), stratum) for code in fresh]

    def action(db: sqlite3.Connection) -> int:
        return db.executemany("INSERT INTO invitation VALUES (?, ?, 0)", rows).rowcount

    return fresh, action


def close(source: Source) -> Action:
    """Return the action that ends a survey: reports lose their codes and receipts, and the order in which they came."""

    def action(db: sqlite3.Connection) -> int:
        kept = db.execute("SELECT round, stratum, body FROM report").fetchall()
        invited = strata(db)
        db.execute("DELETE FROM report")
        db.execute("DELETE FROM sqlite_sequence")
        order = permutation(len(kept), source).tolist()
        rows = [kept[place] for place in order]
        db.executemany("INSERT INTO report (round, stratum, body) VALUES (?, ?, ?)", rows)
        db.execute("DELETE FROM invitation")
        remember(db, "invited", canonical.encode(invited))
        remember(db, "closed", b"closed")
        return len(kept)

    return action


def purge(db: sqlite3.Connection) -> int:
    """Delete every report, invitation and result for good; that there was a survey stays."""
    gone = db.execute("DELETE FROM report").rowcount
    db.execute("DELETE FROM invitation")
    db.execute("DELETE FROM result")
    db.execute("DELETE FROM sqlite_sequence")
    remember(db, "closed", b"purged")
    return int(gone)


def strata(db: sqlite3.Connection) -> dict[str, int]:
    """Return how many people were invited, by stratum."""
    kept = db.execute("SELECT value FROM fact WHERE name = 'invited'").fetchone()
    if kept is not None:
        found = canonical.decode(bytes(kept[0]))
        return dict(found) if isinstance(found, dict) else {}
    return dict(db.execute("SELECT stratum, COUNT(*) FROM invitation GROUP BY stratum").fetchall())


def refuse_unless_open(survey: Survey, today: dt.date) -> None:
    """Refuse reports on a day on which none are taken."""
    if not survey.is_open(today):
        raise SurveyClosed


def code_of(sent: Mapping[str, Any]) -> bytes:
    """Return the hash of the code that came with a report."""
    code = codes.read(sent.get("code"))
    if code is None:
        raise CodeUnknown
    return codes.hashed(code)
