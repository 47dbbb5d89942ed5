# SPDX-License-Identifier: Apache-2.0
"""How likely something is, from how often it happened: the limits of Clopper and Pearson."""


def at_least(right: int, of: int, false_alarm: float) -> float:
    """Return a number below the chance of what was seen `right` times, but for the false alarm.

    >>> round(at_least(90, 100, 0.025), 3), at_least(0, 100, 0.025)
    (0.824, 0.0)
    """
    from scipy.special import betaincinv  # noqa: PLC0415 - slow to import

    return 0.0 if right == 0 else float(betaincinv(right, of - right + 1, false_alarm))


def at_most(right: int, of: int, false_alarm: float) -> float:
    """Return a number above the chance of what was seen `right` times, but for the false alarm.

    >>> round(at_most(90, 100, 0.025), 3)
    0.951
    """
    return 1 - at_least(of - right, of, false_alarm)


def between(right: int, of: int, confidence: float) -> tuple[float, float]:
    """Return both limits."""
    tail = (1 - confidence) / 2
    return at_least(right, of, tail), at_most(right, of, tail)
