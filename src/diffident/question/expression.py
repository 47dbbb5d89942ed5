# SPDX-License-Identifier: Apache-2.0
"""Formulas over the columns of one row: a column, a literal, or an allowed function of formulas. Public, never data."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

Value: TypeAlias = bool | int | float | str | dt.date | dt.datetime | None


class Kind(Enum):
    """What a column can hold. All numbers that are no integers are double-precision floats."""

    TRUTH = "truth"
    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    DATE = "date"
    MOMENT = "moment"

    @property
    def is_numeric(self) -> bool:
        """Whether one can compute with it."""
        return self in {Kind.INTEGER, Kind.NUMBER}


KINDS: dict[type, Kind] = {
    bool: Kind.TRUTH,
    int: Kind.INTEGER,
    float: Kind.NUMBER,
    str: Kind.TEXT,
    dt.date: Kind.DATE,
    dt.datetime: Kind.MOMENT,
}


@dataclass(frozen=True, slots=True)
class Column:
    """The value that a row has under this name."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that somebody wrote. Its kind tells apart what Python counts as equal: 1, 1.0 and True."""

    value: Value
    kind: Kind | None

    @classmethod
    def of(cls, value: Value) -> "Literal":
        """Return the literal of a Python value; NULL has no kind.

        >>> Literal.of(1) == Literal.of(True)
        False
        """
        return cls(value, None if value is None else KINDS[type(value)])

    def __str__(self) -> str:
        if self.value is None or isinstance(self.value, bool):
            return "NULL" if self.value is None else str(self.value).upper()
        return repr(str(self.value) if isinstance(self.value, dt.date) else self.value)


@dataclass(frozen=True, slots=True)
class Call:
    """A function from the one table in `functions`, and what it is applied to."""

    function: str
    arguments: tuple["Expression", ...]

    def __str__(self) -> str:
        """The formula as SQL writes it, for people to read."""
        words = [str(argument) for argument in self.arguments]
        match self.function:
            case "case":
                arms = "".join(f" WHEN {when} THEN {then}" for when, then in zip(words[::2], words[1::2], strict=False))
                return f"CASE{arms} ELSE {words[-1]} END".replace(" ELSE NULL", "")
            case "in":
                return f"{words[0]} IN ({', '.join(words[1:])})"
            case "is null":
                return f"{words[0]} IS NULL"
            case "not" | "negative" as before:
                return f"{'-' if before == 'negative' else 'NOT '}{_within(self.arguments[0])}"
            case "as number" | "as moment":
                return words[0]
            case between if between in INFIX:
                return f" {between.removeprefix('whole ').upper()} ".join(map(_within, self.arguments))
            case name:
                return f"{name.upper()}({', '.join(words)})"


INFIX: Final = {
    "=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "and",
    "or",
    "+",
    "-",
    "*",
    "/",
    "%",
    "||",
    "like",
    "whole -",
    "whole *",
}
Expression: TypeAlias = Column | Literal | Call


def _within(formula: Expression) -> str:
    """Return a formula as a part of another one."""
    return f"({formula})" if isinstance(formula, Call) and formula.function in INFIX else str(formula)


def columns_of(expression: Expression) -> Iterator[str]:
    """Yield the name of each column that a formula reads, as often as it is read."""
    match expression:
        case Column(name):
            yield name
        case Literal():
            return
        case Call(_, arguments):
            for argument in arguments:
                yield from columns_of(argument)


def renamed(expression: Expression, names: Mapping[str, str]) -> Expression:
    """Return a formula that reads columns under other names."""
    match expression:
        case Column(name):
            return Column(names.get(name, name))
        case Literal():
            return expression
        case Call(function, arguments):
            return Call(function, tuple(renamed(argument, names) for argument in arguments))


def as_plain(expression: Expression) -> object:
    """Return a formula as lists and text, for what is hashed and stored."""
    match expression:
        case Column(name):
            return ["column", name]
        case Literal(value, kind):
            return ["literal", kind.value if kind else None, None if value is None else str(value)]
        case Call(function, arguments):
            return [function, *map(as_plain, arguments)]
