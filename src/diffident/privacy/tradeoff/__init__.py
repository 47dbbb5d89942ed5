# SPDX-License-Identifier: Apache-2.0
"""Error laws turned around: of distance, confidence, people and epsilon, find the one that is left out."""

from diffident.privacy.tradeoff.planned import Tradeoff
from diffident.privacy.tradeoff.question import tradeoff
from diffident.privacy.tradeoff.root_mean_square import people_for

__all__ = ["Tradeoff", "people_for", "tradeoff"]
