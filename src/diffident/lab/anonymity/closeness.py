# SPDX-License-Identifier: Apache-2.0
"""What a group tells about what its members have: how many different things, and how far from everybody's share."""

from collections import Counter

from diffident.lab.anonymity.groups import Release


def diversity(release: Release) -> int:
    """Return the l of a release: in the least diverse group so many different values stand (distinct l-diversity)."""
    return min((len(set(group.sensitive)) for group in release), default=0)


def closeness(release: Release) -> float:
    """Return the t of a release: how far the shares of some group lie from those of all rows.

    The distance of two laws is half the sum of what their shares differ by, as all values lie equally far apart.
    """
    everybody = Counter(value for group in release for value in group.sensitive)
    return max((_distance(Counter(group.sensitive), everybody) for group in release), default=0.0)


def _distance(group: Counter[object], everybody: Counter[object]) -> float:
    here, there = group.total(), everybody.total()
    return sum(abs(group[value] / here - many / there) for value, many in everybody.items()) / 2
