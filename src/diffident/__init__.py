# SPDX-License-Identifier: Apache-2.0
"""Shy about persons, frank about populations."""

__version__ = "0.1.0"

# In the order of the walk, low to high: each room imports from those before it only.
ROOMS = ("errors", "exact", "randomness", "show", "privacy", "invented", "cli")

__all__ = ["ROOMS", "__version__"]
