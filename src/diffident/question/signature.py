# SPDX-License-Identifier: Apache-2.0
"""Which kinds a function takes, and which kind comes out: None where these may not go in, or for NULL."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from diffident.question.expression import Kind

Kinds: TypeAlias = Sequence[Kind | None]
Signature: TypeAlias = Callable[[Kinds], Kind | None]


def every(kinds: Kinds, *allowed: Kind) -> bool:
    """Return whether all kinds are among the allowed ones, or NULL."""
    return all(kind is None or kind in allowed for kind in kinds)


def numbers(count: int, result: Kind = Kind.NUMBER) -> Signature:
    """So many numbers, and what comes out."""
    return lambda kinds: result if len(kinds) == count and every(kinds, Kind.NUMBER, Kind.INTEGER) else None


def one(*allowed: Kind, result: Kind) -> Signature:
    """One argument of one of these kinds."""
    return lambda kinds: result if len(kinds) == 1 and every(kinds, *allowed) else None


def alike(kinds: Kinds) -> Kind | None:
    """Return the kind that all of these can be turned into, or None."""
    known = {kind for kind in kinds if kind is not None}
    if known <= {Kind.NUMBER, Kind.INTEGER} and len(known) == 2:
        return Kind.NUMBER
    if known == {Kind.DATE, Kind.MOMENT}:
        return Kind.MOMENT
    return next(iter(known)) if len(known) == 1 else None


def comparable(kinds: Kinds) -> Kind | None:
    """Two values of one kind."""
    return Kind.TRUTH if len(kinds) == 2 and alike(kinds) else None


def member(kinds: Kinds) -> Kind | None:
    """A value, and others of its kind."""
    return Kind.TRUTH if len(kinds) >= 2 and alike(kinds) else None


def truths(kinds: Kinds) -> Kind | None:
    """Conditions."""
    return Kind.TRUTH if kinds and every(kinds, Kind.TRUTH) else None


def anything(kinds: Kinds) -> Kind | None:
    """One value of any kind."""
    return Kind.TRUTH if len(kinds) == 1 else None


def one_kind(kinds: Kinds) -> Kind | None:
    """Values of one kind, which comes out."""
    return alike(kinds) if kinds else None


def cases(kinds: Kinds) -> Kind | None:
    """Condition, value, condition, value, ..., and a last value for all else."""
    conditions, values = kinds[0:-1:2], [*kinds[1::2], kinds[-1]]
    return alike(values) if len(kinds) % 2 and len(kinds) >= 3 and every(conditions, Kind.TRUTH) else None


def part_of_text(kinds: Kinds) -> Kind | None:
    """Text and two integers."""
    is_part = len(kinds) == 3 and every(kinds[:1], Kind.TEXT) and every(kinds[1:], Kind.INTEGER)
    return Kind.TEXT if is_part else None


def texts(result: Kind) -> Signature:
    """Two texts, and what comes out."""
    return lambda kinds: result if len(kinds) == 2 and every(kinds, Kind.TEXT) else None


def integers(kinds: Kinds) -> Kind | None:
    """Two integers that are known to be small."""
    return Kind.INTEGER if len(kinds) == 2 and every(kinds, Kind.INTEGER) else None


def on_grid(kinds: Kinds) -> Kind | None:
    """A number, its limits as numbers, as steps, and the steps to one."""
    n, i = Kind.NUMBER, Kind.INTEGER
    return i if list(kinds) == [n, n, n, i, i, n] else None
