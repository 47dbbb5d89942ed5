# SPDX-License-Identifier: Apache-2.0
"""Principal components: the directions in which rows spread most, from one noisy sum of products."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.curator.written import Plain
from diffident.exact.number import whole
from diffident.learn.estimator import Estimator
from diffident.learn.layout import ONE, Feature, Layout
from diffident.learn.model import Arrays
from diffident.learn.passes import Part, Passes
from diffident.learn.sums import Gram


@dataclass(frozen=True, slots=True)
class Products:
    """Mean and covariance of the features, in units of half their range."""

    layout: Layout

    @property
    def parts(self) -> tuple[Part, ...]:
        """The products of features, the constant among them: so the mean is in the same sum."""
        return (Part("products of features", Gram(self.layout.width), Fraction(1)),)

    @property
    def described(self) -> Plain:
        """What is learned, as plain data."""
        return {"kind": "products"}

    def learn(self, passes: Passes) -> Arrays:
        """Return mean and covariance."""
        length = float(self.layout.length or 1)
        noisy = passes.total(Gram(self.layout.width)).astype(np.float64) * (length / ONE) ** 2
        both = (noisy + noisy.T) / 2
        people = max(both[-1, -1], 1.0)
        mean = np.clip(both[:-1, -1] / people, -1.0, 1.0)
        return {"mean": mean, "covariance": both[:-1, :-1] / people - np.outer(mean, mean), "people": np.array(people)}


class PCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Estimator):
    """The first `n_components` principal components; all of them where that is None."""

    has_target = False
    n_components: object
    length: object

    def __init__(
        self,
        n_components: object = None,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        length: object = None,
        curator: Curator | None = None,
        rows_per_person: object = None,
    ) -> None:
        self._keep(locals())

    def transform(self, X: Any) -> NDArray[np.float64]:
        """Return public rows as coordinates along the components."""
        return np.asarray((self._matrix(X)[:, :-1] * self.halves_ - self.off_) @ self.components_.T)

    def inverse_transform(self, X: Any) -> NDArray[np.float64]:
        """Return the rows with these coordinates."""
        return np.asarray(np.asarray(X) @ self.components_ + self.mean_)

    @property
    def _n_features_out(self) -> int:
        return len(self.components_)

    def _lesson(self, layout: Layout, terms: Terms) -> Products:
        del terms
        return Products(layout)

    def _layout(self, features: tuple[Feature, ...], target: Feature | int | None) -> Layout:
        return Layout.of_length(features, target, has_constant=True, length=self.length)

    def _settle(self, arrays: Arrays) -> None:
        features = self.layout_.features
        most = len(features)
        kept = (
            most
            if self.n_components is None
            else whole(self.n_components, name="n_components", at_least=1, at_most=most)
        )
        self.halves_ = np.array([float(feature.half) for feature in features])
        self.off_ = arrays["mean"] * self.halves_
        self.mean_ = self.off_ + np.array([float(feature.centre) for feature in features])
        values, vectors = np.linalg.eigh(arrays["covariance"] * np.outer(self.halves_, self.halves_))
        order = np.argsort(values)[::-1]
        signs = np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(most)])
        spread = np.maximum(values[order], 0.0)
        self.components_ = (vectors * signs).T[order][:kept]
        self.explained_variance_ = spread[:kept]
        self.explained_variance_ratio_ = spread[:kept] / max(spread.sum(), np.finfo(float).tiny)
        self.n_components_ = kept
        self.n_samples_ = round(float(arrays["people"]))
