# SPDX-License-Identifier: Apache-2.0
"""Unary encoding: every option is marked or not by a coin of its own, the answer's with better odds."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from diffident.exact import enclosure
from diffident.exact.number import Epsilon
from diffident.local.counted import Counted
from diffident.local.options import named
from diffident.local.protocol import Reports, described
from diffident.local.thresholds import BITS, WHOLE, at_least, at_most, chance
from diffident.privacy.mechanisms.mechanism import settle
from diffident.privacy.tradeoff.setting import UnknownChoice
from diffident.randomness.bernoulli import bernoulli
from diffident.randomness.source import Source

MOST: Final = 10**4  # a report has a coin for each option
MARKS: Final = 1 << 22  # marks that are drawn together
FORMS: Final[Mapping[str, Any]] = {"symmetric": None, "optimised": None}


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Unary(Counted):
    """One of several options, each marked or not.

    `optimised` marks the answer half of the time and others as rarely as epsilon allows; `symmetric` lies about every
    option alike.
    """

    kind: ClassVar[str] = "unary"
    options: tuple[str, ...] | int
    epsilon: Fraction
    form: str
    kept: int = field(compare=False)
    turned: int = field(compare=False)

    def __init__(self, *, options: object, epsilon: object, form: object = "optimised") -> None:
        if form not in FORMS:
            raise UnknownChoice(name="form", choices=", ".join(FORMS), given=repr(form)[:30], example="optimised")
        settle(self, options=named(options, most=MOST), epsilon=Epsilon.of(epsilon).value, form=form)
        if form == "optimised":
            settle(self, kept=WHOLE // 2, turned=at_least(1 / (1 + enclosure.exp(self.epsilon, BITS))))
        else:
            kept = at_most(1 / (1 + enclosure.exp(-self.epsilon / 2, BITS)))
            settle(self, kept=kept, turned=WHOLE - kept)

    @property
    def p(self) -> Fraction:
        """How likely the answer is marked."""
        return chance(self.kept)

    @property
    def q(self) -> Fraction:
        """How likely a given other option is marked."""
        return chance(self.turned)

    def parameters(self) -> dict[str, object]:
        """Return options, epsilon and form, as plain data."""
        return {**Counted.parameters(self), "form": self.form}

    def device(self) -> dict[str, Any]:
        """Return marks with two thresholds."""
        return described("marks", self.many, kept=str(self.kept), turned=str(self.turned))

    def perturb(self, values: object, source: Source | None = None) -> Reports:
        """Return rows of marks, one for each option.

        Guarantee:
            Each mark is independent, with probability `p` at the answer and `q` elsewhere; two answers lead to a report
            with probabilities at most p(1 - q)/(q(1 - p)) <= e^epsilon apart.
        Because:
            `bernoulli` is exact. Two answers differ in two marks, and `q` is rounded up (or `p` down): towards equal.
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        answers, bits = self.answers(values), source or Source.fresh()
        marks = np.empty((answers.size, self.many), np.bool_)
        step = max(MARKS // self.many, 1)
        for first in range(0, answers.size, step):
            rows = marks[first : first + step]
            rows[:] = bernoulli(self.q, rows.size, bits).reshape(rows.shape)
        marks[np.arange(answers.size), answers] = bernoulli(self.p, answers.size, bits)
        return marks

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return lists of marked options as rows of marks."""
        return self.matrix(sent)

    def supports(self, reports: Reports) -> NDArray[np.bool_]:
        """Return the marks."""
        return self.marks(reports)
