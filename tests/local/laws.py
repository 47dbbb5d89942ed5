# SPDX-License-Identifier: Apache-2.0
"""The exact law of whatever runs on a device: every decision is taken every way, with its probability as a fraction."""

from fractions import Fraction

from diffident.local import device

WHOLE = 1 << 64


class Undecided(Exception):  # noqa: N818 - a question, not an error
    def __init__(self, ways):
        self.ways = ways


class Scripted(device.Draw):
    """Decides as it is told, and asks when it is told no more."""

    def __init__(self, script):
        self.script = list(script)

    def chance(self, threshold):
        return self._next({True: Fraction(threshold, WHOLE), False: 1 - Fraction(threshold, WHOLE)})

    def below(self, n):
        return self._next(dict.fromkeys(range(n), Fraction(1, n)))

    def _next(self, ways):
        if not self.script:
            raise Undecided(ways)
        return self.script.pop(0)


def law(run):
    """Return how likely each outcome of `run(draw)` is."""
    known, open_ = {}, [((), Fraction(1))]
    while open_:
        script, mass = open_.pop()
        try:
            outcome = hashable(run(Scripted(script)))
        except Undecided as asked:
            open_ += [((*script, way), mass * part) for way, part in asked.ways.items() if part]
        else:
            known[outcome] = known.get(outcome, 0) + mass
    return known


def hashable(told):
    return tuple(map(hashable, told)) if isinstance(told, list) else told


class LazyMemo:
    """A memo of which only what is looked at is drawn."""

    def __init__(self, plan, draw):
        self.plan, self.draw, self.drawn = plan["once"], draw, {}

    def __getitem__(self, place):
        if place not in self.drawn:
            self.drawn[place] = device.KINDS[self.plan["kind"]](self.plan, place, self.draw)
        return self.drawn[place]


def reported(protocol, answer, seed=()):
    """Return the law of one report."""
    plan = protocol.device()
    lasting = "once" in plan

    def run(draw):
        return device.report(plan, answer, draw, seed, LazyMemo(plan, draw) if lasting else ())

    return law(run)
