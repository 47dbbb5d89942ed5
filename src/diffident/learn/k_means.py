# SPDX-License-Identifier: Apache-2.0
"""Clusters: rows counted on a grid once, and whatever is then computed from the counts is free.

Up to three features the grid is over the features. Above that it is over the three directions in which rows spread most,
found from noisy products first; the centres found there move to the means of the rows nearest to them, twice.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClusterMixin, TransformerMixin
from sklearn.cluster import KMeans as OnCounts

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.curator.written import Plain
from diffident.exact.number import whole
from diffident.learn.clusters import PLACE_BITS, Assigned, Grid
from diffident.learn.estimator import Estimator
from diffident.learn.layout import ONE, Feature, Integers, Layout
from diffident.learn.model import Arrays
from diffident.learn.passes import Part, Passes
from diffident.learn.sums import Gram

Places = NDArray[np.float64]
CELLS: Final = {1: 128, 2: 48, 3: 16}  # along each side
OF_GRID: Final = Fraction(3, 10)  # shares of the price above three features
OF_MOVES: Final = Fraction(3, 10)
MOVES: Final = 2
RESTARTS: Final = 50
DOUBT: Final = 3.0  # standard deviations of noise below which a cell counts as empty
MOST_SIDES: Final = 3
REACH: Final = 2.5  # standard deviations of rows that a grid of directions spans to each side


@dataclass(frozen=True, slots=True)
class Centres:
    """Where so many clusters have their centres, in units of half a feature's range."""

    layout: Layout
    clusters: int

    @property
    def parts(self) -> tuple[Part, ...]:
        """The grid; above three features the products before and the moves behind it."""
        grid = Part("rows in cells", self._grid(*self._axes), OF_GRID if self._is_wide else Fraction(1))
        if not self._is_wide:
            return (grid,)
        products = Part("products of features", Gram(self._width + 1), 1 - OF_GRID - MOVES * OF_MOVES)
        move = Part("rows nearest to each centre", Assigned(self._nowhere), OF_MOVES)
        return (products, grid, *(move,) * MOVES)

    @property
    def described(self) -> Plain:
        """What is learned, as plain data."""
        return {"kind": "clusters", "clusters": self.clusters}

    def learn(self, passes: Passes) -> Arrays:
        """Return the centres."""
        if not self._is_wide:
            return {"centres": self._on_grid(passes, *self._axes)}
        mean, turned = main_directions(passes, self._width)
        public, middle = as_places(turned), as_places(mean @ turned)
        flat = self._on_grid(passes, public, middle) + middle / ONE
        centres = mean + (flat - mean @ turned) @ np.linalg.pinv(turned)
        for _ in range(MOVES):
            sd = passes.sd()
            sums = passes.total(Assigned(as_places(np.clip(centres, -1, 1)))).astype(np.float64)
            is_known = sums[:, -1:] > DOUBT * sd
            centres = np.where(is_known, np.clip(sums[:, :-1] / np.where(is_known, sums[:, -1:], 1.0), -1, 1), centres)
        return {"centres": centres}

    def _on_grid(self, passes: Passes, directions: Integers, middle: Integers) -> Places:
        """Return centres among cells, by how many rows are in each."""
        sd = passes.sd()
        counts = passes.total(self._grid(directions, middle)).astype(np.float64)
        weights = np.where(counts > DOUBT * sd, counts, 0.0).ravel()
        side = (np.arange(self._cells) + 0.5) * 2 / self._cells - 1
        cells = np.stack(np.meshgrid(*[side] * counts.ndim, indexing="ij"), axis=-1).reshape(-1, counts.ndim)
        if np.count_nonzero(weights) < self.clusters:
            weights = weights + 1.0
        some = weights > 0
        on_counts: Any = OnCounts
        found = on_counts(self.clusters, n_init=RESTARTS, random_state=0).fit(cells[some], sample_weight=weights[some])
        return np.asarray(found.cluster_centers_)

    def _grid(self, directions: Integers, middle: Integers) -> Grid:
        return Grid(directions, middle, self._cells)

    @property
    def _width(self) -> int:
        return len(self.layout.features)

    @property
    def _is_wide(self) -> bool:
        return self._width > MOST_SIDES

    @property
    def _cells(self) -> int:
        return CELLS[min(self._width, MOST_SIDES)]

    @property
    def _axes(self) -> tuple[Integers, Integers]:
        sides = min(self._width, MOST_SIDES)
        return np.eye(self._width, dtype=np.int64)[:, :sides] * ONE, np.zeros(sides, dtype=np.int64)

    @property
    def _nowhere(self) -> Integers:
        return np.zeros((self.clusters, self._width), dtype=np.int64)


def main_directions(passes: Passes, width: int) -> tuple[Places, Places]:
    """Return the mean of rows, and the directions in which they spread most, so long that nearly all rows fit a grid."""
    noisy = passes.total(Gram(width + 1)).astype(np.float64)
    both = (noisy + noisy.T) / 2
    rows = max(both[-1, -1], 1.0)
    mean = np.clip(both[:-1, -1] / rows, -1.0, 1.0)
    values, vectors = np.linalg.eigh(both[:-1, :-1] / rows - np.outer(mean, mean))
    spread = np.sqrt(np.maximum(values[-MOST_SIDES:], 1e-6))
    return mean, vectors[:, -MOST_SIDES:] / (REACH * spread)


def as_places(numbers: Places) -> Integers:
    """Return public places on the grid on which rows are compared with them."""
    return np.rint(np.nan_to_num(numbers) * 2.0**PLACE_BITS).astype(np.int64)


class KMeans(ClusterMixin, TransformerMixin, Estimator):
    """The centres of `n_clusters` clusters."""

    has_target = False
    n_clusters: object
    length: object

    def __init__(
        self,
        n_clusters: object = 8,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        length: object = None,
        curator: Curator | None = None,
        rows_per_person: object = None,
    ) -> None:
        self._keep(locals())

    def predict(self, X: Any) -> NDArray[np.int64]:
        """Return the number of the nearest centre of public rows."""
        return np.asarray(self.transform(X).argmin(axis=1))

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Return the distances of public rows from all centres."""
        rows = self._matrix(X)[:, :-1] * self.halves_ + self.middles_
        return np.asarray(np.linalg.norm(rows[:, None, :] - self.cluster_centers_, axis=2))

    def _lesson(self, layout: Layout, terms: Terms) -> Centres:
        del terms
        return Centres(layout, whole(self.n_clusters, name="n_clusters", at_least=1, at_most=1000))

    def _layout(self, features: tuple[Feature, ...], target: Feature | int | None) -> Layout:
        return Layout.of_length(features, target, has_constant=True, length=self.length)

    def _settle(self, arrays: Arrays) -> None:
        features = self.layout_.features
        self.halves_ = np.array([float(feature.half) for feature in features])
        self.middles_ = np.array([float(feature.centre) for feature in features])
        self.cluster_centers_ = arrays["centres"] * self.halves_ + self.middles_
