# SPDX-License-Identifier: Apache-2.0
"""Which columns a name can mean: the tables of a FROM, under their names, and what they are called inside."""

from collections.abc import Mapping
from dataclasses import dataclass

from diffident.errors import Refused
from diffident.question.catalog import UnknownName
from diffident.question.expression import Column, Kind


class AmbiguousName(Refused):
    """A name that two tables have."""

    code = "ambiguous_name"
    sentence = "{name} could be a column of several tables."
    remedy = "Write the table before it: {example}."


@dataclass(frozen=True, slots=True)
class Scope:
    """The columns that can be named, by table and name; and the kinds of those inside."""

    names: tuple[tuple[str, str, str], ...]  # table, name, name inside
    kinds: Mapping[str, Kind]

    def find(self, table: str, name: str) -> Column:
        """Return the column that is meant; capitals do not matter."""
        wanted = name.casefold()
        found = [
            (of, inside)
            for of, called, inside in self.names
            if called.casefold() == wanted and (not table or of.casefold() == table.casefold())
        ]
        if len({inside for _, inside in found}) > 1:
            raise AmbiguousName(name=name, example=f"{found[0][0]}.{name}")
        if not found:
            raise UnknownName(
                what="column", name=name, known=", ".join(dict.fromkeys(called for _, called, _ in self.names))
            )
        return Column(found[0][1])
