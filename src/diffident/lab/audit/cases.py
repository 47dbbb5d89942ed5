# SPDX-License-Identifier: Apache-2.0
"""Every discrete mechanism on neighbours small enough to know all about: its parameters, and the law of its output."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from diffident.exact.enclosure import Enclosure
from diffident.lab.audit import laws
from diffident.lab.audit.laws import Law
from diffident.privacy.mechanisms import (
    AboveThreshold,
    Exponential,
    Gaussian,
    GaussianThreshold,
    JointExponential,
    KeySelection,
    Laplace,
    LaplaceThreshold,
    Mechanism,
    NoisyTopK,
    PermuteAndFlip,
    RandomizedResponse,
)

FAR: Final = 40  # how far from the centre outcomes are listed
NEAR: Final = 25
HALF: Final = Fraction(1, 2)
DELTA: Final = 1e-5
SCORES: Final = (0, -9, -9)
WORSE: Final = (-1, -8, -8)


@dataclass(frozen=True, slots=True)
class Case:
    """A mechanism, two neighbouring inputs, and what its output is on each, by the paper and nothing of ours but exp."""

    name: str
    epsilon: float
    mechanism: Mechanism
    neighbours: tuple[Any, Any]
    law: Callable[[Any], Law]
    delta: float = 0

    def known(self) -> tuple[Law, Law]:
        """Return the laws of the output on both neighbours."""
        one, other = self.neighbours
        return self.law(one), self.law(other)


def cases() -> tuple[Case, ...]:
    """Return a case of every mechanism."""
    return (*_of_numbers(), *_of_choices(), *_of_keys())


def _of_numbers() -> tuple[Case, ...]:
    response = RandomizedResponse(options=3, epsilon=1)
    laplace, gaussian = Laplace(sensitivity=2, epsilon=2), Gaussian(sensitivity=1, epsilon=2, delta=DELTA)
    bell = laws.gaussian(gaussian.law.variance, FAR)
    return (
        Case("randomised response", 1, response, (0, 2), lambda x: laws.response(x, 3, laws.staying(1, 3))),
        Case("discrete Laplace", 2, laplace, (0, 2), lambda x: laws.laplace(x, 1, FAR)),
        Case("discrete Gaussian", 2, gaussian, (0, 1), lambda x: _moved(bell, x), DELTA),
    )


def _of_choices() -> tuple[Case, ...]:
    exponential, flip = Exponential(sensitivity=1, epsilon=4), PermuteAndFlip(sensitivity=1, epsilon=4)
    best, above = NoisyTopK(count=2, sensitivity=1, epsilon=6), AboveThreshold(threshold=5, sensitivity=1, epsilon=6)
    half, scales = Fraction(3, 2), (above.threshold_law.scale, above.answer_law.scale)
    scored, answers = (SCORES, WORSE), ((9, 9, 9, 1), (10, 10, 10, 0))
    middle, rows = JointExponential(ranks=HALF, least=0, most=2, sensitivity=1, epsilon=4, fine=2), (4, 6, 8)
    return (
        Case(
            "joint exponential",
            4,
            middle,
            (rows, (5, 6, 8)),
            lambda x: laws.cut(x, (HALF,), (HALF * sum(x),), Fraction(2), 2),
        ),
        Case("exponential", 4, exponential, scored, lambda x: laws.exponential(x, Fraction(2))),
        Case("permute and flip", 4, flip, scored, lambda x: laws.permute_and_flip(x, Fraction(2))),
        Case("noisy top k", 6, best, scored, lambda x: laws.peeled(x, half, 2, laws.permute_and_flip)),
        Case("above threshold", 6, above, answers, lambda x: laws.above_threshold(x, 5, scales, 1, NEAR)),
    )


def _of_keys() -> tuple[Case, ...]:
    key, few = KeySelection(epsilon=3, delta=DELTA), LaplaceThreshold(epsilon=2, delta=DELTA)
    bell = GaussianThreshold(epsilon=2, delta=DELTA)
    steep, broad = (
        laws.laplace(0, 1 / few.epsilon, FAR),
        laws.gaussian(Fraction(bell.event.parameters["variance"]), FAR),
    )
    return (
        Case("key selection", 3, key, (4, 5), lambda n: _named(laws.selection(n, key.epsilon, key.delta)), DELTA),
        Case("Laplace threshold", 2, few, (6, 7), lambda n: laws.thresholded(n, 1, few.threshold, steep), DELTA),
        Case("Gaussian threshold", 2, bell, (12, 13), lambda n: laws.thresholded(n, 1, bell.threshold, broad), DELTA),
    )


def _named(chance: Enclosure) -> Law:
    return laws.subsets({"a": chance})


def _moved(law: Law, by: int) -> Law:
    return {outcome + by: chance for outcome, chance in law.items()}
