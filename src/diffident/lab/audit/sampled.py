# SPDX-License-Identifier: Apache-2.0
"""A lower bound on epsilon from samples: how much likelier an event certainly is with a person than without.

The event is learned on one half of the samples and counted on the other, so that choosing it costs nothing.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.curator.curator import Curator
from diffident.curator.priced import Priced
from diffident.curator.published import read
from diffident.lab.attacks.asked import curator_of
from diffident.lab.attacks.attack import Twin
from diffident.lab.audit.finding import Finding
from diffident.lab.audit.replay import exact
from diffident.lab.interval import at_least, at_most
from diffident.lab.once import Once
from diffident.privacy.mechanisms import Laplace, RandomizedResponse
from diffident.privacy.mechanisms.joint_exponential import JointExponential
from diffident.privacy.private import Private
from diffident.question.limits import Bounds
from diffident.randomness.source import Source

WAY: Final = "samples"
FALSE_ALARM: Final = 1e-9
DRAWS: Final = 100_000
ASKED: Final = 6_000
CLAIMED: Final = 1
RICH: Final = 7  # the person who moves everything as far as may be
QUESTIONS: Final = ("SELECT COUNT(*) AS n FROM people", "SELECT AVG(stay) AS stay FROM people")
Samples = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Event:
    """All numbers from a limit on, or all up to it."""

    limit: float
    upwards: bool

    def seen(self, samples: Samples) -> int:
        """Return how often it happened."""
        return int((samples >= self.limit).sum() if self.upwards else (samples <= self.limit).sum())


def epsilon(with_: Samples, without: Samples, *, false_alarm: float, delta: float = 0) -> float:
    """Return what epsilon is at least, but for the false alarm: the event learned on one half, counted on the other."""
    (learn, count), (learn_without, count_without) = (np.array_split(each, 2) for each in (with_, without))
    ways = [
        (bound(event, one, other, false_alarm, delta), event, is_turned)
        for is_turned, one, other in ((False, learn, learn_without), (True, learn_without, learn))
        for event in events(one, other)
    ]
    _, event, is_turned = max(ways, key=lambda way: way[0])
    pair = (count_without, count) if is_turned else (count, count_without)
    return bound(event, *pair, false_alarm, delta)


def events(one: Samples, other: Samples, most: int = 60) -> list[Event]:
    """Return events that may tell two samples apart: limits at their quantiles, both ways."""
    limits = np.unique(np.quantile(np.concatenate([one, other]), np.linspace(0, 1, most), method="inverted_cdf"))
    return [Event(limit, upwards) for limit in limits.tolist() for upwards in (True, False)]


def bound(event: Event, likely: Samples, unlikely: Samples, false_alarm: float, delta: float = 0) -> float:
    """Return the logarithm of how much likelier an event is in the one sample than in the other, at least."""
    least = at_least(event.seen(likely), likely.size, false_alarm / 2) - delta
    most = at_most(event.seen(unlikely), unlikely.size, false_alarm / 2)
    return math.log(least / most) if least > 0 else -math.inf


def checked() -> Iterator[Finding]:
    """Yield what samples prove of two mechanisms, and of two questions through a curator."""
    source = Source.fresh()
    laplace = Laplace(sensitivity=1, epsilon=CLAIMED)
    yield found("discrete Laplace", *(drawn(laplace, value, DRAWS, source) for value in (1, 0)))
    response = RandomizedResponse(options=2, epsilon=CLAIMED)
    yield found("randomised response", *(drawn(response, value, DRAWS, source) for value in (1, 0)))
    for question in QUESTIONS:
        yield found(question, *asked(question, ASKED, source))


def found(item: str, with_: Samples, without: Samples) -> Finding:
    """Return what samples with and without a person prove."""
    proven = epsilon(with_, without, false_alarm=FALSE_ALARM)
    told = f"{with_.size:,} samples each way, half of them to learn the event"
    holds = proven <= CLAIMED
    return Finding(
        item=item, way=WAY, holds=holds, told=told, claimed=CLAIMED, proven=round(proven, 4), false_alarm=FALSE_ALARM
    )


def drawn(mechanism: Laplace | RandomizedResponse, value: int, count: int, source: Source) -> Samples:
    """Return so many independent outputs of a mechanism on one value, as each number of a release is drawn by itself."""
    return mechanism.draw(Private(np.full(count, value)), source).astype(np.float64)


def asked(question: str, count: int, source: Source) -> tuple[Samples, Samples]:
    """Return how far answers speak for a person, on a curator's data with the person and without."""
    with_, without = (curator_of(_people(is_in=is_in), CLAIMED) for is_in in (True, False))
    offer = with_.offer(question, epsilon=CLAIMED)
    truths = [exact(each.engine, offer.plan) for each in (with_, without)]
    return (
        _speaking(offer, with_, truths, count, source),
        _speaking(without.offer(question, epsilon=CLAIMED), without, truths, count, source),
    )


def _speaking(
    offer: Priced, curator: Curator, truths: Sequence[list[list[int]]], count: int, source: Source
) -> Samples:
    """Return for each answer how much nearer it lies to the sums with the person, in units of the noise."""
    once = Once(curator.engine)
    scales = [max(noise.law.mean_absolute, 1e-9) for noise in offer.noise if not isinstance(noise, JointExponential)]
    return np.array([_nearer(read(offer.perform(once, source)).parts, truths, scales) for _ in range(count)])


def _nearer(parts: Sequence[Any], truths: Sequence[list[list[int]]], scales: Sequence[float]) -> float:
    told = [[number for cell in part.cells for number in cell] for part in parts]
    nearer: float = sum(
        (abs(number - absent) - abs(number - there)) / scale
        for numbers, with_, without, scale in zip(told, *truths, scales, strict=True)
        for number, there, absent in zip(numbers, with_, without, strict=True)
    )
    return nearer


def _people(*, is_in: bool) -> Twin:
    who = np.array([each for each in range(50) if is_in or each != RICH])
    return Twin(
        columns={"person": who, "stay": np.where(who == RICH, 60.0, 30.0)},
        limits={"stay": Bounds.of(0, 60, source="codebook")},
    )
