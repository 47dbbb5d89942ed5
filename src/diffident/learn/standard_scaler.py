# SPDX-License-Identifier: Apache-2.0
"""Features brought to mean 0 and deviation 1, by noisy means and deviations."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import OneToOneFeatureMixin, TransformerMixin

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.curator.written import Plain
from diffident.learn.estimator import Estimator
from diffident.learn.layout import ONE, Feature, Layout
from diffident.learn.model import Arrays
from diffident.learn.passes import Part, Passes
from diffident.learn.sums import Moments


@dataclass(frozen=True, slots=True)
class MeansAndSpreads:
    """Mean and variance of each feature in each class, in units of half its range, and how many rows a class has."""

    width: int
    classes: int = 1

    @property
    def parts(self) -> tuple[Part, ...]:
        """Numbers, sums and sums of squares together."""
        return (Part("numbers, values and squares", Moments(self.width, self.classes), Fraction(1)),)

    @property
    def described(self) -> Plain:
        """What is learned, as plain data."""
        return {"kind": "means and spreads"}

    def learn(self, passes: Passes) -> Arrays:
        """Return means, variances and numbers; a variance is at least what noise could hide."""
        sd = passes.sd() / ONE
        noisy = passes.total(Moments(self.width, self.classes)).astype(np.float64) / ONE
        people = np.maximum(noisy[:, -1], max(sd, 1.0))[:, None]
        mean = np.clip(noisy[:, : self.width] / people, -1.0, 1.0)
        least = np.minimum(2 * sd / people, 1.0) ** 2
        variance = np.clip(noisy[:, self.width : -1] / people - mean**2, least, 1.0)
        return {"mean": mean, "variance": variance, "people": people[:, 0]}


class StandardScaler(OneToOneFeatureMixin, TransformerMixin, Estimator):
    """Takes off the mean and divides by the deviation, each where it is asked."""

    has_target = False
    with_mean: bool
    with_std: bool

    def __init__(
        self,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        with_mean: bool = True,
        with_std: bool = True,
        curator: Curator | None = None,
        rows_per_person: object = None,
    ) -> None:
        self._keep(locals())

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Return public rows, scaled; missing numbers stay missing."""
        return np.asarray((np.column_stack(self._values(X)) - self._taken) / self._divided)

    def inverse_transform(self, X: Any) -> NDArray[np.float64]:
        """Return rows as they were before."""
        return np.asarray(np.asarray(X) * self._divided + self._taken)

    @property
    def _taken(self) -> Any:
        return self.mean_ if self.with_mean else 0.0

    @property
    def _divided(self) -> Any:
        return self.scale_ if self.with_std else 1.0

    def _lesson(self, layout: Layout, terms: Terms) -> MeansAndSpreads:
        del terms
        return MeansAndSpreads(layout.width)

    def _layout(self, features: tuple[Feature, ...], target: Feature | int | None) -> Layout:
        return Layout(features, target)

    def _settle(self, arrays: Arrays) -> None:
        halves = np.array([float(feature.half) for feature in self.layout_.features])
        centres = np.array([float(feature.centre) for feature in self.layout_.features])
        self.mean_ = centres + halves * arrays["mean"][0]
        self.var_ = halves**2 * arrays["variance"][0]
        self.scale_ = np.sqrt(self.var_)
        self.n_samples_seen_ = round(float(arrays["people"][0]))
