# SPDX-License-Identifier: Apache-2.0
"""What a person declared in a TOML file, with the line of each statement, so that a refusal can point at it.

The standard library reads the values and judges the syntax. Afterwards `_Walk` goes over the text once more and only
notes where each key stands, which is easy in a file that is known to be well formed. Numbers keep their digits: a
float is read as a Decimal.
"""

import re
import tomllib
from bisect import bisect_left
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, TypeAlias

from diffident.errors import Refused

Keys: TypeAlias = tuple[str | int, ...]

PLACE: Final = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
GAP: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
SPACE: Final = re.compile(r"[ \t]*")
OPENING: Final = re.compile(r"\[\[?")
CLOSING: Final = {"[": "]", "{": "}"}
KEY: Final = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*"|'[^']*'""")
VALUE: Final = re.compile(
    r'''"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'|[^,\]}#\r\n]+''',
    re.DOTALL,
)


class FileUnreadable(Refused):
    """A file that is not there, is not a file, or may not be read."""

    code = "file_unreadable"
    sentence = "{file} cannot be read: {problem}."
    remedy = "Check the path, and that you may read the file."


class FileNotToml(Refused):
    """A file that breaks the rules of TOML."""

    code = "file_not_toml"
    sentence = "{file}:{line} is not TOML: {problem}."
    remedy = "Mend that line; https://toml.io shows how each kind of value is written."


@dataclass(frozen=True, slots=True, eq=False)
class Declared:
    r"""The values of a file, and the line on which each of them is declared.

    >>> declared = parse("[visits]\nbounds = [0, 60]", "hospital.toml")
    >>> declared.values["visits"]["bounds"], declared.where("visits", "bounds")
    ([0, 60], 'hospital.toml:2')
    """

    file: str
    values: dict[str, Any]
    lines: dict[Keys, int]

    def where(self, *path: str | int) -> str:
        """Return file and line of a key, or of the nearest table around it if it was not declared."""
        while path and path not in self.lines:
            path = path[:-1]
        return f"{self.file}:{self.lines[path]}" if path else self.file


def content(path: Path) -> bytes:
    """Return what is in a file, or refuse."""
    try:
        return path.read_bytes()
    except OSError as problem:
        raise FileUnreadable(file=path.name, problem=(problem.strerror or "no reason given").lower()) from None
    except ValueError:  # a null byte, which no file has in its name
        raise FileUnreadable(file=path.name, problem="no such name can exist") from None


def read(path: Path) -> Declared:
    """Return what a file declares."""
    stored = content(path)
    try:
        return parse(stored.decode("utf-8-sig"), path.name)
    except UnicodeDecodeError as problem:
        line = stored.count(b"\n", 0, problem.start) + 1
        raise FileNotToml(file=path.name, line=line, problem="text must be UTF-8") from None


def parse(text: str, file: str) -> Declared:
    """Return what a text declares, `file` being its name in refusals."""
    try:
        return Declared(file, tomllib.loads(text, parse_float=Decimal), _Walk(text, file).lines)
    except tomllib.TOMLDecodeError as problem:
        place = PLACE.search(str(problem))
        line = place[1] if place and place[1] else text.rstrip("\n").count("\n") + 1
        raise FileNotToml(file=file, line=line, problem=PLACE.sub("", str(problem)).lower()) from None
    except (ValueError, ArithmeticError, RecursionError):
        raise FileNotToml(file=file, line=1, problem="a number is too long, or lists are nested too deeply") from None


class _Walk:
    """One walk over a well-formed text, from statement to statement."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file, self.at = text, file, 0
        self.ends = [found.start() for found in re.finditer("\n", text)]
        self.lines: dict[Keys, int] = {}
        self.counts: dict[Keys, int] = {}  # of the tables in each array of tables
        table: Keys = ()
        while self._next():
            table = self._header() if self._next() == "[" else self._statement(table)

    @property
    def line(self) -> int:
        """The line that the walk has come to."""
        return bisect_left(self.ends, self.at) + 1

    def _next(self) -> str:
        """Return the sign that stands behind spaces, line ends and comments; nothing at the end."""
        self._take(GAP)
        return self.text[self.at : self.at + 1]

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Go past what the pattern takes, and return it."""
        found = pattern.match(self.text, self.at)
        if found is None:
            raise FileNotToml(file=self.file, line=self.line, problem="this spelling is not known here")
        self.at = found.end()
        return found[0]

    def _header(self) -> Keys:
        """Take [a.b] or [[a.b]], and return the path of the table that begins."""
        line, sign = self.line, self._take(OPENING)
        *outer, name = self._keys()
        self.at += len(sign)
        path: Keys = ()
        for key in outer:
            path = (*path, key)
            self.lines.setdefault(path, line)
            path = (*path, self.counts[path] - 1) if path in self.counts else path
        path = (*path, name)
        if len(sign) == 2:
            self.lines.setdefault(path, line)
            self.counts[path] = self.counts.get(path, 0) + 1
            path = (*path, self.counts[path] - 1)
        self.lines[path] = line
        return path

    def _statement(self, table: Keys) -> Keys:
        """Take key = value, and return the table that it belongs to."""
        line, path = self.line, table
        for key in self._keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self.at += len("=")
        self._take(SPACE)
        self._value(path)
        return table

    def _keys(self) -> list[str]:
        """Take a key with its dots, up to the sign behind it."""
        self._take(SPACE)
        part = self._take(KEY)
        keys = [tomllib.loads(f"key = {part}")["key"] if part[0] in "\"'" else part]
        self._take(SPACE)
        if self.text.startswith(".", self.at):
            self.at += 1
            keys += self._keys()
        return keys

    def _value(self, path: Keys) -> None:
        """Take a value, and note where those in it stand."""
        opening = self.text[self.at : self.at + 1]
        if opening not in CLOSING:
            self._take(VALUE)
            return
        self.at += 1
        index = 0
        while self._next() != CLOSING[opening]:
            if opening == "{":
                self._statement(path)
            else:
                self.lines[*path, index] = self.line
                self._value((*path, index))
            index += 1
            if self._next() == ",":
                self.at += 1
        self.at += 1
