# SPDX-License-Identifier: Apache-2.0
"""One of few options, asked again: randomised response of a permanent randomised response."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.local.counted import Counted
from diffident.local.lasting_cells import LastingCells
from diffident.local.protocol import Reports
from diffident.local.response import Response
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LastingResponse(LastingCells):
    """One of few options, asked again and again."""

    kind: ClassVar[str] = "lasting_response"
    options: tuple[str, ...] | int
    epsilon: Fraction
    lifetime: Fraction
    inner: Counted = field(compare=False)
    once: int = field(compare=False)
    again: int = field(compare=False)

    def __init__(self, *, options: object = 2, epsilon: object, lifetime: object) -> None:
        self.settled(Response(options=options, epsilon=epsilon), lifetime)

    @property
    def cells(self) -> int:
        """Options are cells."""
        return self.many

    @property
    def p(self) -> Fraction:
        """How likely the answer is reported."""
        return self.stays

    @property
    def q(self) -> Fraction:
        """How likely a given other option is reported."""
        return (1 - self.p) / (self.many - 1)

    def device(self) -> dict[str, Any]:
        """Return both windows."""
        return self.described()

    def remember(self, people: int, source: Source | None = None) -> NDArray[Any]:
        """Return rows with a permanent answer for each option."""
        return self.permanent(people, source or Source.fresh())

    def reports(self, answers: NDArray[np.int64], memo: NDArray[Any], source: Source) -> Reports:
        """Return reported options."""
        return self.reported(memo, answers, source)
