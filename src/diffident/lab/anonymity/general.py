# SPDX-License-Identifier: Apache-2.0
"""Values made general: a range of numbers, the beginning of a word, or one of several; and what they may stand for."""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from diffident.errors import Refused

STARS: Final = "*"


class GeneralValueUnreadable(Refused):
    """A general value in a form that nobody publishes."""

    code = "general_value_unreadable"
    sentence = "A general value cannot be read from {given}."
    remedy = "Write *, 130**, <30, >=40, 3*, 20-29, or one of several as a|b."


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high`, both included; None is no end."""

    low: Any
    high: Any

    def covers(self, value: Any) -> bool:  # noqa: ANN401 - any value of a column
        """Return whether the value may be meant."""
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        if self.low is None:
            return STARS if self.high is None else f"<={self.high}"
        return f">={self.low}" if self.high is None else f"{self.low}-{self.high}"


@dataclass(frozen=True, slots=True)
class Prefix:
    """Words that begin alike and have so many letters more, or any number if None."""

    start: str
    more: int | None

    def covers(self, value: Any) -> bool:  # noqa: ANN401 - any value of a column
        """Return whether the value may be meant."""
        word = str(value)
        return word.startswith(self.start) and (self.more is None or len(word) == len(self.start) + self.more)

    def __str__(self) -> str:
        return self.start + STARS * (1 if self.more is None else self.more)


@dataclass(frozen=True, slots=True)
class Among:
    """One of several values, under the name that they have together."""

    values: frozenset[Any]
    name: str = ""

    def covers(self, value: Any) -> bool:  # noqa: ANN401 - any value of a column
        """Return whether the value may be meant."""
        return value in self.values

    def __str__(self) -> str:
        return self.name or "|".join(sorted(map(str, self.values)))


General: TypeAlias = Range | Prefix | Among


def read(text: str) -> General:
    """Return the general value that a published table writes so.

    >>> read("<30").covers(28), read("3*").covers(30), read("130**").covers("13012"), read("*").covers("Peruvian")
    (True, True, True, True)
    """
    if text == STARS:
        return Prefix("", None)
    if text[:2] == ">=" and text[2:].isdigit():
        return Range(int(text[2:]), None)
    if text[:1] == "<" and text[1:].isdigit():
        return Range(None, int(text[1:]) - 1)
    low, dash, high = text.partition("-")
    if dash and low.isdigit() and high.isdigit():
        return Range(int(low), int(high))
    if text.endswith(STARS) and text.strip(STARS):
        start = text.rstrip(STARS)
        return Prefix(start, len(text) - len(start))
    if not text or STARS in text:
        raise GeneralValueUnreadable(given=ascii(text))
    return Among(frozenset(text.split("|")))
