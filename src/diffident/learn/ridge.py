# SPDX-License-Identifier: Apache-2.0
"""Ridge regression: linear regression whose weights are held small."""

from diffident.curator.curator import Curator
from diffident.learn.line_regressor import LineRegressor


class Ridge(LineRegressor):
    """The line of least squares, with `alpha` times the square sum of the weights added to the sum of squared errors.

    Weights are those of features scaled to -1..1 and rows scaled to `length`, with the constant's among them, so `alpha`
    compares with the number of rows and does not depend on units. Standard errors do not count what `alpha` does.
    """

    alpha: object

    def __init__(
        self,
        alpha: object = 1.0,
        *,
        epsilon: object = None,
        delta: object = None,
        bounds: object = None,
        target_bounds: object = None,
        fit_intercept: bool = True,
        length: object = None,
        curator: Curator | None = None,
        rows_per_person: object = None,
        method: str = "gram",
    ) -> None:
        self._keep(locals())

    @property
    def _strength(self) -> object:
        return self.alpha
