# SPDX-License-Identifier: Apache-2.0
"""A linear support vector machine of two classes, its hinge rounded so that it has a slope everywhere."""

from typing import Any

from diffident.curator.curator import Curator
from diffident.curator.terms import Terms
from diffident.learn.classifier import LinearClassifier, TwoClasses
from diffident.learn.fit import Lesson
from diffident.learn.layout import Layout
from diffident.learn.losses import Hinge
from diffident.learn.method import generalised


class LinearSVC(LinearClassifier):
    """Two classes by a line, as far from both as can be.

    `alpha` times half the square sum of weights is added to the sum of hinge losses (scikit-learn's 1/C); weights are
    those of features scaled to -1..1 and rows scaled to `length`. The hinge is rounded within a half around 1 (Huber).
    """

    def __init__(
        self,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        classes: Any = None,
        alpha: object = None,
        fit_intercept: bool = True,
        length: object = None,
        curator: Curator | None = None,
        rows_per_person: object = None,
        method: str = "gram",
    ) -> None:
        self._keep(locals())

    def _lesson(self, layout: Layout, terms: Terms) -> Lesson:
        del terms
        if layout.target != 2:
            raise TwoClasses(model=type(self).__name__, classes=layout.target)
        return generalised(self.method, layout, Hinge(), self.alpha)

    def __sklearn_tags__(self) -> Any:
        """Return what scikit-learn should know: two classes at a time."""
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
