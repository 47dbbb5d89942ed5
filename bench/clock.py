# SPDX-License-Identifier: Apache-2.0
"""Seconds of the fastest of several runs: the least disturbed by whatever else the machine does."""

import time
from collections.abc import Callable


def fastest(action: Callable[[], object], repeats: int = 5) -> float:
    """Return the least of `repeats` durations, after one run that is not counted."""
    return race(action, repeats=repeats)[0]


def race(*actions: Callable[[], object], repeats: int) -> list[float]:
    """Return the same for several actions that take turns, so that all meet the same machine."""
    for action in actions:
        action()
    rounds = [[_seconds(action) for action in actions] for _ in range(repeats)]
    return [min(durations) for durations in zip(*rounds, strict=True)]


def _seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started
