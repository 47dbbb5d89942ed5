# SPDX-License-Identifier: Apache-2.0
"""Random plans, each priced by dp-accounting as well: a floor that is below the truth and a ceiling above."""

import functools
import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from dp_accounting.pld import privacy_loss_distribution as theirs

from diffident.privacy.accounting.gaussian_limit import GaussianLimit
from diffident.privacy.accounting.response import Response
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.accounting.subsampled import Subsampled
from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace

MOST_KINDS, MOST_TIMES = 3, 40


@dataclass(frozen=True, slots=True)
class Kind:
    """A loss of ours, and the same mechanism of theirs as a function of what is estimated and of the step."""

    loss: object
    peer: functools.partial


@dataclass(frozen=True, slots=True)
class RandomPlan:
    """Some kinds of loss, each so many times."""

    kinds: tuple[tuple[Kind, int], ...]
    delta: float

    @property
    def parts(self):
        return [(kind.loss, times) for kind, times in self.kinds]

    def epsilon(self, *, above, step):
        """Return dp-accounting's epsilon: an upper estimate, or a lower one."""
        options = {"pessimistic_estimate": above, "value_discretization_interval": step}
        each = [kind.peer(**options).self_compose(times) for kind, times in self.kinds]
        return functools.reduce(lambda one, other: one.compose(other), each).get_epsilon_for_delta(self.delta)


def laplace(draws):
    scale, by = Fraction(int(draws.integers(4, 4000)), 64), int(draws.integers(1, 6))
    peer = functools.partial(theirs.from_discrete_laplace_mechanism, float(1 / scale), by)
    return Kind(Shifted(DiscreteLaplace(scale), by), peer)


def gaussian(draws):
    variance, by = Fraction(int(draws.integers(8, 3000)), 8), int(draws.integers(1, 4))
    peer = functools.partial(theirs.from_discrete_gaussian_mechanism, math.sqrt(variance), by)
    return Kind(Shifted(DiscreteGaussian(variance), by), peer)


def limit(draws):
    mu = Fraction(int(draws.integers(1, 64)), 64)
    return Kind(GaussianLimit(mu**2), dots(theirs.from_gaussian_mechanism, float(1 / mu)))


def response(draws):
    epsilon, options = Fraction(int(draws.integers(1, 128)), 64), int(draws.integers(2, 5))
    lies = options / (math.exp(epsilon) + options - 1)
    return Kind(Response(epsilon, options), functools.partial(theirs.from_randomized_response, lies, options))


def sampled(draws):
    """Return noise on a secret random sample."""
    kind = (laplace, gaussian, limit)[draws.integers(3)](draws)
    rate = Fraction(int(draws.integers(1, 64)), 64)
    return Kind(Subsampled(kind.loss, rate), functools.partial(kind.peer, sampling_prob=float(rate)))


def dots(mechanism, *given):
    """Return a mechanism that connects the dots where it can: only its upper estimates do."""

    def estimated(*, pessimistic_estimate, **options):
        dotted = pessimistic_estimate
        return mechanism(*given, pessimistic_estimate=dotted, use_connect_dots=dotted, **options)

    return estimated


def random_plan(seed):
    draws = np.random.default_rng(seed)
    kinds = [
        (laplace, gaussian, limit, response, sampled)[draws.integers(5)]
        for _ in range(draws.integers(1, MOST_KINDS + 1))
    ]
    chosen = tuple((kind(draws), int(draws.integers(1, MOST_TIMES))) for kind in kinds)
    return RandomPlan(chosen, float(10 ** -draws.uniform(1.5, 9)))
