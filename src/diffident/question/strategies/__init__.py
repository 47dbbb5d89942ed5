# SPDX-License-Identifier: Apache-2.0
"""Ways to blur cells together: whole numbers by which sums are mixed before noise, so that what is asked of many is exact."""

from diffident.question.strategies.hierarchy import Hierarchy
from diffident.question.strategies.ranges import Ranges
from diffident.question.strategies.running import Running
from diffident.question.strategies.separate import Separate
from diffident.question.strategies.strategy import Strategy

STRATEGIES = (Separate, Hierarchy, Running, Ranges)

__all__ = ["STRATEGIES", "Hierarchy", "Ranges", "Running", "Separate", "Strategy"]
