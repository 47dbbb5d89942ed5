# SPDX-License-Identifier: Apache-2.0
"""Very many fair coins: how likely one number of heads is, from above, and at least as many, from below."""

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

KNOTS: Final = 72  # places at which a tail is looked at
FINE: Final = 12  # of them in one standard deviation
ROUNDED: Final = 1e-9  # more than what floats change of a mass, relatively, for up to 10^9 coins

Floats = NDArray[np.float64]


def exactly(coins: Floats, heads: Floats) -> Floats:
    """Return an upper bound of P(exactly so many heads), for no fewer heads than tails.

    Guarantee:
        It is not below the binomial mass, and where there are ten tails not above it by more than a part of 2e-9.
    Because:
        ln n! = n ln n - n + ln(2 pi n)/2 + c(n), where 1/12n - 1/360n^3 < c(n) < that + 1/1260n^5 (Stirling's series
        is enveloping: Whittaker and Watson, 12.33). What is left of n ln n are few digits: with x = (heads - tails)/n it
        is n ((1 + x) ln(1 + x) + (1 - x) ln(1 - x))/2, each term known to a part of 2^-50.
    Checked by: tests/privacy/accounting/test_coins.py::test_masses_are_bounded_and_nearly_met
    """
    return np.exp(_log_mass(coins, heads, 1)) * (1 + ROUNDED)


def at_least(coins: Floats, heads: Floats) -> Floats:
    """Return a lower bound of P(at least so many heads), for no fewer heads than tails.

    Guarantee:
        It is not above the binomial tail; of a tail beyond two standard deviations it lacks less than a part of 2e-3.
    Because:
        Binomial masses are log-concave: between two places they are at least the geometric sequence through both, whose
        sum is known. Masses at those places are taken from below, and what lies beyond the last place is left out.
    Checked by: tests/privacy/accounting/test_coins.py::test_tails_are_bounded_and_nearly_met
    """
    stride = np.maximum(np.floor(np.sqrt(coins) / (2 * FINE)), 1.0)[..., np.newaxis]
    places = heads[..., np.newaxis] + stride * np.arange(KNOTS)
    logs = _log_mass(coins[..., np.newaxis], places, -1)
    falls = logs[..., 1:] - np.where(np.isfinite(logs[..., :-1]), logs[..., :-1], 0.0)
    runs = np.exp(logs[..., :-1]) * (np.expm1(falls) / np.expm1(falls / stride))
    found: Floats = runs.sum(axis=-1) * (1 - ROUNDED)
    return found


def _log_mass(coins: Floats, heads: Floats, side: int) -> Floats:
    """Return a bound of ln P(exactly so many heads): from above on side 1, from below on side -1."""
    tails = coins - heads
    many, few = np.maximum(coins, 2.0), np.maximum(tails, 1.0)
    lead = (many - 2 * few) / many
    spread = many / 2 * ((1 + lead) * np.log1p(lead) + (1 - lead) * np.log1p(-lead))
    rest = _stirling(many, side) - _stirling(many - few, -side) - _stirling(few, -side)
    logs = rest - spread + np.log(many / (2 * math.pi * (many - few) * few)) / 2
    return np.where(tails >= 1, logs, np.where(tails == 0, -math.log(2) * coins, -np.inf))


def _stirling(number: Floats, side: int) -> Floats:
    """Return a bound of c(n), from above on side 1, from below on side -1."""
    below = 1 / (12 * number) - 1 / (360 * number**3)
    return below + 1 / (1260 * number**5) if side > 0 else below
