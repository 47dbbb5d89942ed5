# SPDX-License-Identifier: Apache-2.0
"""One of several, by whole weights or by weights exp(-gamma)."""

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.number import decimal
from diffident.randomness.bernoulli import coin, exp_between
from diffident.randomness.source import Source
from diffident.randomness.table import Bounds, Table
from diffident.randomness.uniform import below, natural, uniform_below

GUARD = 64  # bits of precision beyond those asked for


class NothingToChoose(Refused):
    """A choice among nothing, or among weights that are all 0."""

    code = "nothing_to_choose"
    sentence = "There is nothing to choose from."
    remedy = "Give at least one candidate a weight above 0."


def choice(weights: Sequence[int], count: int, source: Source) -> NDArray[np.int64]:
    """Return this many independent indices.

    Guarantee:
        Each is i with probability exactly weights[i] / sum(weights).
    Because:
        A uniform number below the sum is below the sum of the first i + 1, but not of the first i, in weights[i] cases.
    Checked by: tests/randomness/test_choice.py::test_each_index_has_as_many_cases_as_its_weight
    """
    ends = list(itertools.accumulate(natural(weight, name="weight") for weight in weights))
    if not ends or ends[-1] == 0:
        raise NothingToChoose
    drawn = uniform_below(ends[-1], count, source)
    if drawn.dtype == object:
        return np.array([bisect_right(ends, number) for number in drawn], np.int64)
    return np.array(ends[:-1], np.int64).searchsorted(drawn, side="right")


def choice_exp(gammas: Sequence[Fraction], count: int, source: Source) -> NDArray[np.int64]:
    """Return this many independent indices.

    Guarantee:
        Each is i with probability exactly proportional to exp(-gammas[i]), however small that is.
    Because:
        With l = floor(gamma - least gamma), a level l is drawn by the weight (members of l) * exp(-l), one of its
        members uniformly, and kept with probability exp(-(gamma - least gamma - l)): proportional to the product.
    Checked by: tests/randomness/test_choice.py::test_a_choice_by_exponents_follows_them_and_not_their_neighbours
    """
    wanted = natural(count, name="count")
    exponents = [gamma if type(gamma) is Fraction else decimal(gamma, name="gamma") for gamma in gammas]
    if not exponents:
        raise NothingToChoose
    least = min(exponents)
    levels = _levels(exponents, least)
    table = Table(partial(_weigh, [(level, len(members)) for level, members in levels]))
    chosen: list[int] = []
    while len(chosen) < wanted:
        words = source.take(wanted - len(chosen), np.uint16)
        for outcome in table.settle(words, source).tolist():
            level, members = levels[outcome]
            index = members[below(len(members), source)]
            if coin(exponents[index] - least - level, source):
                chosen.append(index)
    return np.array(chosen, np.int64)


def _levels(exponents: list[Fraction], least: Fraction) -> list[tuple[int, list[int]]]:
    """Return the whole numbers of steps above the least exponent, each with the indices that are there."""
    over, under = least.as_integer_ratio()
    levels: dict[int, list[int]] = {}
    for index, exponent in enumerate(exponents):
        level = (exponent.numerator * under - over * exponent.denominator) // (exponent.denominator * under)
        levels.setdefault(level, []).append(index)
    return list(levels.items())


def _weigh(levels: list[tuple[int, int]], bits: int) -> Bounds:
    """Return bounds of members * exp(-level), in units that are fine enough for this many bits."""
    bounds = [(members, *exp_between(Fraction(level), bits + GUARD)) for level, members in levels]
    return [members * low for members, low, _ in bounds], [members * high for members, _, high in bounds]
