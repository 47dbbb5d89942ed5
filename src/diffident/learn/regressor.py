# SPDX-License-Identifier: Apache-2.0
"""What estimators of a number have in common: limits of the target that people declare."""

from sklearn.base import RegressorMixin

from diffident.curator.terms import Terms
from diffident.learn.columns import as_number, unit
from diffident.learn.estimator import Estimator, bounds_of
from diffident.learn.layout import Feature
from diffident.learn.scored import Scored
from diffident.question.aggregates.aggregate import BoundsMissing
from diffident.question.expression import Column, Expression


class Regressor(Scored, RegressorMixin, Estimator):
    """A model of a number, whose limits are `target_bounds` or those that were declared."""

    target_bounds: object

    def _target(self, terms: Terms, target: str) -> Feature:
        bounds = bounds_of(self.target_bounds, target, terms.facts[target].bounds)
        if bounds is None:
            raise BoundsMissing(aggregate=type(self).__name__, formula=ascii(target))
        return unit(bounds, is_centred=getattr(self, "fit_intercept", True), name=target)

    def _target_formula(self, terms: Terms, target: str, column: Column) -> Expression:
        return as_number(column, terms.facts[target].kind)
