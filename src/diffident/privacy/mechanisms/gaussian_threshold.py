# SPDX-License-Identifier: Apache-2.0
"""Gaussian threshold: undeclared categories and how many people have them, for people with many of them."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from diffident.privacy.accounting.calibrate import variance_of_many, variance_of_one
from diffident.privacy.laws import DiscreteGaussian
from diffident.privacy.loss import Approx
from diffident.privacy.mechanisms.keys import OfKeys, alone
from diffident.privacy.mechanisms.mechanism import settle
from diffident.privacy.mechanisms.threshold import Threshold, hardly_reached


@dataclass(frozen=True, slots=True, init=False, repr=False)
class GaussianThreshold(Threshold):
    """Releases each key whose number of people, with Gaussian noise, reaches the threshold, and that noisy number.

    It beats the Laplace threshold when people have more than about ten keys each.

    >>> GaussianThreshold(epsilon=1, delta="1e-5").threshold
    18
    """

    name: ClassVar[str] = "gaussian_threshold"

    def __init__(self, *, epsilon: object, delta: object, keys_per_person: object = 1, minimum: object = 1) -> None:
        OfKeys.__init__(self, epsilon=epsilon, delta=delta, keys_per_person=keys_per_person, minimum=minimum)
        moved, appears = (self.delta, self.delta) if self.keys_per_person == 1 else (self.delta / 2, self.delta / 2)
        if self.keys_per_person == 1:
            law = DiscreteGaussian(variance_of_one(1, self.epsilon, moved))
        else:
            law = DiscreteGaussian(variance_of_many(Fraction(self.keys_per_person), self.epsilon, moved))
        settle(self, law=law, threshold=self.minimum + hardly_reached(law, alone(appears, self.keys_per_person)))

    @property
    def loss(self) -> Approx:
        """What one draw can tell about a person.

        Guarantee:
            What is released about neighbours is (epsilon, delta)-close.
        Because:
            Of a person's keys some are shared by `minimum` people without them: numbers that move by one each, under
            noise that is (epsilon, moved)-private for all of them. The others appear with a probability of at most
            `appears` altogether. With one key it is either the one or the other, so each may have the whole delta;
            with several both may happen, and moved + appears is delta: threshold.proof.md.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        return Approx(self.epsilon, self.delta)
