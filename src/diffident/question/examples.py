# SPDX-License-Identifier: Apache-2.0
"""Rows that a model learns from: words, and the columns that may be read. They are added up and never shown."""

from dataclasses import dataclass

from diffident.question.catalog import Catalog
from diffident.question.contribution import Contribution
from diffident.question.expression import Expression, Kind
from diffident.question.facts import Facts, fact, facts_of, most_rows, protected
from diffident.question.formula import kind_of
from diffident.question.words import Derive, Rows


@dataclass(frozen=True, slots=True)
class Examples:
    """Rows before anybody's part is bounded, and their columns by name; a name stands for a formula."""

    rows: Rows
    columns: tuple[tuple[str, Expression], ...]

    def facts(self, catalog: Catalog) -> Facts:
        """Return what is known of each column."""
        before = facts_of(self.rows, catalog)
        kinds = {name: kind_of(formula, self.rows.columns) or Kind.NUMBER for name, formula in self.columns}
        return {name: fact(formula, kinds[name], before) for name, formula in self.columns}

    def rows_per_person(self, catalog: Catalog) -> int:
        """Return with how many of them one person counts."""
        declared = protected(self.rows, catalog).rows_per_person
        return min(declared, most_rows(self.rows) or declared)

    def bounded(self, rows_per_person: int) -> Rows:
        """Return the columns of what each person keeps: so many rows, evenly spaced over all that the person has."""
        rows = Derive(self.rows, self.columns)
        limit = Contribution(groups=1, each=rows_per_person, total=rows_per_person)
        return limit.bounded(rows, (), tuple(name for name, _ in self.columns))
