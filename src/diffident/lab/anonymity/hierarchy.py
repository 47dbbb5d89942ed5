# SPDX-License-Identifier: Apache-2.0
"""Values under broader and broader terms: a town in a county in a country, or a zip code that loses its last digits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from diffident.errors import Refused
from diffident.exact.spelling import shown

TOP: Final = "*"


class HierarchyHasAHole(Refused):
    """A value that stands under no broader term, or terms that stand on different heights."""

    code = "hierarchy_has_a_hole"
    sentence = "{problem} in the hierarchy of {column}."
    remedy = "Give each value as many broader terms as the others, the broadest last."


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """For each value its broader terms, from the narrowest to the broadest; all stand under one top."""

    terms: Mapping[Any, tuple[str, ...]]

    def __post_init__(self) -> None:
        if len({len(path) for path in self.terms.values()}) > 1:
            raise HierarchyHasAHole(problem="Some values have more broader terms than others", column="a column")

    @classmethod
    def flat(cls, values: Iterable[Any]) -> Self:
        """Return the hierarchy in which every value stands right under the top."""
        return cls(dict.fromkeys(values, ()))

    @classmethod
    def of_digits(cls, words: Iterable[str], keep: Sequence[int] = (4, 3, 2)) -> Self:
        """Return the hierarchy in which words lose their last letters, as zip codes do.

        >>> Hierarchy.of_digits(["13012"]).terms["13012"]
        ('1301*', '130**', '13***')
        """
        return cls({word: tuple(word[:kept].ljust(len(word), "*") for kept in keep) for word in words})

    def order(self, column: str, values: Iterable[Any]) -> list[Any]:
        """Return values so that those under one term stand together, whatever the term."""
        listed = list(values)
        if missing := [value for value in listed if value not in self.terms]:
            raise HierarchyHasAHole(problem=f"{len(missing)} values have no place", column=shown(column))
        return sorted(listed, key=lambda value: (*map(str, reversed(self.terms[value])), str(value)))

    def together(self, values: Sequence[Any]) -> str:
        """Return the narrowest term that all values stand under."""
        if len(set(values)) == 1:
            return str(values[0])
        paths = [self.terms[value] for value in values]
        shared = (terms[0] for terms in zip(*paths, strict=True) if len(set(terms)) == 1)
        return next(shared, TOP)

    def below(self, values: Sequence[Any]) -> list[list[Any]]:
        """Return ordered values in parts: those under each term that stands right below what they share."""
        paths = [(*reversed(self.terms[value]), value) for value in values]
        depth = next((level for level, terms in enumerate(zip(*paths, strict=True)) if len(set(terms)) > 1), 0)
        parts: dict[Any, list[Any]] = {}
        for value, path in zip(values, paths, strict=True):
            parts.setdefault(path[depth], []).append(value)
        return list(parts.values())
