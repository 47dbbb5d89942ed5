# SPDX-License-Identifier: Apache-2.0
"""Tests on what was released, whose p-values know of the noise: whether two keys go together, whether two means differ.

They are about the population of which the people in the tables are a sample, each with one row; noise adds to what chance
does anyway. A test that leaves noise out finds something too often.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

import numpy as np

from diffident.curator.contrast import Row, cell, column
from diffident.errors import Refused
from diffident.privacy.laws import DiscreteLaplace
from diffident.question.aggregates import Count, CountOf, CountPeople
from diffident.question.aggregates.aggregate import additive
from diffident.show.text import number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diffident.curator.result import Answer

PEAKED: Final = 3.0  # the excess kurtosis of Laplace noise
FEWEST: Final = 5  # people that are expected in a cell at least


class NotTested(Refused):
    """A test that this answer does not allow."""

    code = "not_tested"
    sentence = "This answer cannot be tested so: {problem}."
    remedy = "{fix}"


@dataclass(frozen=True, slots=True)
class Tested:
    """How far an answer is from what a hypothesis says, and how often chance and noise take it that far.

    >>> print(Tested("ward and sex have nothing to do with each other", 12.5, 0.002))
    If ward and sex have nothing to do with each other, chance and noise come to 12.5 and more in 0.2 % of cases.
    """

    hypothesis: str
    statistic: float
    p_value: float

    def __str__(self) -> str:
        often = f"{number(100 * self.p_value)} %"
        return f"If {self.hypothesis}, chance and noise come to {number(self.statistic)} and more in {often} of cases."


def independence(answer: "Answer", name: str) -> Tested:
    """Test whether both keys of a table of counts have nothing to do with each other: chi-square, with its noise."""
    counts, keys, sd, is_peaked = _table(answer, name)
    total = counts.sum()
    expected = np.outer(counts.sum(axis=1), counts.sum(axis=0)) / total if total > 0 else np.zeros(counts.shape)
    if not expected.min() >= FEWEST:
        problem = f"fewer than {FEWEST} people are expected in some cell"
        raise NotTested(problem=problem, fix="Group by fewer or coarser categories.")
    statistic = float(((counts - expected) ** 2 / expected).sum())
    shape, scale = _chance(expected, sd, PEAKED if is_peaked else 0.0)
    from scipy.special import gammaincc  # noqa: PLC0415 - scipy is slow to import

    hypothesis = f"{keys[0]} and {keys[1]} have nothing to do with each other"
    return Tested(hypothesis, statistic, float(gammaincc(shape, statistic / scale / 2)))


def same_mean(answer: "Answer", columns: tuple[str, str, str], one: Row, other: Row) -> Tested:
    """Test whether two groups have one mean, given the columns of means, of variances and of numbers of people."""
    name, spread, people = columns
    means, errors = list[float](), list[float]()
    for row in (one, other):
        (mean, low, high), variance, many = (
            cell(answer, name, row),
            *(cell(answer, each, row)[0] for each in (spread, people)),
        )
        if not (many >= FEWEST and variance >= 0):
            raise NotTested(problem=f"a group has fewer than {FEWEST} people", fix="Compare larger groups.")
        noise = (high - low) / 2 / NormalDist().inv_cdf((1 + float(answer.confidence)) / 2)
        means.append(mean)
        errors.append(variance / many + noise**2)
    far = abs(means[0] - means[1]) / math.sqrt(math.fsum(errors))
    return Tested(f"both groups have the same {name}", far, 2 * NormalDist().cdf(-far))


def _table(answer: "Answer", name: str) -> "tuple[NDArray[np.float64], Sequence[str], float, bool]":
    """Return the counts of an answer with two keys as a table, the names of the keys, and the noise of a count.

    What is unknown is left out.
    """
    reading, published = answer.reading, answer.published
    outputs = {output.name: output.formula for output in reading.after.outputs}
    column(answer, name)
    numbers = reading.statistics_in(outputs[name])
    statistics = [reading.cells[each] for each in numbers]
    names = [each for each, formula in outputs.items() if not reading.statistics_in(formula)]
    values = [[*dict.fromkeys(each)] for each in zip(*published.cells, strict=True)]
    sizes = [len(each) for each in values]
    is_whole = len(answer.rows) == len(published.cells) == math.prod(sizes)
    if len(sizes) != 2 or len(names) != 2 or not is_whole:
        raise NotTested(problem="it is no whole table of two keys", fix="Ask for COUNT(*) by two keys, all rows shown.")
    if not (len(statistics) == 1 and isinstance(statistics[0][0], Count | CountOf | CountPeople)):
        raise NotTested(problem=f"{name} is no count", fix="Name the column with COUNT(*).")
    part = published.parts[statistics[0][1]]
    if part.measurement.width != 1:
        raise NotTested(problem=f"{name} was counted with a mean", fix="Ask for COUNT(*) by both keys alone.")
    counts = np.array([row[0] for row in part.cells], dtype=np.float64).reshape(sizes)
    known = np.ix_(*([value is not None for value in each] for each in values))
    return counts[known], names, additive(part.law).sd, isinstance(part.law, DiscreteLaplace)


def _chance(expected: "NDArray[np.float64]", sd: float, peaked: float) -> tuple[float, float]:
    """Return shape and scale of a gamma law with the mean and the variance that the statistic has by chance and noise.

    Residuals over the root of what is expected are normal within the space that margins leave, plus noise that is
    projected onto it. Noise that is more peaked than normal makes squares vary more.
    """
    rows, columns = (np.sqrt(expected.sum(axis=axis) / expected.sum()) for axis in (1, 0))
    free = np.kron(np.eye(len(rows)) - np.outer(rows, rows), np.eye(len(columns)) - np.outer(columns, columns))
    noise = sd**2 / expected.ravel()
    both = free + free * noise @ free
    mean = float(np.trace(both))
    variance = 2 * float((both**2).sum()) + peaked * float((noise**2 * np.diag(free) ** 2).sum())
    scale = variance / mean / 2
    return mean / scale / 2, scale
