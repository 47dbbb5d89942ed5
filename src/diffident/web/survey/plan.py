# SPDX-License-Identifier: Apache-2.0
"""What a survey needs and gives, before anybody is asked: people for a margin, question by question, and whom to trust."""

from fractions import Fraction
from typing import Any, Final

from diffident.exact.number import decimal
from diffident.exact.spelling import plain
from diffident.local.measured import Measured
from diffident.privacy.tradeoff import Tradeoff, tradeoff
from diffident.web.survey.question import Question
from diffident.web.survey.survey import Survey

DELTA: Final = "1e-6"  # how likely the epsilon of shuffled reports may fail


def needed(survey: Survey, within: object, confidence: object = "0.95") -> list[dict[str, Any]]:
    """Return for each question how many people must answer for its margin, and the same under other kinds of trust.

    `within` is a share (0.03 is three points); of a number it is that part of the distance of its bounds.
    """
    margin = decimal(within, name="within", above=0, below=1)
    return [_needed(question, margin, confidence) for question in survey.questions]


def _needed(question: Question, margin: Fraction, confidence: object) -> dict[str, Any]:
    protocol: Any = question.protocol
    if isinstance(protocol, Measured):
        people = protocol.people(Fraction(margin * Fraction(protocol.width)), confidence=confidence)
    else:
        people = protocol.people(margin, confidence=confidence)
    return {
        "id": question.id,
        "kind": question.kind,
        "protocol": type(protocol).__name__,
        "epsilon": plain(question.epsilon),
        "people": people,
        "trust": [each.as_json() for each in compared(question, margin, confidence).alternatives],
    }


def compared(question: Question, margin: Fraction, confidence: object) -> Tradeoff:
    """Return the question of planning behind a question: a share, or a mean, of a simple random sample."""
    bounds, cells, within = question.bounds, None, margin
    if bounds is not None:
        within = margin * (bounds[1] - bounds[0])
    elif question.kind != "several_of":
        cells = len(question.options)
    return tradeoff(
        "share" if bounds is None else "mean",
        within=within,
        confidence=confidence,
        epsilon=question.epsilon,
        delta=DELTA,
        bounds=bounds,
        cells=cells,
        trust="shuffler",
        sampling="simple",
    )
