# SPDX-License-Identifier: Apache-2.0
"""A paper form: a spinner for each question, with the probabilities of the device, and options to tick."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from diffident.errors import Refused
from diffident.local import Response
from diffident.web.survey.question import Question, said

TRUTH: Final = {"en": "the truth", "de": "die Wahrheit"}


class NotOnPaper(Refused):
    """A question that no spinner can randomise."""

    code = "not_on_paper"
    sentence = "{question} cannot be randomised by a spinner."
    remedy = "On paper ask yes or no, or one of a few options, in a survey of one round."


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of a circle: what to tick if the spinner stops there, and where it begins and ends (whole circle: 1)."""

    label: str
    begin: float
    end: float

    @property
    def path(self) -> str:
        """The outline, in a circle of radius 100 about the origin."""
        points = [_point(self.begin), _point(self.end)]
        large = int(self.end - self.begin > 0.5)
        return f"M0 0 L{points[0]} A100 100 0 {large} 1 {points[1]} Z"

    @property
    def middle(self) -> str:
        """Where the label stands."""
        return _point((self.begin + self.end) / 2, 62)

    @property
    def percent(self) -> str:
        """The part of the circle in per cent."""
        return f"{100 * (self.end - self.begin):.1f}"


def _point(part: float, far: float = 100) -> str:
    angle = 2 * math.pi * part - math.pi / 2
    return f"{far * math.cos(angle):.3f} {far * math.sin(angle):.3f}"


def spinner(question: Question, language: str) -> list[Sector]:
    """Return the sectors of a question: tell the truth, or say the option that the sector names.

    The truth is told on p - q of the circle, and each option is forced on q: together the option is said by people who
    have it with p, by others with q, as on a device.
    """
    protocol: Any = question.protocol
    if not isinstance(protocol, Response) or question.kind == "several_of":
        raise NotOnPaper(question=question.id)
    labels = [TRUTH.get(language, TRUTH["en"]), *(said(words, language) for words in question.options)]
    sizes = [protocol.p - protocol.q, *[protocol.q] * protocol.many]
    ends = [sum(sizes[: place + 1], Fraction(0)) for place in range(len(sizes))]
    begins = [Fraction(0), *ends[:-1]]
    return [Sector(label, float(b), float(e)) for label, b, e in zip(labels, begins, ends, strict=True)]
