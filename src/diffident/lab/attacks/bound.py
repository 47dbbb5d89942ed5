# SPDX-License-Identifier: Apache-2.0
"""How often a guess about one person can be right at most, whatever the attacker knows, computes, and asks."""

from enum import Enum
from fractions import Fraction

from diffident.exact import enclosure
from diffident.exact.number import Epsilon, whole
from diffident.exact.rounding import round_up
from diffident.privacy.region import Region


class Secret(Enum):
    """What the attacker wants to know of one person."""

    PRESENCE = "whether somebody is in the data"
    VALUE = "which of several values somebody in the data has"


def most_right(secret: Secret, epsilon: object, options: object = 2) -> float:
    """Return how often a guess is right at most, when all options were equally likely beforehand.

    Guarantee:
        No attack on a release that is epsilon-private for adding or removing a person does better, on average over the
        options.
    Because:
        For presence it is the corner of the region. For values: let a(v) be the chance that v is guessed where v is true.
        Taking the person out and putting them back with v bounds a(v) by e^epsilon times the chance that v is guessed
        without them, and these chances add up to 1: the mean of a(v) is at most e^epsilon / m. Exchanging one value for
        another is two steps: where v is true each other w is guessed with at least e^(-2 epsilon) a(w); summed over
        guesses and values, the mean of a(v) is at most 1 / (1 + (m - 1) e^(-2 epsilon)). Both are rounded up.
    Checked by: tests/lab/attacks/test_bound.py::test_no_guess_is_right_more_often_and_one_comes_close
    """
    if secret is Secret.PRESENCE:
        return Region.of(epsilon).best_guess
    many = whole(options, name="options", at_least=2)
    spent = Epsilon.of(epsilon, cap=1000).value
    by_leaving = enclosure.exp(spent).high / many
    by_changing = 1 / (1 + (many - 1) * enclosure.exp(-2 * spent).low)
    return round_up(min(by_leaving, by_changing, Fraction(1)))
