# SPDX-License-Identifier: Apache-2.0
"""What every protocol is: a randomiser that runs at each person, and an estimator for what arrives."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.spelling import plain
from diffident.local.device import VERSION
from diffident.privacy.loss import Loss, Pure
from diffident.randomness.source import Source

Reports: TypeAlias = NDArray[Any]
ROWS = 1 << 16  # reports that are looked at together


class NotAReport(Refused):
    """Something that this protocol does not send."""

    code = "not_a_report"
    sentence = "This is not a report as {protocol} sends it: {due}."
    remedy = "Take reports as the same protocol wrote them, with the same options, epsilon and version."


class NoReports(Refused):
    """An estimate from nothing."""

    code = "no_reports"
    sentence = "There are no reports to estimate from."
    remedy = "Wait for the first batch, or give the reports that were kept."


class Protocol(ABC):
    """Protects which answer somebody gave, against everybody, and not that they gave one."""

    __slots__ = ()
    kind: ClassVar[str]
    epsilon: Fraction

    @property
    def loss(self) -> Loss:
        """What one report can tell about the person whose answer it is.

        Guarantee:
            Any two answers lead to any report with probabilities at most e^epsilon apart.
        Because:
            Each member's thresholds are rounded to where its outcomes are more alike; members say how.
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        return Pure(self.epsilon)

    @abstractmethod
    def perturb(self, values: object, source: Source | None = None) -> Reports:
        """Return one report for each answer, as each person's own device would draw it."""

    @abstractmethod
    def device(self) -> dict[str, Any]:
        """Return what a device needs to know, as plain data: see `device.py`."""

    @abstractmethod
    def parameters(self) -> dict[str, object]:
        """Return what the protocol was made with, as plain data."""

    @abstractmethod
    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return reports as they arrive from devices as an array, or refuse them."""

    def as_json(self) -> dict[str, object]:
        """Return the protocol as plain data: its parameters, and the thresholds that follow from them."""
        return {"protocol": self.kind, "version": VERSION, **self.parameters(), "device": self.device()}

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self.parameters().items())
        return f"{type(self).__name__}({given})"

    def unreadable(self, due: str) -> NotAReport:
        """Return the refusal for something that is no report of this protocol."""
        return NotAReport(protocol=type(self).__name__, due=due)


def described(kind: str, answers: int, **facts: object) -> dict[str, Any]:
    """Return what a device needs, with thresholds as text: they are larger than what JavaScript's numbers hold."""
    return {"kind": kind, "version": VERSION, "answers": answers, **facts}


def windowed(answers: int, *, cells: int, width: int, inside: int) -> dict[str, Any]:
    """Return the description of a window."""
    return described("window", answers, cells=cells, width=width, inside=str(inside))


def spelled(number: Fraction) -> str:
    """Return a number as the decimal or fraction that it is."""
    return plain(number)


def chunks(reports: object) -> Iterator[Reports]:
    """Yield reports in parts that fit in memory, whether they are one array or come as many."""
    if isinstance(reports, Iterator):
        for part in reports:
            yield from chunks(part)
    else:
        rows = np.asarray(reports)
        yield from (rows[first : first + ROWS] for first in range(0, len(rows), ROWS))


def integers_below(protocol: Protocol, sent: Iterable[object], many: int) -> NDArray[np.int64]:
    """Return whole numbers from 0 to many - 1 as they arrive, or refuse them."""
    taken = list(sent)
    if not all(type(each) is int and 0 <= each < many for each in taken):
        raise protocol.unreadable(f"a whole number from 0 to {many - 1}")
    return np.array(taken, np.int64)
