# SPDX-License-Identifier: Apache-2.0
"""Seconds of the fastest of several runs: the least disturbed by whatever else the machine does."""

import time
from collections.abc import Callable


def fastest(action: Callable[[], object], repeats: int = 5) -> float:
    """Return the least of `repeats` durations, after one run that is not counted."""
    action()
    return min(_seconds(action) for _ in range(repeats))


def _seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started
