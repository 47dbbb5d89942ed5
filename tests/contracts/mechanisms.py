# SPDX-License-Identifier: Apache-2.0
"""Examples of every mechanism, small enough to know everything about: neighbours, outputs, and a twin a tenth off."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import numpy as np

from contracts import laws
from diffident.exact import enclosure
from diffident.privacy.mechanisms import (
    AboveThreshold,
    Exponential,
    Gaussian,
    GaussianThreshold,
    JointExponential,
    KeySelection,
    Laplace,
    LaplaceThreshold,
    NoisyTopK,
    PermuteAndFlip,
    RandomizedResponse,
)
from diffident.privacy.private import Private
from diffident.privacy.tallied import Tallied

FAR = Fraction(11, 10)  # how much less noise a twin has


@dataclass(frozen=True, slots=True)
class Example:
    """One mechanism with given parameters.

    `law` maps a mechanism of the kind and an input to the law of its output, `within` one and a distance to the
    probability that the error is at most that far; `step` is the next shorter distance, if the error law claims that it
    is too short. `spent` names the parameter that less noise costs more of. `loose` is how much more a twin must spend
    before its law shows it on these neighbours.
    """

    name: str
    kind: type
    given: dict[str, Any]
    pairs: tuple[tuple[Any, Any], ...]
    law: Callable[[Any, Any], dict[Any, Any]]
    outcome: Callable[[Any], Any]
    within: Callable[[Any, Any], Any]
    asked: dict[str, Any] = field(default_factory=dict)
    step: Fraction | None = Fraction(1)
    plain: type = np.ndarray
    spent: str = "epsilon"
    loose: Fraction = FAR
    draws: int = 30_000

    @property
    def mechanism(self):
        return built(self.name)

    @property
    def values(self):
        """An input of which many different outputs are likely."""
        return self.pairs[0][0]

    def twin(self, times=FAR):
        """Return the mechanism with less noise than it should have."""
        return self.kind(**{**self.given, self.spent: Fraction(str(self.given[self.spent])) * times})

    def known(self, mechanism, values):
        return law_of(self.name, mechanism, _frozen(values))

    def drawn(self, source):
        return self.outcome(self.mechanism.draw(Private(self.values), source))

    def __str__(self):
        return self.name


@cache
def built(name):
    example = BY_NAME[name]
    return example.kind(**example.given)


@cache
def law_of(name, mechanism, values):
    return BY_NAME[name].law(mechanism, dict(values) if BY_NAME[name].kind in OF_KEYS else values)


def _frozen(values):
    if isinstance(values, dict):
        return tuple(sorted(values.items()))
    return tuple(values) if isinstance(values, list) else values


def number(drawn):
    return drawn.item()


def row(drawn):
    return tuple(drawn.tolist())


def steps(drawn):
    return tuple(drawn[0].tolist())


def rows(drawn):
    return tuple((key, count) for key, count in drawn.tolist())


def moved(scores, by):
    """Return every way in which one person can move each score by at most so much, and back."""
    ways = [
        [score + step for score, step in zip(scores, steps, strict=True)] for steps in product(by, repeat=len(scores))
    ]
    return tuple(pair for way in ways for pair in ((scores, way), (way, scores)) if way != scores)


def laplace(mechanism, values):
    one = laws.laplace(0, mechanism.sensitivity / mechanism.epsilon, 40)
    return {values + z: chance for z, chance in one.items()}


def laplace_vector(mechanism, values):
    one = laws.laplace(0, mechanism.sensitivity / mechanism.epsilon, 14)
    return {tuple(v + z for v, z in zip(values, noise, strict=True)): p for noise, p in laws.vectors(one, 2).items()}


def laplace_on_grid(mechanism, values):
    """One person moves two numbers by half in sum: two steps of a quarter, and one more for the rounding of the other."""
    one, grid = laws.laplace(0, 3 / mechanism.epsilon, 14), Fraction(1, 4)
    steps = [(Fraction(value) / grid + Fraction(1, 2)).__floor__() for value in values]
    noisy = laws.vectors(one, 2)
    return {tuple((s + z) * grid for s, z in zip(steps, noise, strict=True)): p for noise, p in noisy.items()}


def gaussian(mechanism, values):
    one = laws.gaussian(mechanism.sensitivity_squared / (2 * mechanism.rho), 16)
    return {values + z: chance for z, chance in one.items()}


def gaussian_vector(mechanism, values):
    one = laws.gaussian(mechanism.sensitivity_squared / (2 * mechanism.rho), 12)
    return {tuple(v + z for v, z in zip(values, noise, strict=True)): p for noise, p in laws.vectors(one, 2).items()}


def gaussian_for_delta(mechanism, values):
    return {values + z: chance for z, chance in laws.gaussian(mechanism.law.variance, 40).items()}


def response(mechanism, answer):
    stays = mechanism.stay or laws.staying(mechanism.epsilon, mechanism.options)
    return laws.response(answer, mechanism.options, stays)


def rate(mechanism, parts=1):
    return mechanism.epsilon / parts / (mechanism.sensitivity * (1 if mechanism.monotone else 2))


def exponential(mechanism, scores):
    return laws.exponential(scores, rate(mechanism))


def permute_and_flip(mechanism, scores):
    return laws.permute_and_flip(scores, rate(mechanism))


def top_two(mechanism, scores):
    return laws.peeled(scores, rate(mechanism, 2), 2, laws.permute_and_flip)


def top_two_by_rho(mechanism, scores):
    """Each of two choices may cost epsilon with epsilon^2/8 = rho/2."""
    each = Fraction(str(round(float(4 * mechanism.rho) ** 0.5, 12)))
    return laws.peeled(scores, each / (2 * mechanism.sensitivity), 2, laws.exponential)


@cache
def held(*rows):
    """Return how many rows each step of one cell has, the first being 0."""
    steps = [step for step, many in enumerate(rows) if many]
    return Tallied.of(1, np.zeros(len(steps)), np.array(steps), np.array([rows[step] for step in steps]))


def joint_exponential(mechanism, tallied):
    rows = [0] * (mechanism.most + 1)
    for step, many in zip(tallied.steps.tolist(), tallied.rows.tolist(), strict=True):
        rows[step] = many
    reach = 2 * (1 - min(after - before for before, after in pairwise([0, *mechanism.ranks, 1])))
    rate = mechanism.epsilon / (2 * reach * mechanism.sensitivity * mechanism.groups)
    aside = {0: mechanism.aside, 1: -mechanism.aside}
    due = [rank * sum(rows) + aside.get(rank, 0) for rank in mechanism.ranks]
    return laws.cut(rows, mechanism.ranks, due, rate, mechanism.fine)


def near_the_middle(mechanism, far):
    """How likely the cut of a median differs by at most twice as much as this from the best one: here, by all there is."""
    law = joint_exponential(mechanism, held(1, 0, 1))
    return laws.total(law.values()) if far >= 1 else laws.NOTHING


def above_threshold(mechanism, answers):
    scales = (mechanism.threshold_law.scale, mechanism.answer_law.scale)
    return laws.above_threshold(answers, mechanism.threshold, scales, mechanism.positives, 25)


def key_selection(mechanism, people):
    each, delta = mechanism.epsilon / mechanism.keys_per_person, delta_each(mechanism)
    kept = {key: max(count - mechanism.minimum + 1, 0) for key, count in people.items()}
    return laws.subsets({key: laws.selection(count, each, delta) for key, count in kept.items()})


def delta_each(mechanism):
    """For two keys: the root of 1 - (1 - d)^2 = delta, a little rounded down."""
    if mechanism.keys_per_person == 1:
        return mechanism.delta
    return (1 - enclosure.sqrt(1 - mechanism.delta)).low


def laplace_threshold(mechanism, people):
    noise = laws.laplace(0, mechanism.keys_per_person / mechanism.epsilon, 30)
    return laws.joined(
        {k: laws.thresholded(n, mechanism.minimum, mechanism.threshold, noise) for k, n in people.items()}
    )


def gaussian_threshold(mechanism, people):
    noise = laws.gaussian(mechanism.law.variance, 30)
    return laws.joined(
        {k: laws.thresholded(n, mechanism.minimum, mechanism.threshold, noise) for k, n in people.items()}
    )


def stays(law, true):
    """Return how likely every number of an output stays within a distance of the true ones."""
    return lambda mechanism, far: laws.total(
        chance for outcome, chance in law(mechanism, true).items() if _distance(outcome, true) <= far
    )


def _distance(outcome, true):
    if isinstance(true, tuple):
        return max(abs(one - other) for one, other in zip(outcome, true, strict=True))
    return abs(outcome - true)


def estimated(mechanism, far):
    """What one report says about the person's own option: 1 is the truth."""
    law = response(mechanism, 0)
    a, b = 1 / (law[0] - law[1]), law[1] / (law[0] - law[1])
    said = {option: a * (option == 0) - b - 1 for option in law}
    return laws.total(law[option] for option in law if min(abs(said[option].low), abs(said[option].high)) <= far)


def best_of_five(choose):
    """The worst list: one is best, and all others are just too far behind."""
    return lambda mechanism, far: choose(mechanism, (0,) + 4 * (-int(far) - 1,))[0]


def two_of_four(choose):
    """The worst of some lists: each choice is at most so far behind the true one of its rank."""

    def within(mechanism, far):
        steps = [rank * (-int(far) - 1) for rank in range(3)]
        return min((_ranked(choose(mechanism, scores), scores, far) for scores in _lists(steps)), key=lambda p: p.low)

    return within


def _lists(steps):
    return [(0, *rest) for rest in combinations_with_replacement(steps, 3)]


def _ranked(law, scores, far):
    true = sorted(scores, reverse=True)
    return laws.total(
        chance
        for chosen, chance in law.items()
        if all(true[rank] - scores[place] <= far for rank, place in enumerate(chosen))
    )


def told_right(mechanism, far):
    """The worst lists of two: each answer is just so far from the threshold that it should be told right."""
    offers = product((-int(far) - 1, int(far)), repeat=2)
    lists = [tuple(mechanism.threshold + offset for offset in offsets) for offsets in offers]
    chances = [above_threshold(mechanism, answers)[_truth(mechanism, answers)] for answers in lists]
    return min(chances, key=lambda chance: chance.low)


def _truth(mechanism, answers):
    above = [answer >= mechanism.threshold for answer in answers]
    ends = [place + 1 for place in range(len(above)) if sum(above[: place + 1]) == mechanism.positives]
    return tuple(above[: ends[0]] if ends else above)


def seen(law):
    """How likely a group of that size is named."""
    return lambda mechanism, people: 1 - law(mechanism, {"a": int(people)})[()]


def groups(*sizes):
    """Return the key "a" with one person more or less."""
    return tuple(
        pair for size in sizes for one, more in [({"a": size}, {"a": size + 1})] for pair in ((one, more), (more, one))
    )


def both_ways(*pairs):
    return tuple(each for pair in pairs for each in (pair, pair[::-1]))


UP, ANY = (0, 1), (-1, 0, 1)
SCORES = [2, 1, 0]
EIGHTH = Fraction(1, 8)
OF_KEYS = (KeySelection, LaplaceThreshold, GaussianThreshold)

EXAMPLES = [
    Example(
        "randomised response by epsilon",
        RandomizedResponse,
        {"options": 3, "epsilon": 3},
        both_ways((0, 2)),
        response,
        number,
        estimated,
        asked={"people": 1, "share": 1},
        step=Fraction(1, 10**6),
        plain=int,
    ),
    Example(
        "randomised response by chance",
        RandomizedResponse,
        {"options": 4, "stay": "0.6"},
        both_ways((0, 3)),
        response,
        number,
        estimated,
        asked={"people": 1, "share": 1},
        step=Fraction(1, 10**6),
        plain=int,
        spent="stay",
    ),
    Example(
        "laplace",
        Laplace,
        {"sensitivity": 2, "epsilon": 2},
        both_ways((0, 2), (0, 1), (7, 5)),
        laplace,
        number,
        stays(laplace, 0),
        plain=int,
    ),
    Example(
        "laplace on two numbers",
        Laplace,
        {"sensitivity": 2, "epsilon": 2},
        both_ways(([0, 0], [1, 1]), ([0, 0], [0, 2]), ([0, 0], [1, -1])),
        laplace_vector,
        row,
        stays(laplace_vector, (0, 0)),
        asked={"numbers": 2},
    ),
    Example(
        "laplace on a grid",
        Laplace,
        {"sensitivity": "0.5", "epsilon": 3, "grid": "0.25", "numbers_per_person": 2},
        both_ways(([EIGHTH - Fraction(1, 1000)] * 2, [3 * EIGHTH, EIGHTH]), ([Fraction(0)] * 2, [Fraction(1, 2), 0])),
        laplace_on_grid,
        row,
        stays(laplace_on_grid, (EIGHTH, EIGHTH)),
        asked={"numbers": 2},
        step=None,
    ),
    Example(
        "gaussian by rho",
        Gaussian,
        {"sensitivity": 2, "rho": 1, "numbers_per_person": 1},
        both_ways((0, 2), (0, 1)),
        gaussian,
        number,
        stays(gaussian, 0),
        plain=int,
        spent="rho",
    ),
    Example(
        "gaussian on two numbers",
        Gaussian,
        {"sensitivity_squared": 2, "rho": 1},
        both_ways(([0, 0], [1, 1]), ([0, 0], [1, 0])),
        gaussian_vector,
        row,
        stays(gaussian_vector, (0, 0)),
        asked={"numbers": 2},
        spent="rho",
    ),
    Example(
        "gaussian by epsilon and delta",
        Gaussian,
        {"sensitivity": 1, "epsilon": 2, "delta": "1e-5"},
        both_ways((0, 1)),
        gaussian_for_delta,
        number,
        stays(gaussian_for_delta, 0),
        plain=int,
    ),
    Example(
        "joint exponential at one rank",
        JointExponential,
        {"ranks": "0.5", "least": 0, "most": 3, "sensitivity": 1, "epsilon": 2, "fine": 2},
        both_ways(
            (held(1, 0, 1, 4), held(1, 1, 1, 4)),
            (held(4, 6, 8), held(5, 6, 8)),
            (held(0, 0, 0), held(0, 1, 0)),
        ),
        joint_exponential,
        steps,
        near_the_middle,
        step=None,
        draws=8_000,
    ),
    Example(
        "joint exponential at two ranks",
        JointExponential,
        {"ranks": "0.25 0.75", "least": 0, "most": 2, "sensitivity": 1, "epsilon": 2, "fine": 2},
        both_ways(
            (held(2, 8, 8), held(3, 8, 8)),
            (held(6, 8, 0), held(6, 8, 1)),
            (held(0, 0, 0), held(0, 0, 1)),
        ),
        joint_exponential,
        steps,
        near_the_middle,
        step=None,
        draws=10_000,
        loose=Fraction(3, 2),
    ),
    Example(
        "joint exponential near the least",
        JointExponential,
        {"ranks": "0 0.5", "least": 0, "most": 2, "sensitivity": 2, "epsilon": 2, "fine": 1},
        both_ways((held(2, 8, 8), held(4, 8, 8)), (held(9, 0, 0), held(9, 0, 2))),
        joint_exponential,
        steps,
        near_the_middle,
        step=None,
        draws=2_000,
        loose=Fraction(2),
    ),
    Example(
        "exponential",
        Exponential,
        {"sensitivity": 1, "epsilon": 4},
        moved(SCORES, ANY),
        exponential,
        number,
        best_of_five(exponential),
        asked={"among": 5},
        plain=int,
    ),
    Example(
        "exponential on scores that rise together",
        Exponential,
        {"sensitivity": 1, "epsilon": 2, "monotone": True},
        moved(SCORES, UP),
        exponential,
        number,
        best_of_five(exponential),
        asked={"among": 5},
        plain=int,
    ),
    Example(
        "permute and flip",
        PermuteAndFlip,
        {"sensitivity": 1, "epsilon": 4},
        moved(SCORES, ANY),
        permute_and_flip,
        number,
        best_of_five(permute_and_flip),
        asked={"among": 5},
        plain=int,
    ),
    Example(
        "permute and flip on scores that rise together",
        PermuteAndFlip,
        {"sensitivity": 1, "epsilon": 2, "monotone": True},
        moved(SCORES, UP),
        permute_and_flip,
        number,
        best_of_five(permute_and_flip),
        asked={"among": 5},
        plain=int,
    ),
    Example(
        "two by permute and flip",
        NoisyTopK,
        {"count": 2, "sensitivity": 1, "epsilon": 6},
        moved(SCORES, ANY),
        top_two,
        row,
        two_of_four(top_two),
        asked={"among": 4},
        step=None,
    ),
    Example(
        "two by rho",
        NoisyTopK,
        {"count": 2, "sensitivity": 1, "rho": 1},
        (*moved(SCORES, ANY), *both_ways(([0] * 6, [1, 1, 1, -1, -1, -1]))),
        top_two_by_rho,
        row,
        two_of_four(top_two_by_rho),
        asked={"among": 4},
        step=None,
        spent="rho",
        loose=FAR**2,  # rho grows with the square of what noise shrinks by
    ),
    Example(
        "first above the threshold",
        AboveThreshold,
        {"threshold": 5, "sensitivity": 1, "epsilon": 6},
        (*moved([4, 5, 6], ANY), *both_ways(([9, 9, 9, 1], [10, 10, 10, 0]))),
        above_threshold,
        row,
        told_right,
        asked={"answers": 2},
        step=None,
    ),
    Example(
        "two above the threshold, which rise together",
        AboveThreshold,
        {"threshold": 5, "sensitivity": 1, "epsilon": 6, "positives": 2, "monotone": True},
        (*moved([4, 5, 6], UP), *both_ways(([9, 9, 9, 1, 1], [10, 10, 10, 1, 1]))),
        above_threshold,
        row,
        told_right,
        asked={"answers": 2},
        step=None,
    ),
    Example(
        "one key each",
        KeySelection,
        {"epsilon": 3, "delta": "1e-5"},
        groups(4, *range(4), *range(5, 10)),
        key_selection,
        row,
        seen(key_selection),
    ),
    Example(
        "two keys each",
        KeySelection,
        {"epsilon": 6, "delta": "1e-5", "keys_per_person": 2, "minimum": 2},
        both_ways(
            *(({"a": size, "b": other}, {"a": size + 1, "b": other + 1}) for size in (5, 0, 8) for other in (1, 4, 8))
        ),
        key_selection,
        row,
        seen(key_selection),
    ),
    Example(
        "one key each, with laplace",
        LaplaceThreshold,
        {"epsilon": 2, "delta": "1e-5"},
        groups(6, 0, 1, 7, 12),
        laplace_threshold,
        rows,
        seen(laplace_threshold),
    ),
    Example(
        "two keys each, with laplace",
        LaplaceThreshold,
        {"epsilon": 3, "delta": "1e-5", "keys_per_person": 2, "minimum": 3},
        both_ways(
            ({"a": 9, "b": 10}, {"a": 10, "b": 11}),
            ({"a": 2, "b": 2}, {"a": 3, "b": 3}),
            ({"b": 2, "c": 14}, {"b": 3, "c": 15}),
        ),
        laplace_threshold,
        rows,
        seen(laplace_threshold),
    ),
    Example(
        "one key each, with a gaussian",
        GaussianThreshold,
        {"epsilon": 2, "delta": "1e-5"},
        groups(12, 0, 1, 9, 25),
        gaussian_threshold,
        rows,
        seen(gaussian_threshold),
    ),
    Example(
        "two keys each, with a gaussian",
        GaussianThreshold,
        {"epsilon": 3, "delta": "1e-5", "keys_per_person": 2, "minimum": 3},
        both_ways(
            ({"a": 14, "b": 15}, {"a": 15, "b": 16}),
            ({"a": 2, "b": 2}, {"a": 3, "b": 3}),
            ({"b": 2, "c": 14}, {"b": 3, "c": 15}),
        ),
        gaussian_threshold,
        rows,
        seen(gaussian_threshold),
    ),
]
BY_NAME = {example.name: example for example in EXAMPLES}
