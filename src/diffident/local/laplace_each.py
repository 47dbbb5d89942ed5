# SPDX-License-Identifier: Apache-2.0
"""Laplace noise at each person, as the lecture has it: the number plus noise that hides its whole range."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.local.measured import STEPS, Measured
from diffident.local.protocol import Reports
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.privacy.mechanisms.mechanism import settle
from diffident.privacy.private import Private
from diffident.randomness.source import Source

FARTHEST: Final = 1 << 62


class NotOnDevices(Refused):
    """A protocol that devices do not run."""

    code = "not_on_devices"
    sentence = "{protocol} is for teaching and comparison; devices do not run it."
    remedy = "Take Hybrid(bounds=..., epsilon=...), which is more accurate at every epsilon."


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LaplaceEach(Measured):
    """The mean of a number, each with exact discrete Laplace noise; `Hybrid` is always more accurate."""

    kind: ClassVar[str] = "laplace_each"
    low: Fraction
    high: Fraction
    epsilon: Fraction
    steps: int
    noise: Laplace = field(compare=False)

    def __init__(self, *, bounds: object, epsilon: object, steps: object = STEPS) -> None:
        self.bounded(bounds, steps)
        noise = Laplace(sensitivity=self.steps, epsilon=epsilon)
        settle(self, epsilon=noise.epsilon, noise=noise)

    def device(self) -> dict[str, Any]:
        """Refuse: its noise has no end, and a report of fixed size is better for a device."""
        raise NotOnDevices(protocol="LaplaceEach")

    def as_json(self) -> dict[str, object]:
        """Return the parameters; there is nothing for a device."""
        return {"protocol": self.kind, "version": 1, **self.parameters()}

    def perturb(self, values: object, source: Source | None = None) -> Reports:
        """Return steps plus noise.

        Guarantee:
            Any two answers are at most `steps` apart, so a report is at most e^epsilon times as likely for one of them.
        Because:
            That is what the Laplace mechanism of this sensitivity keeps.
        Checked by: tests/local/test_protocols.py::test_no_report_is_likelier_by_more_than_the_factor
        """
        return self.noise.draw(Private(self.answers(values)), source or Source.fresh())

    def gathered(self, sent: Iterable[object]) -> Reports:
        """Return noisy steps as an array."""
        taken = list(sent)
        if not all(type(each) is int and abs(each) < FARTHEST for each in taken):
            raise self.unreadable("whole numbers")
        return np.array(taken, np.int64)

    def progress(self, reports: Reports) -> NDArray[np.float64]:
        """Return the noisy steps as a part of all steps."""
        return np.asarray(reports, np.float64) / self.steps

    def spread(self, place: float) -> float:  # noqa: ARG002 - noise is the same everywhere
        """Return the variance of the noise."""
        return (self.noise.sd / self.steps) ** 2

    @property
    def reach(self) -> tuple[float, float]:
        """A report may say anything."""
        return -float("inf"), float("inf")
