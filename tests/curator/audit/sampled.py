# SPDX-License-Identifier: Apache-2.0
"""A lower bound on epsilon from samples: how much likelier an event certainly is with a person than without.

The engine looks once for each neighbour; only noise is drawn again and again, on the way that answers take.
"""

import math

from diffident.curator.published import read
from diffident.lab.interval import at_least, at_most
from diffident.lab.once import Once
from diffident.randomness.source import Source


def drawn(offer, engine, count, tape):
    """Return the released integers of so many performances, part by part and cell by cell."""
    return [[part.cells for part in each.parts] for each in published(offer, engine, count, tape)]


def published(offer, engine, count, tape):
    """Return the answers of so many performances."""
    once, source = Once(engine), Source.replay(tape)
    return [read(offer.perform(once, source)) for _ in range(count)]


def epsilon(samples, fewer, is_seen, false_alarm, delta=0):
    """Return what epsilon is at least beside a delta, given samples with a person and without, and an event.

    Both chances are kept within Clopper and Pearson's limits, both ways round; all four hold together but for the false
    alarm.
    """
    each = false_alarm / 4
    with_, without = ([sum(map(is_seen, many)), len(many)] for many in (samples, fewer))
    no_with, no_without = ([many - seen, many] for seen, many in (with_, without))
    return max(_ratio(with_, without, each, delta), _ratio(no_without, no_with, each, delta))


def _ratio(likely, unlikely, false_alarm, delta):
    """Return the logarithm of how much likelier one event is than another, at least."""
    least, most = at_least(*likely, false_alarm) - delta, at_most(*unlikely, false_alarm)
    return math.log(least / most) if least > 0 else -math.inf
