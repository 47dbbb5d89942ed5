# SPDX-License-Identifier: Apache-2.0
"""Laplace threshold: undeclared categories and how many people have them, for people with few of them."""

from dataclasses import dataclass
from typing import ClassVar

from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.loss import Approx
from diffident.privacy.mechanisms.keys import OfKeys, alone
from diffident.privacy.mechanisms.mechanism import not_too_wide, settle
from diffident.privacy.mechanisms.threshold import Threshold, hardly_reached


@dataclass(frozen=True, slots=True, init=False, repr=False)
class LaplaceThreshold(Threshold):
    """Releases each key whose number of people, with Laplace noise, reaches the threshold, and that noisy number.

    >>> LaplaceThreshold(epsilon=1, delta="1e-5").threshold
    13
    """

    name: ClassVar[str] = "laplace_threshold"

    def __init__(self, *, epsilon: object, delta: object, keys_per_person: object = 1, minimum: object = 1) -> None:
        OfKeys.__init__(self, epsilon=epsilon, delta=delta, keys_per_person=keys_per_person, minimum=minimum)
        law = DiscreteLaplace(not_too_wide(self.keys_per_person / self.epsilon))
        beyond = hardly_reached(law, alone(self.delta, self.keys_per_person))
        settle(self, law=law, threshold=self.minimum + beyond)

    @property
    def loss(self) -> Approx:
        """What one draw can tell about a person.

        Guarantee:
            What is released about neighbours is (epsilon, delta)-close.
        Because:
            Keys that `minimum` or more people have on both sides are numbers that a person moves by at most
            keys_per_person in sum, under noise scaled to that. A key that one person lifts to `minimum` appears with
            probability at most alone(delta, keys_per_person): threshold.proof.md.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        return Approx(self.epsilon, self.delta)
