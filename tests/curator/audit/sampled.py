# SPDX-License-Identifier: Apache-2.0
"""A lower bound on epsilon from samples: how much likelier an event certainly is with a person than without.

The engine looks once for each neighbour; only noise is drawn again and again, on the way that answers take.
"""

import math

from scipy.special import betaincinv

from diffident.curator.published import read
from diffident.randomness.source import Source


class Once:
    """An engine that looks once and remembers what it saw."""

    def __init__(self, inner):
        self.inner, self.seen = inner, {}

    def sums(self, look):
        if look not in self.seen:
            self.seen[look] = self.inner.sums(look)
        return self.seen[look]


def drawn(offer, engine, count, tape):
    """Return the released integers of so many performances, part by part and cell by cell."""
    once, source = Once(engine), Source.replay(tape)
    return [[part.cells for part in read(offer.perform(once, source)).parts] for _ in range(count)]


def epsilon(samples, fewer, is_seen, false_alarm):
    """Return what epsilon is at least, given samples with a person and without, if the event tells them apart.

    Both chances are kept within Clopper and Pearson's limits, both ways round; all four hold together but for the false
    alarm.
    """
    each = false_alarm / 4
    with_, without = ([sum(map(is_seen, many)), len(many)] for many in (samples, fewer))
    no_with, no_without = ([many - seen, many] for seen, many in (with_, without))
    return max(_ratio(with_, without, each), _ratio(no_without, no_with, each))


def _ratio(likely, unlikely, false_alarm):
    """Return the logarithm of how much likelier one event is than another, at least."""
    (a, n), (b, m) = likely, unlikely
    least = 0 if a == 0 else betaincinv(a, n - a + 1, false_alarm)
    most = 1 if b == m else betaincinv(b + 1, m - b, 1 - false_alarm)
    return math.log(least / most) if least > 0 else -math.inf
