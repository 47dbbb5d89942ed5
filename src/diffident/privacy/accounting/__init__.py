# SPDX-License-Identifier: Apache-2.0
"""What several releases tell together: as one epsilon, as the price of a promise, and the least noise for either."""

from diffident.privacy.accounting.basic import in_parallel, in_sequence
from diffident.privacy.accounting.budget import Budget, Price
from diffident.privacy.accounting.calibrate import (
    laplace_scale,
    rho_for,
    variance_by_rho,
    variance_of_many,
    variance_of_one,
)
from diffident.privacy.accounting.pld import delta, epsilon

__all__ = [
    "Budget",
    "Price",
    "delta",
    "epsilon",
    "in_parallel",
    "in_sequence",
    "laplace_scale",
    "rho_for",
    "variance_by_rho",
    "variance_of_many",
    "variance_of_one",
]
