# SPDX-License-Identifier: Apache-2.0
"""How exact statistics are, and how often their intervals hold: the noise alone, over and over on one cell."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from report import row
from scipy.stats import beta

from diffident.privacy.laws import DiscreteGaussian, DiscreteLaplace
from diffident.privacy.mechanisms import Gaussian, Laplace
from diffident.privacy.mechanisms.need import Select
from diffident.privacy.private import Private
from diffident.question.aggregates import Aggregate, Mean, Sum, Variance
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.expression import Column, Kind
from diffident.question.limits import Bounds
from diffident.question.measurement import Measurement, Pair, Triple
from diffident.randomness.source import Source

RUNS = 20_000  # an error of Laplace noise is known to a hundredth then, and to a fiftieth after 2,000
DRAWS = 20_000
SURE = Fraction(95, 100)
X = Column("x")
GRID = Bounds.of(0, 1).grid(Kind.NUMBER)
SHAPES = ((2, 2), (2, 8), (0.5, 20))
SIZES = ((200, "0.1"), (1000, "1"), (20_000, "0.1"))
DERIVED = (
    ("mean", Mean(X), Pair(X, GRID)),
    ("mean of a triple", Mean(X), Triple(X, GRID)),
    ("variance", Variance(X), Triple(X, GRID)),
    ("sum of a pair", Sum(X), Pair(X, GRID)),
    ("sum of a triple", Sum(X), Triple(X, GRID)),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """Values of a beta law, as many as there are people, always the same."""

    people: int
    shape: tuple[float, float]

    @property
    def steps(self) -> list[int]:
        places = (np.arange(self.people) + 0.5) / self.people
        return [int(step) for step in GRID.steps(beta.ppf(places, *self.shape))]

    def truth(self, statistic: Aggregate) -> float:
        values = np.array(self.steps) / GRID.most
        return float({"mean": values.mean, "variance": values.var, "sum": values.sum}[statistic.name]())

    def noisy(self, measurement: Measurement, epsilon: str, draws: int, delta: str | None = None) -> Noisy:
        far = measurement.row_reach
        blur = (
            Laplace(sensitivity=far, epsilon=epsilon)
            if delta is None
            else Gaussian(sensitivity=far, epsilon=epsilon, delta=delta)
        )
        true = np.empty((draws, measurement.width), dtype=object)
        true[:] = self.integers(measurement)
        return Noisy(measurement, blur.draw(Private(true), Source.fresh()).tolist(), blur.law)

    def integers(self, measurement: Measurement) -> list[int]:
        both = [(step, GRID.most - step) for step in self.steps]
        if isinstance(measurement, Pair):
            return [sum(up for up, _ in both), sum(down for _, down in both)]
        return [sum(d * d for _, d in both), sum(2 * u * d for u, d in both), sum(u * u for u, _ in both)]


def main() -> None:
    for shape in SHAPES:
        _mean(shape)
    _variance()
    _derived()
    _smallest()
    _named()


def _mean(shape: tuple[float, float]) -> None:
    """Error of a mean times people and epsilon, beside what two Laplace draws make at best."""
    cell = Cell(1000, shape)
    mean = cell.truth(Mean(X))
    best = math.sqrt(2 * (mean**2 + (1 - mean) ** 2))
    name = f"mean, beta{shape}: error * people * epsilon, {RUNS} runs, beside its formula"
    row(name, _error(cell, Mean(X), Pair(X, GRID)), peer=best, times=1.02, unit="")


def _variance() -> None:
    cell = Cell(1000, (2, 2))
    name = f"variance, beta(2, 2): error * people * epsilon, {RUNS} runs"
    row(name, _error(cell, Variance(X), Triple(X, GRID)), 0.60, unit="")


def _error(cell: Cell, statistic: Aggregate, measurement: Measurement) -> float:
    found = statistic.finish(cell.noisy(measurement, "1", RUNS), SURE)
    far = np.array([each.value for each in found]) - cell.truth(statistic)
    return float(np.sqrt(np.mean(far**2)) * cell.people)


def _derived() -> None:
    """How often 95 % intervals hold at least and at most, of all cells and both laws: 94 to 97 in 100 are wanted."""
    for name, statistic, measurement in DERIVED:
        covered = [
            _covered(Cell(people, shape), statistic, measurement, epsilon, delta)
            for shape in SHAPES[::2]
            for people, epsilon in SIZES
            for delta in (None, "1e-6")
        ]
        row(f"{name}: intervals of 95 % miss in at most, {DRAWS} draws", 100 - min(covered), 6, unit="%")
        row(f"{name}: they hold in at most", max(covered), 97, unit="%")


def _covered(cell: Cell, statistic: Aggregate, measurement: Measurement, epsilon: str, delta: str | None) -> float:
    truth = cell.truth(statistic)
    found = statistic.finish(cell.noisy(measurement, epsilon, DRAWS, delta), SURE)
    return 100 * sum(each.low <= truth <= each.high for each in found) / DRAWS


def _smallest() -> None:
    """How many of many intervals of exact laws cover less than they say, or are not the smallest; by enumeration."""
    laws = [DiscreteLaplace(Fraction(n, 4)) for n in range(1, 200)]
    laws += [DiscreteGaussian(Fraction(n, 4)) for n in range(1, 200)]
    wrong = 0
    for law in laws:
        reach = np.arange(-4000, 4001)
        mass = law.mass(reach)
        t = law.quantile(SURE)
        inside, smaller = (float(mass[np.abs(reach) <= most].sum()) for most in (t, t - 1))
        wrong += not (inside >= 0.95 - 1e-9 and (t == 0 or smaller < 0.95 + 1e-9))
    row(f"intervals of {len(laws)} laws that are too small or not the smallest", wrong, 0, unit="")


def _named() -> None:
    """How much less often than allowed a hidden category is named, at worst, for one category a person."""
    short = 0.0
    for epsilon, delta in (("1", "1e-5"), ("0.1", "1e-6"), ("0.5", "1e-8")):
        digits = Select(1).at(Fraction(epsilon), Fraction(delta)).digits
        best = 0.0
        for chance in digits[1:-1].tolist():
            e, d = math.exp(float(epsilon)), float(delta)
            best = min(e * best + d, 1 - (1 - best - d) / e, 1.0)
            short = max(short, 1 - chance / 2**64 / best)
    row("hidden categories: named less often than can be, at worst", 100 * short, 1, unit="%")


if __name__ == "__main__":
    from report import show

    main()
    show()
