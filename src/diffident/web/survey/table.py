# SPDX-License-Identifier: Apache-2.0
"""One table of a survey file, read key by key; what is wrong is refused with its line, and what to write instead."""

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeVar

from diffident.errors import Refused
from diffident.exact.declared import Declared
from diffident.exact.number import Epsilon, whole
from diffident.web.survey.question import Words

NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
LONGEST: Final = 2000  # letters of a text

Read = TypeVar("Read")


class SurveyWrong(Refused):
    """A survey file that declares something impossible, or leaves something out."""

    code = "survey_wrong"
    sentence = "{place}: {problem}."
    remedy = "{fix}"


@dataclass(frozen=True, slots=True)
class Table:
    """The values that stand below a heading."""

    file: Declared
    path: tuple[str | int, ...]
    values: dict[str, Any]

    @classmethod
    def of(cls, file: Declared, path: tuple[str | int, ...], given: object, known: set[str]) -> "Table":
        """Return a table of which every key means something."""
        if not isinstance(given, dict):
            raise cls(file, path, {}).wrong("", "a table is due here", "Write [[questions]] above it.")
        table = cls(file, path, {str(name): value for name, value in given.items()})
        for name in table.values:
            if name not in known:
                fix = f"Known here: {', '.join(sorted(known))}."
                raise table.wrong(name, f"{name[:40]!r} means nothing here", fix)
        return table

    def wrong(self, name: str, problem: str, fix: str) -> SurveyWrong:
        """Return the refusal of a key."""
        path = (*self.path, name) if name else self.path
        return SurveyWrong(place=self.file.where(*path), problem=problem, fix=fix)

    def get(self, name: str, default: object = None) -> Any:  # noqa: ANN401 - what TOML holds
        """Return what stands there, unread."""
        return self.values.get(name, default)

    def text(self, name: str, example: str) -> str:
        """Return a text."""
        given = self.get(name)
        if not is_text(given):
            raise self.wrong(name, f"{name} must be text", f"Write {example}")
        return str(given)

    def name(self, name: str) -> str:
        """Return a short name."""
        given = self.get(name)
        if type(given) is not str or not NAME.fullmatch(given):
            fix = f'Small letters, digits, - and _, for example {name} = "driving".'
            raise self.wrong(name, f"{name} must be a short name", fix)
        return given

    def truth(self, name: str, default: bool, fix: str) -> bool:  # noqa: FBT001 - it is what stands there
        """Return true or false."""
        given = self.get(name, default)
        if type(given) is not bool:
            raise self.wrong(name, f"{name} must be true or false", fix)
        return given

    def words(self, name: str, given: object, languages: tuple[str, ...]) -> Words:
        """Return a wording for each language; plain text will do where there is one."""
        if len(languages) == 1 and is_text(given):
            return {languages[0]: str(given)}
        if not isinstance(given, dict) or set(given) != set(languages) or not all(map(is_text, given.values())):
            wanted = ", ".join(f'{language} = "..."' for language in languages)
            raise self.wrong(name, f"{name} needs a wording in each language", f"Write {{ {wanted} }}")
        return {language: given[language] for language in languages}

    def whole(self, name: str, default: object, *, at_least: int, at_most: int) -> int:
        """Return a whole number."""
        return self.placed(name, lambda: whole(self.get(name, default), name=name, at_least=at_least, at_most=at_most))

    def epsilon(self, name: str, *, cap: int | None = None) -> Fraction:
        """Return what something may tell about one person."""
        if self.get(name) is None:
            problem = f"{name} is missing: what may answers tell about one person"
            raise self.wrong(name, problem, f"Write {name} = 1")
        return self.placed(name, lambda: Epsilon.of(self.get(name), cap=cap).value)

    def day(self, name: str) -> dt.date | None:
        """Return a day, if there is one."""
        given = self.get(name)
        if given is not None and type(given) is not dt.date:
            raise self.wrong(name, f"{name} must be a day", f"Write {name} = 2026-12-01, without quotation marks.")
        return given

    def placed(self, name: str, read: Callable[[], Read]) -> Read:
        """Read a value, and say where it stands if it is refused."""
        try:
            return read()
        except Refused as refusal:
            raise self.wrong(name, refusal.said.rstrip("."), refusal.advised) from None


def is_text(given: object) -> bool:
    """Tell whether something is text that can be shown."""
    return type(given) is str and bool(given.strip()) and len(given) <= LONGEST
