# SPDX-License-Identifier: Apache-2.0
"""SELECT as it names the rows that a model learns from: it has no statistic, as nobody is shown what it selects."""

from diffident.question.catalog import Catalog
from diffident.question.examples import Examples
from diffident.question.sql.parse import parsed
from diffident.question.sql.relations import relation
from diffident.question.sql.select import ColumnTwice, NothingProtected
from diffident.question.sql.tables import Tables
from diffident.question.sql.unanswered import written


def examples(text: object, catalog: Catalog) -> Examples:
    """Return the rows and columns that a text selects; the column that says whose a row is stays behind."""
    scope = relation(parsed(text), Tables(catalog))
    if scope.rows.is_public:
        raise NothingProtected
    named = [each for each in scope.columns if each.formula != scope.person]
    names = [each.name.casefold() for each in named]
    for name in names:
        if names.count(name) > 1:
            raise ColumnTwice(name=written(name))
    return Examples(scope.rows, tuple((each.name, each.formula) for each in named))
