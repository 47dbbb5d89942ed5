# SPDX-License-Identifier: Apache-2.0
"""Linear regression, with standard errors and intervals of its coefficients."""

from diffident.curator.curator import Curator
from diffident.learn.line_regressor import LineRegressor


class LinearRegression(LineRegressor):
    """The line of least squares."""

    def __init__(
        self,
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
