# SPDX-License-Identifier: Apache-2.0
"""A table made general, as it is published: groups of rows that look alike, and what the rows of each have."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, TypeAlias

from diffident.errors import Refused
from diffident.lab.anonymity.general import General, read


class ReleaseLacks(Refused):
    """An attack asked of a release that has not what it needs."""

    code = "release_lacks"
    sentence = "This release has no {lacks}, which the attack starts from; it has {has}."
    remedy = "Name a release that publishes it, or say what is known of the person by other columns."


@dataclass(frozen=True, slots=True)
class Group:
    """Rows that cannot be told apart: the general values they share, and what each of them has."""

    general: Mapping[str, General]
    sensitive: tuple[Any, ...]

    def covers(self, known: Mapping[str, Any]) -> bool:
        """Return whether somebody of whom this is known may be among them."""
        return all(general.covers(known[name]) for name, general in self.general.items() if name in known)


Release: TypeAlias = Sequence[Group]


def released(names: Sequence[str], rows: Iterable[Sequence[str]]) -> tuple[Group, ...]:
    """Return a published table as groups; the last column is the sensitive one."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        groups.setdefault(tuple(row[:-1]), []).append(row[-1])
    return tuple(
        Group(dict(zip(names[:-1], map(read, alike), strict=True)), tuple(has)) for alike, has in groups.items()
    )


def candidates(releases: Iterable[Release], known: Mapping[str, Any]) -> frozenset[Any]:
    """Return what somebody can have who is in every one of these releases, and of whom this is known.

    Groups that do not fit are left out of each release; what is left of all of them must be the same person.
    """
    return reduce(frozenset.__and__, (_possible(release, known) for release in releases))


def _possible(release: Release, known: Mapping[str, Any]) -> frozenset[Any]:
    has = {name for group in release for name in group.general}
    if lacks := sorted(set(known) - has):
        raise ReleaseLacks(lacks=", ".join(lacks), has=", ".join(sorted(has)) or "no column")
    return frozenset(value for group in release if group.covers(known) for value in group.sensitive)
