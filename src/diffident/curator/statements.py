# SPDX-License-Identifier: Apache-2.0
"""What stands in a curator file: tables of known keys and kinds; whatever is wrong is refused with its line and a fix."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

from diffident.errors import Refused
from diffident.exact.declared import Declared, Keys

Known: TypeAlias = Mapping[str, type]

KINDS: Final[Mapping[type, str]] = {str: "text", dict: "a table", bool: "true or false", list: "a list"}
EXAMPLES: Final[Mapping[type, str]] = {str: '"..."', dict: "{ ... }", bool: "true", list: "[...]"}


class CuratorFileWrong(Refused):
    """A statement of a curator file that cannot be kept to."""

    code = "curator_file_wrong"
    sentence = "{where}: {problem}."
    remedy = "{fix}"


@dataclass(frozen=True, slots=True)
class Statements:
    """The statements of a file, and where each of them stands."""

    said: Declared

    def table(self, path: Keys, known: Known, needs: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return what stands in a table, if all of it is known, of the right kind, and nothing is missing."""
        found = self.at(path)
        if not isinstance(found, dict):
            name = next((key for key in reversed(path) if isinstance(key, str)), "")
            raise self.wrong(path, f"{name} must have parts.", f"Write {name} = {{ {', '.join(known)} = ... }}.")
        for name, value in found.items():
            self._known((*path, name), name, known)
            if not isinstance(value, known[name]):
                kind = KINDS[known[name]]
                raise self.wrong((*path, name), f"{name} must be {kind}.", f"Write {name} = {EXAMPLES[known[name]]}.")
        for name in needs:
            if name not in found:
                raise self.wrong(path, f"{name} is missing.", f"Write {name} = ... here.")
        return found

    def texts(self, path: Keys) -> tuple[str, ...]:
        """Return a list of texts."""
        found = self.at(path)
        if not all(isinstance(each, str) for each in found):
            raise self.wrong(path, f"{path[-1]} must be a list of texts.", f'Write {path[-1]} = ["...", "..."].')
        return tuple(found)

    @contextmanager
    def within(self, *path: str | int) -> Generator[None]:
        """Say where in the file a refusal has its cause."""
        try:
            yield
        except CuratorFileWrong:
            raise
        except Refused as refusal:
            place = self._place(path, refusal.facts.get("name", ""))
            raise self.wrong(place, refusal.said, refusal.advised) from None

    def wrong(self, path: Keys, problem: str, fix: str) -> CuratorFileWrong:
        """Return the refusal of what stands somewhere."""
        return CuratorFileWrong(where=self.said.where(*path), problem=problem.rstrip("."), fix=fix)

    def at(self, path: Keys) -> Any:  # noqa: ANN401 - as it was written
        """Return what stands somewhere."""
        found: Any = self.said.values
        for key in path:
            found = found[key]
        return found

    def _known(self, path: Keys, name: str, known: Known) -> None:
        if name not in known:
            near = get_close_matches(name, known, 1)
            fix = f"Did you mean {near[0]}?" if near else f"Known here: {', '.join(known)}."
            raise self.wrong(path, f"there is no {ascii(name)[1:-1]} here.", fix)

    def _place(self, path: Keys, name: str) -> Keys:
        """Return where a name stands that a refusal speaks of: as a key, as a column, or as what is said of a key."""
        found = self.at(path)
        said = [(*path, key) for key, value in found.items() if value == name] if isinstance(found, dict) else []
        places = [(*path, name), (*path, "columns", name), *said]
        return next((place for place in places if place in self.said.lines), path)
