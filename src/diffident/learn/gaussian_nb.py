# SPDX-License-Identifier: Apache-2.0
"""Naive Bayes with bell-shaped features: from noisy numbers, means and deviations of each class."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.learn.layout import Layout
from diffident.learn.model import Arrays
from diffident.learn.naive_bayes import NaiveBayes
from diffident.learn.standard_scaler import MeansAndSpreads


class GaussianNB(NaiveBayes):
    """Classes by how likely a row is in each, its features taken for independent and bell-shaped."""

    def __init__(
        self,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        classes: Any = None,
        curator: Curator | None = None,
        rows_per_person: object = None,
    ) -> None:
        self._keep(locals())

    def _lesson(self, layout: Layout, terms: Terms) -> MeansAndSpreads:
        del terms
        return MeansAndSpreads(layout.width, len(self.classes_))

    def _settle(self, arrays: Arrays) -> None:
        halves = np.array([float(feature.half) for feature in self.layout_.features])
        centres = np.array([float(feature.centre) for feature in self.layout_.features])
        self.theta_ = centres + halves * arrays["mean"]
        self.var_ = halves**2 * arrays["variance"]
        self.class_count_ = arrays["people"]
        self.class_prior_ = arrays["people"] / arrays["people"].sum()

    def _likelihoods(self, X: Any) -> NDArray[np.float64]:
        scaled = self._matrix(X)
        halves = np.array([float(feature.half) for feature in self.layout_.features])
        centres = np.array([float(feature.centre) for feature in self.layout_.features])
        rows = (centres + halves * scaled)[:, None, :]
        far = (rows - self.theta_) ** 2 / self.var_ + np.log(2 * np.pi * self.var_)
        return np.asarray(np.log(self.class_prior_) - far.sum(axis=2) / 2)
