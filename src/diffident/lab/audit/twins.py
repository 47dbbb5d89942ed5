# SPDX-License-Identifier: Apache-2.0
"""Wrong twins: mechanisms that claim more than they keep. An audit that does not notice them proves nothing."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np

from diffident.lab.audit.cases import Case
from diffident.lab.audit.exact import found
from diffident.lab.audit.finding import Finding
from diffident.lab.audit.laws import laplace, response, staying
from diffident.lab.audit.sampled import CLAIMED, DRAWS, FALSE_ALARM, drawn, epsilon
from diffident.lab.audit.sequential import refuted_after
from diffident.privacy.mechanisms import Laplace, RandomizedResponse
from diffident.randomness.source import Source

WAY: Final = "wrong twins"
SPENT: Final = "1.25"  # what a twin really spends of epsilon, where it claims 1
FEW: Final = 4_000


def checked() -> Iterator[Finding]:
    """Yield whether each way of looking notices a twin with too little noise."""
    source = Source.fresh()
    less, more = Laplace(sensitivity=1, epsilon=SPENT), Laplace(sensitivity=1, epsilon=2)
    exact = (
        Case(
            "discrete Laplace", 2, Laplace(sensitivity=2, epsilon=2), (0, 2), lambda x: laplace(x, Fraction(9, 10), 40)
        ),
        Case("response", 1, RandomizedResponse(options=3, epsilon=1), (0, 2), lambda x: response(x, 3, staying(2, 3))),
    )
    for case in exact:
        yield _noticed(f"{case.name}, by exact masses", seen=not found(case).holds)
    samples = [drawn(less, value, DRAWS, source) for value in (1, 0)]
    proven = epsilon(*samples, false_alarm=FALSE_ALARM)
    yield _noticed(f"noise for {SPENT} claimed as {CLAIMED}, by samples", seen=proven > CLAIMED)
    pairs = [drawn(more, value, FEW, source) for value in (1, 0)]
    after = refuted_after(np.array(pairs[0]), np.array(pairs[1]), CLAIMED, FALSE_ALARM)
    yield _noticed(f"noise for 2 claimed as {CLAIMED}, by a bet", seen=after is not None)


def _noticed(item: str, *, seen: bool) -> Finding:
    told = "noticed" if seen else "not noticed: the audit has no teeth here"
    return Finding(item=item, way=WAY, holds=seen, told=told, false_alarm=FALSE_ALARM)
