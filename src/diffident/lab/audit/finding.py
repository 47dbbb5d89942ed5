# SPDX-License-Identifier: Apache-2.0
"""What a check of the audit found about one item: what was claimed, what was proven, and whether both can be true."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TypeAlias


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One item. `proven` is a lower bound of what is lost, in the unit of `claimed`, where there is one.

    `false_alarm` is how often a sound installation is said to be broken here; 0 for what is computed or enumerated.
    """

    item: str
    way: str
    holds: bool
    told: str
    claimed: float | None = None
    proven: float | None = None
    false_alarm: float = 0.0
    seconds: float = 0.0

    def as_json(self) -> dict[str, object]:
        """Return the finding as plain data."""
        return {name: getattr(self, name) for name in self.__slots__}


Check: TypeAlias = Callable[[], Iterable[Finding]]


def timed(check: Check, *, item: str, way: str) -> Iterator[Finding]:
    """Yield what a check finds, with its time; one that ends in an accident is a finding too, and not the audit's end."""
    begun = perf_counter()
    try:
        for finding in check():
            yield _with(finding, perf_counter() - begun)
            begun = perf_counter()
    except Exception as accident:  # noqa: BLE001 - a broken installation is reported, whatever it does
        told = f"the check could not be made: {type(accident).__name__}"
        yield Finding(item=item, way=way, holds=False, told=told, seconds=perf_counter() - begun)


def _with(finding: Finding, seconds: float) -> Finding:
    return replace(finding, seconds=round(seconds, 3))
