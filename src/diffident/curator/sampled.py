# SPDX-License-Identifier: Apache-2.0
"""The error of a sample beside that of noise: for means, whose largest variance their limits and they themselves tell.

Values between limits whose mean is m vary by at most (high - m)(m - low). People are what is sampled, and some may bring
more rows than others, so there are taken to be no more of them than rows divided by the most that one may bring.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Final

from diffident.curator.goal import SamplingErrorUnknown
from diffident.errors import Refused
from diffident.question.aggregates import Mean
from diffident.question.expression import Column
from diffident.question.measurement import OnGrid
from diffident.question.question import cell_name

if TYPE_CHECKING:
    from diffident.curator.result import Answer

NONE: Final = "none"
SIMPLE: Final = "simple"
Ends = tuple[float | None, float | None]


class SamplingUnknown(Refused):
    """A way to sample that nobody has heard of."""

    code = "sampling_unknown"
    sentence = "People are everybody there is, sampling=none, or a simple sample, sampling=simple, and not {given}."
    remedy = 'Write sampling="simple", or leave it out.'


def widened(answer: "Answer", name: str, sampling: str) -> list[Ends]:
    """Return the intervals of a mean with the error of a simple sample; both errors add up as squares."""
    if sampling != SIMPLE:
        raise SamplingUnknown(given=ascii(sampling)[:40])
    places = {each: place for place, each in enumerate(answer.table.names)}
    if name not in places or _part(answer, name) is None:
        raise SamplingErrorUnknown(name=name)
    column, (least, most), errors = places[name], *_errors(answer, name)
    found = list[Ends]()
    for row, error in zip(answer.table.rows, errors, strict=True):
        value, low, high = (_float(row[column + end]) for end in range(3))
        ends = value - math.hypot(value - low, error), value + math.hypot(high - value, error)
        found.append((max(ends[0], least), min(ends[1], most)))
    return found


def _errors(answer: "Answer", name: str) -> tuple[tuple[float, float], Sequence[float]]:
    """Return a mean's limits, and how far a sampled one may be off, row by row; rows are the cells in their order."""
    number, part = _part(answer, name) or (0, 0)
    noisy, far = answer.published.parts[part], -NormalDist().inv_cdf(float(1 - answer.confidence) / 2)
    measurement = noisy.measurement
    assert isinstance(measurement, OnGrid)  # noqa: S101 - a mean is measured by nothing else
    statistic, each = answer.reading.cells[number][0], answer.certificate.core["limits"]["rows_per_group"]
    low, high = (
        float(measurement.grid.real(measurement.grid.least)),
        float(measurement.grid.real(measurement.grid.most)),
    )
    estimates = statistic.finish(noisy, answer.confidence)
    people = [sum(cell) / measurement.row_reach / each for cell in noisy.cells]
    return (low, high), [
        far * math.sqrt(max((high - one.value) * (one.value - low), 0) / many) if many > 0 else math.inf
        for one, many in zip(estimates, people, strict=True)
    ]


def _part(answer: "Answer", name: str) -> tuple[int, int] | None:
    """Return the number and the part of a mean that a column shows, if it shows one and rows stand as they were."""
    after = answer.reading.after
    formula = next((output.formula for output in after.outputs if output.name == name), None)
    if after.having is not None or after.order or after.limit is not None:
        return None
    for number, (cell, part) in enumerate(answer.reading.cells):
        if formula == Column(cell_name(number)) and isinstance(cell, Mean):
            return number, part
    return None


def _float(value: object) -> float:
    return float(value) if isinstance(value, int | float) else math.nan
