# SPDX-License-Identifier: Apache-2.0
"""Intervals of what is no sum: every value for which the noise alone could have made what was released.

For a guess at the truth there are weights under which the true integers of a cell add up to zero. The released ones then
add up to weighted noise, whose law is known whatever the data. A guess fits if that is not too far from zero: the truth
fits as often as was asked, or a little more often.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from diffident.privacy.laws.at_once import Numbers, tails
from diffident.privacy.laws.several import tail_of_several
from diffident.question.aggregates.aggregate import NoiseLaw, additive

HALVINGS = 20
Places: TypeAlias = tuple[Numbers, Numbers, Numbers]  # of many cells: an estimate, and both ends of its interval
Fits: TypeAlias = Callable[[Numbers, NDArray[np.intp]], NDArray[np.bool_]]  # of guesses at some cells


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
    return 2 * tail_of_several(additive(law), weights, far) > missed


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


def all_fit(law: NoiseLaw, weights: Sequence[Numbers], cells: Numbers, missed: float) -> NDArray[np.bool_]:
    """Return what `fits` says, for many cells: each column has its own weights."""
    far = np.abs(
        sum((weight * number for weight, number in zip(weights, cells, strict=True)), np.zeros(cells.shape[1]))
    )
    return 2 * tails(additive(law), np.array(weights), far) > missed


def ends(inside: Numbers, outside: Numbers, step: Numbers, fit: Fits) -> Numbers:
    """Return what `end` finds, for many cells."""
    inside, outside, step, every = inside.copy(), outside.copy(), step.copy(), np.arange(len(inside))
    way = np.where(outside > inside, 1.0, -1.0)
    grows = step < np.abs(outside - inside)
    while grows.any():
        at = np.flatnonzero(grows)
        further = inside[at] + way[at] * step[at]
        good = fit(further, at)
        inside[at[good]], step[at[good]] = further[good], 2 * step[at[good]]
        grows[at[~good]] = False
        grows &= step < np.abs(outside - inside)
    outside = np.where(step < np.abs(outside - inside), inside + way * step, outside)
    all_the_way = fit(outside, every)
    last = outside
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        good = fit(middle, every)
        inside, outside = np.where(good, middle, inside), np.where(good, outside, middle)
    return np.where(all_the_way, last, outside)


def around(place: float, most: float, reach: float) -> tuple[float, float, float]:
    """Return a place and what lies so far around it, between 0 and the most there can be."""
    return place, max(place - reach, 0.0), min(place + reach, most)
