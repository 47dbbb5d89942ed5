# SPDX-License-Identifier: Apache-2.0
"""What reviewers ask, in our words, and where this project answers: with evidence, or not at all.

The questions follow the hazards of NIST SP 800-226 (2025), and the review of privacy-preserving measurement by the W3C.
"""

from dataclasses import dataclass
from typing import Final

from diffident.show.text import table

NIST: Final = "NIST SP 800-226"
W3C: Final = "W3C review"
NOT_ANSWERED: Final = "not answered"


@dataclass(frozen=True, slots=True)
class Question:
    """One question, and where it is answered: a test, a page, or a check of the audit; empty if nowhere."""

    asked_by: str
    question: str
    evidence: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the question and its answer as plain data."""
        return {"by": self.asked_by, "question": self.question, "evidence": self.evidence or NOT_ANSWERED}


CHECKLIST: Final = (
    Question(
        NIST, "Is epsilon stated, for the whole life of the data?", "diffident budget; tests/curator/test_account.py"
    ),
    Question(NIST, "Is the unit of privacy a person and not a row?", "docs/sql.md; tests/engine/test_truncate.py"),
    Question(NIST, "Which neighbours does the guarantee compare?", "every certificate; privacy/person.py"),
    Question(NIST, "Is what one person contributes bounded, and enforced?", "tests/engine/test_truncate.py"),
    Question(NIST, "Where do bounds and categories come from?", "every certificate names their source; docs/limits.md"),
    Question(NIST, "Is the sensitivity right?", "audit: neighbour replay; tests/curator/test_replay.py"),
    Question(NIST, "Is the composition of all releases accounted for?", "tests/privacy/accounting; the ledger"),
    Question(NIST, "Can floating-point numbers undo the noise?", "audit: exact masses; tests/randomness"),
    Question(
        NIST, "Is the randomness secure, and never used twice?", "audit: randomness; tests/randomness/test_source.py"
    ),
    Question(
        NIST, "Do errors, refusals or metadata tell about data?", "audit: neighbour replay; tests/hostile/test_fuzz.py"
    ),
    Question(NIST, "Does time tell about data?", "docs/limits.md: it may, on the same machine"),
    Question(
        NIST, "Is the budget enforced against races, crashes and backups?", "audit: ledger; tests/ledger/test_race.py"
    ),
    Question(NIST, "Is post-processing free of the data?", "tests/curator/test_result.py"),
    Question(
        NIST,
        "Is the error of an answer told?",
        "every answer has intervals; tests/question/aggregates/test_coverage.py",
    ),
    Question(NIST, "Is bias from bounding told?", "check_bounds; tests/curator/test_bounds_check.py"),
    Question(NIST, "Are small groups harmed more?", "docs/limits.md; not measured per group before paying"),
    Question(NIST, "Is the trust model stated?", "docs/threat-model.md"),
    Question(
        NIST,
        "Can access to raw data be had around the system?",
        "docs/threat-model.md: whoever can ask runs beside the data",
    ),
    Question(NIST, "Has anybody outside tested it?"),
    Question(NIST, "Are data minimised and deleted in time?"),
    Question(W3C, "What does one release tell about one person, in words?", "every certificate; privacy/region.py"),
    Question(W3C, "Does a budget refill with time?", "no: a promise is for ever; tests/curator/test_account.py"),
    Question(W3C, "What happens when somebody withdraws?", "tests/curator/test_consent.py"),
    Question(W3C, "What can colluding askers learn together?", "one ledger for all who ask; tests/ledger/test_race.py"),
    Question(W3C, "Can somebody check a claim without trusting the operator?", "diffident verify; diffident audit"),
    Question(W3C, "Is participation itself protected?", "docs/limits.md: with randomised response it is not"),
    Question(W3C, "Are groups and households covered?", "privacy/group.py; tests/privacy/test_group.py"),
    Question(W3C, "Is the service protected against denial of answers?"),
    Question(W3C, "Who operates it, under which law?"),
)


def told() -> str:
    """Return the list as text."""
    rows = [[each.asked_by, each.question, each.evidence or NOT_ANSWERED] for each in CHECKLIST]
    answered = sum(bool(each.evidence) for each in CHECKLIST)
    return (
        f"{table(['by', 'question', 'evidence'], rows)}\n\n"
        f"  {answered} of {len(CHECKLIST)} are answered here. What an operator does is not: ask them."
    )
