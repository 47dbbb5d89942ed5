# SPDX-License-Identifier: Apache-2.0
"""Shy about persons, frank about populations."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diffident.consent.notice import Notice, Party
    from diffident.curator.curator import Curator
    from diffident.curator.file import opened as open  # noqa: A004 - as people write it
    from diffident.curator.protect import protect
    from diffident.curator.verify import verify
    from diffident.privacy.accounting.budget import Budget
    from diffident.privacy.tradeoff import tradeoff
    from diffident.question.catalog import EACH_ROW as each_row  # noqa: N811 - as people write it
    from diffident.question.catalog import Along as along  # noqa: N813 - as people write it
    from diffident.question.frame import boxplot, count, mean, median, quantile
    from diffident.question.frame import total as sum  # noqa: A004 - as people write it
    from diffident.question.limits import bounds, categories

__version__ = "0.1.0"

# In the order of the walk, low to high: each room imports from those before it only.
ROOMS = (
    "errors",
    "exact",
    "randomness",
    "show",
    "privacy",
    "invented",
    "local",
    "question",
    "engine",
    "ledger",
    "consent",
    "curator",
    "learn",
    "lab",
    "web",
    "cli",
)

__all__ = [
    "ROOMS",
    "Budget",
    "Curator",
    "Notice",
    "Party",
    "__version__",
    "along",
    "bounds",
    "boxplot",
    "categories",
    "count",
    "each_row",
    "mean",
    "median",
    "open",
    "protect",
    "quantile",
    "sum",
    "tradeoff",
    "verify",
]

_DOORS = {  # what is behind the front door is imported when it is asked for
    "Budget": ("diffident.privacy.accounting.budget", "Budget"),
    "Curator": ("diffident.curator.curator", "Curator"),
    "Notice": ("diffident.consent.notice", "Notice"),
    "Party": ("diffident.consent.notice", "Party"),
    "along": ("diffident.question.catalog", "Along"),
    "bounds": ("diffident.question.limits", "bounds"),
    "boxplot": ("diffident.question.frame", "boxplot"),
    "categories": ("diffident.question.limits", "categories"),
    "count": ("diffident.question.frame", "count"),
    "each_row": ("diffident.question.catalog", "EACH_ROW"),
    "learn": ("diffident.learn", ""),
    "mean": ("diffident.question.frame", "mean"),
    "median": ("diffident.question.frame", "median"),
    "open": ("diffident.curator.file", "opened"),
    "protect": ("diffident.curator.protect", "protect"),
    "quantile": ("diffident.question.frame", "quantile"),
    "sum": ("diffident.question.frame", "total"),
    "tradeoff": ("diffident.privacy.tradeoff", "tradeoff"),
    "verify": ("diffident.curator.verify", "verify"),
}


def __getattr__(name: str) -> object:
    if name not in _DOORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - only who asks pays

    room, behind = _DOORS[name]
    return getattr(import_module(room), behind) if behind else import_module(room)


def __dir__() -> list[str]:
    return sorted(__all__)
