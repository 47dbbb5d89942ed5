# SPDX-License-Identifier: Apache-2.0
"""Intervals of what is no sum: every value for which the noise alone could have made what was released.

For a guess at the truth there are weights under which the true integers of a cell add up to zero. The released ones then
add up to weighted noise, whose law is known whatever the data. A guess fits if that is not too far from zero: the truth
fits as often as was asked, or a little more often.
"""

from collections.abc import Callable, Sequence

from diffident.privacy.laws.several import tail_of_several
from diffident.question.aggregates.aggregate import NoiseLaw

HALVINGS = 20


def fits(law: NoiseLaw, weights: Sequence[float], cell: Sequence[int], missed: float) -> bool:
    """Return whether noise with these weights is as far from zero as this cell with more than this probability.

    Guarantee:
        For the true weights it does with a probability of at least 1 - missed.
    Because:
        The weighted cell is then weighted noise, and noise whose own tail probability is at most `missed` comes with at
        most that probability.
    Checked by: tests/question/aggregates/test_coverage.py::test_intervals_hold_as_often_as_they_say
    """
    far = abs(sum(weight * number for weight, number in zip(weights, cell, strict=True)))
    return 2 * tail_of_several(law, weights, far) > missed


def end(inside: float, outside: float, step: float, is_inside: Callable[[float], bool]) -> float:
    """Return the first value that does not fit, on the way from one that does; the end of the way if all do.

    `step` is about how far that is: steps grow until one leads too far, and the last of them is halved.
    """
    way = 1 if outside > inside else -1
    while step < abs(outside - inside) and is_inside(inside + way * step):
        inside, step = inside + way * step, 2 * step
    if step < abs(outside - inside):
        outside = inside + way * step
    elif is_inside(outside):
        return outside
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if is_inside(middle) else (inside, middle)
    return outside


def around(place: float, most: float, reach: float) -> tuple[float, float, float]:
    """Return a place and what lies so far around it, between 0 and the most there can be."""
    return place, max(place - reach, 0.0), min(place + reach, most)
