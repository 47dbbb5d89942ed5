# SPDX-License-Identifier: Apache-2.0
"""The exact laws of integer noise: what mechanisms draw, losses compare and error bars read."""

from diffident.privacy.laws.gaussian import DiscreteGaussian
from diffident.privacy.laws.laplace import DiscreteLaplace
from diffident.privacy.laws.law import Law
from diffident.privacy.laws.ranks import OfRanks

__all__ = ["DiscreteGaussian", "DiscreteLaplace", "Law", "OfRanks"]
