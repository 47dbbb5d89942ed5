# SPDX-License-Identifier: Apache-2.0
"""A bet against a claim: who claims epsilon offers odds, and whoever grows rich by them has refuted it, whenever they stop.

An e-process: as long as the claim holds, the wealth is expected not to grow, so it reaches 1/alpha with probability alpha
at most, however long one watches (Ville 1939). A gross fault is found within a few hundred pairs.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from diffident.lab.audit.finding import Finding
from diffident.lab.audit.sampled import CLAIMED, FALSE_ALARM, QUESTIONS, asked, events
from diffident.randomness.source import Source

WAY: Final = "sequential bet"
STAKES: Final = tuple(step / 16 for step in range(1, 16))  # of all that may be staked
LEARNED: Final = 200  # pairs from which the event is learned, before any bet
PAIRS: Final = 2_000


@dataclass(slots=True)
class Bet:
    """Bets that an event is more than e^epsilon times likelier in the first of each pair than in the second.

    Guarantee:
        While P(first) <= e^epsilon P(second) + delta, the wealth ever reaches 1/alpha with probability alpha at most.
    Because:
        A stake s of at most 1 / (e^epsilon + delta) turns 1 into 1 + s (first - e^epsilon second - delta), which is
        never negative and on average at most 1, whatever happened before. The mean over several stakes is so too.
    Checked by: tests/lab/audit/test_sequential.py::test_a_true_claim_is_not_refuted_and_a_false_one_is_soon
    """

    epsilon: float
    delta: float = 0.0
    pairs: int = 0
    wealths: list[float] = field(default_factory=lambda: [1.0] * len(STAKES))

    def see(self, *, first: bool, second: bool) -> float:
        """Return the wealth after one more pair."""
        odds = math.exp(self.epsilon)
        won = first - odds * second - self.delta
        most = 1 / (odds + self.delta)
        self.wealths = [wealth * (1 + stake * most * won) for wealth, stake in zip(self.wealths, STAKES, strict=True)]
        self.pairs += 1
        return self.wealth

    @property
    def wealth(self) -> float:
        """What 1 has become, on average over the stakes."""
        return sum(self.wealths) / len(self.wealths)


def refuted_after(ones: np.ndarray, others: np.ndarray, epsilon: float, false_alarm: float) -> int | None:
    """Return after how many pairs a claim is refuted, or None; the first pairs choose the event and are not bet on."""
    learn, learn_others = ones[:LEARNED], others[:LEARNED]
    odds = math.exp(epsilon)
    event = max(
        events(learn, learn_others),
        key=lambda each: each.seen(learn) - odds * each.seen(learn_others),
    )
    bet = Bet(epsilon)
    for one, other in zip(ones[LEARNED:], others[LEARNED:], strict=True):
        happened = [bool(each >= event.limit if event.upwards else each <= event.limit) for each in (one, other)]
        if bet.see(first=happened[0], second=happened[1]) >= 1 / false_alarm:
            return LEARNED + bet.pairs
    return None


def checked() -> Iterator[Finding]:
    """Yield whether bets against two questions, both ways round, ever grow rich."""
    source = Source.fresh()
    for question in QUESTIONS:
        with_, without = asked(question, PAIRS, source)
        pairs = ((with_, without), (without, with_))
        ways = [refuted_after(one, other, CLAIMED, FALSE_ALARM / 2) for one, other in pairs]
        ended = [way for way in ways if way is not None]
        told = f"refuted after {min(ended)} pairs" if ended else f"not refuted in {PAIRS:,} pairs"
        yield Finding(item=question, way=WAY, holds=not ended, told=told, claimed=CLAIMED, false_alarm=FALSE_ALARM)
