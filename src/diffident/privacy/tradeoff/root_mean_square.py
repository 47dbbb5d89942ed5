# SPDX-License-Identifier: Apache-2.0
"""How many people make the root mean square error of a share small enough: n(alpha, epsilon) of the lecture notes.

Randomised response: alpha^2 = e^eps / ((e^eps - 1)^2 n), so n = e^eps / ((e^eps - 1) alpha)^2, about 1/(eps alpha)^2:
half the error or half of a small epsilon takes four times the people (exercise 2.6). A curator's Laplace noise:
alpha = sqrt(2q)/((1 - q) n) with q = e^-eps, about sqrt(2)/(eps alpha): twice the people (exercise 4.6).
"""

from fractions import Fraction
from typing import Final

from diffident.exact.number import LARGEST_WHOLE, Epsilon, decimal
from diffident.privacy.tradeoff.added import Divided
from diffident.privacy.tradeoff.collected import RandomisedResponse
from diffident.privacy.tradeoff.law import Estimate
from diffident.privacy.tradeoff.noise import Noise
from diffident.privacy.tradeoff.question import OutOfReach
from diffident.privacy.tradeoff.search import SOME, least
from diffident.privacy.tradeoff.setting import Trust, chosen

LAWS: Final[dict[Trust, Estimate]] = {
    Trust.CURATOR: Divided(noise=Noise(), step=Fraction(1)),
    Trust.NOBODY: RandomisedResponse(),
}
REASON: Final = "the root of the mean squared error stays larger"


def people_for(rmse: object, *, epsilon: object, trust: object = "curator") -> int:
    """Return the smallest number of people for which noise alone moves a share by at most `rmse`, in the mean of squares.

    Their number is declared: neighbours differ in one person's answer.

    >>> people_for("0.01", epsilon=1, trust="nobody"), people_for("0.01", epsilon=1)
    (9207, 136)
    """
    alpha = float(decimal(rmse, name="rmse", above=0))
    spent = Epsilon.of(epsilon).value
    law = LAWS[chosen(Trust, trust, name="trust")]
    enough = least(lambda many: law.sd(many, spent) <= alpha, 1, LARGEST_WHOLE, SOME)
    if enough is None:
        raise OutOfReach(unknown=f"number of people up to {LARGEST_WHOLE:,}", reason=REASON)
    return enough
