# SPDX-License-Identifier: Apache-2.0
"""What is planned, and who is trusted: everything but the four numbers, checked once."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Final, Self, TypeVar

from diffident.errors import Refused
from diffident.exact.number import LARGEST_WHOLE, Delta, decimal, whole
from diffident.exact.spelling import shown
from diffident.privacy.person import Neighbours
from diffident.privacy.reach import Reach

MOST_CELLS: Final = 10**6
NARROWEST: Final = Fraction(1, LARGEST_WHOLE)


class Release(Enum):
    """Which statistic is planned."""

    COUNT = "count"
    SUM = "sum"
    MEAN = "mean"
    SHARE = "share"
    HISTOGRAM = "histogram"
    CHOICE = "choice"
    TOP = "top"
    THRESHOLD = "threshold"
    CATEGORIES = "categories"
    COUNTED_CATEGORIES = "counted_categories"

    @property
    def is_average(self) -> bool:
        """Whether more people make it more accurate."""
        return self in {Release.MEAN, Release.SHARE}

    @property
    def has_bounds(self) -> bool:
        """Whether people bring values that must be bounded."""
        return self in {Release.SUM, Release.MEAN}

    @property
    def needs_curator(self) -> bool:
        """Whether somebody has to know counts before noise: randomised reports tell nothing to choose by."""
        return self in _BY_CURATOR

    @property
    def names_categories(self) -> bool:
        """Whether it tells which categories there are, for which nothing but a delta will do."""
        return self in {Release.CATEGORIES, Release.COUNTED_CATEGORIES}


_BY_CURATOR: Final = {
    Release.CHOICE,
    Release.TOP,
    Release.THRESHOLD,
    Release.CATEGORIES,
    Release.COUNTED_CATEGORIES,
}


class Trust(Enum):
    """Who may see what people answer before it is made private."""

    CURATOR = "curator"
    SHUFFLER = "shuffler"
    NOBODY = "nobody"


class Sampling(Enum):
    """Whether people are all whom the statistic is about, or a simple random sample of them."""

    NONE = "none"
    SIMPLE = "simple"


class UnknownChoice(Refused):
    """A word that is none of those that mean something here."""

    code = "choice_unknown"
    sentence = "{name} must be one of {choices}, not {given}."
    remedy = 'Choose one of them, for example {name}="{example}".'


class ArgumentMissing(Refused):
    """A fact without which the error has no scale."""

    code = "argument_missing"
    sentence = "A tradeoff for {subject} needs {name}."
    remedy = "Give it, for example {name}={example}."


class ArgumentNotUsed(Refused):
    """A fact that would be ignored, and nothing is ignored silently."""

    code = "argument_not_used"
    sentence = "{name} says nothing about {subject}."
    remedy = "Leave {name} out."


class NotTwoNumbers(Refused):
    """Bounds that are not a lower and an upper one."""

    code = "bounds_not_two_numbers"
    sentence = "bounds must be two numbers, the lower one first."
    remedy = "Write bounds=(0, 60), with limits from a codebook."


class MoreThanThereAre(Refused):
    """More to be chosen than there is to choose from."""

    code = "more_than_there_are"
    sentence = "{take} of {cells} cannot be taken."
    remedy = "Take fewer, or list more cells."


class SampleIsDeclared(Refused):
    """Neighbours that differ in how many people were asked, though somebody decided on that number."""

    code = "sample_is_declared"
    sentence = "In a simple random sample somebody decides how many people are asked, so their number is no secret."
    remedy = 'Leave neighbours out, or write neighbours="replace".'


Choice = TypeVar("Choice", bound=Enum)


def chosen(kind: type[Choice], given: object, *, name: str) -> Choice:
    """Return the member that a word stands for.

    >>> chosen(Trust, "curator", name="trust")
    <Trust.CURATOR: 'curator'>
    """
    words = {str(member.value): member for member in kind}
    if type(given) is not str or given not in words:
        raise UnknownChoice(name=name, choices=", ".join(words), given=shown(given), example=next(iter(words)))
    return words[given]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A release under one kind of trust."""

    release: Release
    trust: Trust = Trust.CURATOR
    sampled: bool = False
    neighbours: Neighbours = Neighbours.ADD_REMOVE
    bounds: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))
    cells: int = 2
    take: int = 1
    groups_per_person: int = 1
    share: Fraction | None = None
    delta: Fraction | None = None

    def __post_init__(self) -> None:
        if self.take > self.cells:
            raise MoreThanThereAre(take=self.take, cells=self.cells)

    @classmethod
    def of(cls, release: object, **given: object) -> Self:
        """Return the setting that somebody described, or refuse it."""
        kind = chosen(Release, release, name="release")
        trust = chosen(Trust, given["trust"], name="trust")
        sampled = chosen(Sampling, given["sampling"], name="sampling") is Sampling.SIMPLE
        _refuse_unused(kind, trust, sampled=sampled, given=given)
        _refuse_missing(kind, trust, given)
        return cls(
            release=kind,
            trust=trust,
            sampled=sampled,
            neighbours=_neighbours(given["neighbours"], sampled=sampled),
            bounds=_bounds(given["bounds"]) if kind.has_bounds else (Fraction(0), Fraction(1)),
            cells=_counted(given["cells"], "cells", usual=2, at_least=2 if kind is not Release.THRESHOLD else 1),
            take=_counted(given["take"], "take", usual=1),
            groups_per_person=_counted(given["groups_per_person"], "groups_per_person", usual=1),
            share=None if given["share"] is None else decimal(given["share"], name="share", above=0, below=1),
            delta=_delta(given["delta"]),
        )

    @property
    def width(self) -> Fraction:
        """How far apart the bounds of one person's value are; a yes is a 1."""
        return self.bounds[1] - self.bounds[0]

    @property
    def trusts(self) -> tuple[Trust, ...]:
        """Who could be trusted."""
        return (Trust.CURATOR,) if self.release.needs_curator else tuple(Trust)

    def as_json(self) -> dict[str, object]:
        """Return the setting as plain data, without delta."""
        return {
            "release": self.release.value,
            "trust": self.trust.value,
            "sampling": (Sampling.SIMPLE if self.sampled else Sampling.NONE).value,
            "neighbours": self.neighbours.value,
            "bounds": [float(end) for end in self.bounds],
            "cells": self.cells,
            "take": self.take,
            "groups_per_person": self.groups_per_person,
            "share": None if self.share is None else float(self.share),
        }

    def under(self, trust: Trust) -> "Setting":
        """Return the same plan with somebody else to be trusted; the delta of a shuffler is needed by nobody else."""
        own = trust is Trust.SHUFFLER or self.trust is Trust.CURATOR is trust
        return replace(self, trust=trust, delta=self.delta if own else None)


def _refuse_unused(release: Release, trust: Trust, *, sampled: bool, given: dict[str, object]) -> None:
    """Refuse what is given and means nothing here."""
    a_release, unseen = _a(release), trust is not Trust.CURATOR
    no_delta = release in {Release.CHOICE, Release.THRESHOLD}
    several = {Release.HISTOGRAM, Release.CHOICE, Release.SHARE, Release.TOP, Release.THRESHOLD}
    rules = (
        ("bounds", not release.has_bounds, a_release),
        ("cells", release not in several, a_release),
        ("take", release not in {Release.TOP, Release.THRESHOLD}, a_release),
        ("groups_per_person", not release.names_categories, a_release),
        ("share", release is not Release.SHARE, a_release),
        ("neighbours", unseen or release.names_categories, "randomisation at each person" if unseen else a_release),
        ("delta", trust is Trust.NOBODY or no_delta, a_release if no_delta else "randomisation at each person"),
    )
    for name, is_unused, subject in rules:
        if is_unused and given[name] is not None:
            raise ArgumentNotUsed(name=name, subject=subject)
    if sampled and not release.is_average:
        raise ArgumentNotUsed(name="sampling", subject=a_release)
    if unseen and release.needs_curator:
        raise ArgumentNotUsed(name="trust", subject=a_release)


def _refuse_missing(release: Release, trust: Trust, given: dict[str, object]) -> None:
    """Refuse to guess what only people know."""
    listed = release in {Release.HISTOGRAM, Release.CHOICE, Release.TOP, Release.THRESHOLD}
    shuffled = trust is Trust.SHUFFLER
    rules = (
        ("bounds", release.has_bounds, "(0, 60)", _a(release)),
        ("cells", listed, "12", _a(release)),
        ("delta", shuffled or release.names_categories, '"1e-6"', "shuffled reports" if shuffled else _a(release)),
    )
    for name, is_needed, example, subject in rules:
        if is_needed and given[name] is None:
            raise ArgumentMissing(subject=subject, name=name, example=example)


def _a(release: Release) -> str:
    """Return a release in a sentence."""
    named = release.value.replace("_", " ")
    return named if release.names_categories or release is Release.TOP else f"a {named}"


def _counted(given: object, name: str, *, usual: int, at_least: int = 1) -> int:
    return usual if given is None else whole(given, name=name, at_least=at_least, at_most=MOST_CELLS)


def _neighbours(given: object, *, sampled: bool) -> Neighbours:
    usual = "replace" if sampled else "add_remove"
    neighbours = chosen(Neighbours, usual if given is None else given, name="neighbours")
    if sampled and neighbours is Neighbours.ADD_REMOVE:
        raise SampleIsDeclared
    return neighbours


def _bounds(given: object) -> tuple[Fraction, Fraction]:
    """Return the two limits of a value, the lower one first."""
    if not isinstance(given, Sequence) or isinstance(given, str | bytes) or len(given) != 2:
        raise NotTwoNumbers
    low, high = (decimal(end, name="bounds", at_least=-LARGEST_WHOLE, at_most=LARGEST_WHOLE) for end in given)
    Reach.of_sum(Neighbours.REPLACE, low, high)  # refuses limits that leave no room
    decimal(high - low, name="the distance between the bounds", at_least=NARROWEST)
    return low, high


def _delta(given: object) -> Fraction | None:
    """Return delta, if there is one: a curator needs none."""
    return None if given is None else Delta.of(given).value or None
