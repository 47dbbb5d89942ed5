# SPDX-License-Identifier: Apache-2.0
"""Small worlds in which the notes' definitions can be checked by trying everything: data sets, neighbours, events."""

from collections import defaultdict
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement, product

NEVER = float("inf")  # the ratio of something to nothing


def lists(universe, people):
    """Return every list of so many records."""
    return list(product(universe, repeat=people))


def replaced(data, universe):
    """Return every list that differs from this one in exactly one record."""
    return [
        (*data[:place], other, *data[place + 1 :])
        for place, record in enumerate(data)
        for other in universe
        if other != record
    ]


def neighbours_of_one_size(universe, people):
    """Return all ordered pairs of lists in which one record is replaced (002, Definition 3.1)."""
    return [(data, other) for data in lists(universe, people) for other in replaced(data, universe)]


def neighbours_of_any_size(universe, most):
    """Return all ordered pairs of multisets, up to so many records, in which one record is added or removed."""
    bags = chain.from_iterable(combinations_with_replacement(universe, size) for size in range(most))
    added = [(bag, tuple(sorted((*bag, record)))) for bag in bags for record in universe]
    return added + [(after, before) for before, after in added]


def events(outputs):
    """Return every set of outputs."""
    known = sorted(outputs)
    return chain.from_iterable(combinations(known, size) for size in range(len(known) + 1))


def chance(law, event):
    """Return how likely it is that the output lies in this event."""
    return sum((law.get(output, Fraction(0)) for output in event), Fraction(0))


def ratio(above, below):
    """Return how many times as likely one thing is as another: 1 if both are impossible."""
    if below == 0:
        return Fraction(1) if above == 0 else NEVER
    return above / below


def largest_ratio(algorithm, pairs):
    """Return e^epsilon: the most that the chance of one output changes between two neighbours."""
    worst = Fraction(1)
    for one, other in pairs:
        law, its = algorithm(one), algorithm(other)
        worst = max([worst, *(ratio(mass, its.get(output, Fraction(0))) for output, mass in law.items())])
    return worst


def largest_excess(algorithm, pairs, odds):
    """Return delta: the most by which P(E) exceeds odds * Q(E), over all pairs and events."""
    worst = Fraction(0)
    for one, other in pairs:
        law, its = algorithm(one), algorithm(other)
        worst = max(worst, sum(max(mass - odds * its.get(output, 0), Fraction(0)) for output, mass in law.items()))
    return worst


def then(law, step):
    """Return the law after a further step, random or not, that sees only the output."""
    after = defaultdict(Fraction)
    for output, mass in law.items():
        for result, share in step(output).items():
            after[result] += mass * share
    return dict(after)


def both(law, other):
    """Return the joint law of two independent outputs."""
    return {(a, b): p * q for a, p in law.items() for b, q in other.items()}


def responses(data, kept):
    """Return the law of the list of reports when each bit is kept with this chance and flipped otherwise."""
    return {
        reports: Fraction(kept) ** sum(a == b for a, b in zip(reports, data, strict=True))
        * (1 - Fraction(kept)) ** sum(a != b for a, b in zip(reports, data, strict=True))
        for reports in lists((0, 1), len(data))
    }


def noisy_count(count, q, top):
    """Return the exact law of a count with discrete Laplace noise of odds 1/q a step, cut to 0 .. top (all mass kept)."""
    inside = {value: (1 - q) / (1 + q) * q ** abs(value - count) for value in range(1, top)}
    return {0: q**count / (1 + q), **inside, top: q ** (top - count) / (1 + q)}


def mean_and_variance(law):
    """Return both of a law on numbers, exactly."""
    mean = sum(value * mass for value, mass in law.items())
    return mean, sum((value - mean) ** 2 * mass for value, mass in law.items())
