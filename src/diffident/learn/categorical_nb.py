# SPDX-License-Identifier: Apache-2.0
"""Naive Bayes on bins: from noisy numbers of rows in each bin of each feature and class."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.curator.written import Plain
from diffident.exact.number import whole
from diffident.learn.bins import Histograms, bins_of
from diffident.learn.layout import ONE, Layout
from diffident.learn.model import Arrays
from diffident.learn.naive_bayes import NaiveBayes
from diffident.learn.passes import Part, Passes


@dataclass(frozen=True, slots=True)
class Shares:
    """The share of each bin of each feature in each class, and of each class."""

    width: int
    bins: int
    classes: int

    @property
    def parts(self) -> tuple[Part, ...]:
        """The numbers of rows."""
        return (Part("rows in bins", Histograms(self.width, self.bins, self.classes), Fraction(1)),)

    @property
    def described(self) -> Plain:
        """What is learned, as plain data."""
        return {"kind": "shares of bins", "bins": self.bins, "classes": self.classes}

    def learn(self, passes: Passes) -> Arrays:
        """Return shares; a bin has at least one row, or as many as noise could hide."""
        least = max(passes.sd(), 1.0)
        noisy = passes.total(Histograms(self.width, self.bins, self.classes)).astype(np.float64)
        counts = np.maximum(noisy, least)
        people = np.maximum(noisy.sum(axis=2).mean(axis=1), least)
        return {"shares": counts / counts.sum(axis=2, keepdims=True), "people": people}


class CategoricalNB(NaiveBayes):
    """Classes by how likely a row is in each; each feature is one of `bins` bins of equal width between its limits."""

    bins: object

    def __init__(
        self,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        classes: Any = None,
        bins: object = 16,
        curator: Curator | None = None,
        rows_per_person: object = None,
    ) -> None:
        self._keep(locals())

    def _lesson(self, layout: Layout, terms: Terms) -> Shares:
        del terms
        return Shares(layout.width, whole(self.bins, name="bins", at_least=2, at_most=256), len(self.classes_))

    def _settle(self, arrays: Arrays) -> None:
        self.shares_ = arrays["shares"]
        self.class_count_ = arrays["people"]
        self.class_prior_ = arrays["people"] / arrays["people"].sum()

    def _likelihoods(self, X: Any) -> NDArray[np.float64]:
        rows = np.rint(self._matrix(X) * ONE).astype(np.int16)
        places = bins_of(rows, self.shares_.shape[2])
        chances = np.log(self.shares_[:, np.arange(places.shape[1]), places]).sum(axis=2)
        return np.asarray(np.log(self.class_prior_) + chances.T)
