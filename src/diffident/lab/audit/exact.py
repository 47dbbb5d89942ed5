# SPDX-License-Identifier: Apache-2.0
"""The loss that every discrete mechanism states, against the exact masses of its outcomes on neighbours: a proof, no test."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from diffident.lab.audit.apart import Known, excess, uncovered
from diffident.lab.audit.cases import Case, cases
from diffident.lab.audit.finding import Finding

WAY: Final = "exact masses"
STEPS: Final = 24  # halvings, until an epsilon is known to a millionth


def checked() -> Iterator[Finding]:
    """Yield for every mechanism how much its outcomes on two neighbours certainly tell, and whether its loss covers it."""
    for case in cases():
        yield found(case)


def found(case: Case) -> Finding:
    """Return what a case shows, both ways round."""
    one, other = case.known()
    loss, delta = case.mechanism.loss, Fraction(str(case.delta))
    exceeded = [*uncovered(loss, one, other), *uncovered(loss, other, one)]
    proven = max(certainly(one, other, delta), certainly(other, one, delta))
    told = "every event is covered" if not exceeded else f"exceeded at {', '.join(str(each) for each in exceeded[:3])}"
    holds = not exceeded and proven <= case.epsilon
    return Finding(item=case.name, way=WAY, holds=holds, told=told, claimed=case.epsilon, proven=round(proven, 6))


def certainly(p: Known, q: Known, delta: Fraction) -> float:
    """Return an epsilon that two laws certainly exceed for this delta, or 0."""
    low, high = Fraction(0), Fraction(32)
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(p, q, middle) > delta else (low, middle)
    return float(low)
