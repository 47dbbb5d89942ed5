# SPDX-License-Identifier: Apache-2.0
"""What a measurement asks of a mechanism: the seam between questions and noise."""

import math
from dataclasses import dataclass
from fractions import Fraction

from diffident.privacy.mechanisms.gaussian import Gaussian
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.privacy.reach import Reach


@dataclass(frozen=True, slots=True)
class Blur:
    """Integers of which one person moves so much, all of them with noise."""

    reach: Reach

    def at(self, epsilon: Fraction, delta: Fraction = Fraction(0)) -> Laplace | Gaussian:
        """Return the noise for this share of a request: of those that the share allows, the one with the least spread.

        >>> Blur(Reach(Fraction(5), Fraction(25))).at(Fraction(1, 2))
        Laplace(sensitivity=5, epsilon=0.5)
        """
        steady = Laplace(sensitivity=math.ceil(self.reach.l1), epsilon=epsilon)
        if not delta:
            return steady
        bell = Gaussian(sensitivity_squared=self.reach.l2_squared, epsilon=epsilon, delta=delta)
        return bell if bell.sd < steady.sd else steady
