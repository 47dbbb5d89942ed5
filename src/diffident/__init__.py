# SPDX-License-Identifier: Apache-2.0
"""Shy about persons, frank about populations."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diffident.privacy.tradeoff import tradeoff

__version__ = "0.1.0"

# In the order of the walk, low to high: each room imports from those before it only.
ROOMS = ("errors", "exact", "randomness", "show", "privacy", "invented", "ledger", "cli")

__all__ = ["ROOMS", "__version__", "tradeoff"]

_DOORS = {"tradeoff": "diffident.privacy.tradeoff"}  # what is behind the front door is imported when it is asked for


def __getattr__(name: str) -> object:
    if name not in _DOORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - only who asks pays

    return getattr(import_module(_DOORS[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
