# SPDX-License-Identifier: Apache-2.0
"""What is certified with every answer: whom it protects, what was bounded, which noise, at which price."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import diffident
from diffident.exact.spelling import plain
from diffident.privacy.accounting.budget import Budget, Price
from diffident.privacy.mechanisms.gaussian import Gaussian
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.question.catalog import Catalog, EachRow
from diffident.question.expression import columns_of
from diffident.question.facts import facts_of
from diffident.question.plan import Plan
from diffident.question.question import Question
from diffident.question.words import Table
from diffident.question.words.rows import leaves

VERSION: Final = 1
SILENT: Final = (
    "other people who are named in a row",
    "copies of the data elsewhere",
    "whether the data are true",
)


def certified(  # noqa: PLR0913 - a certificate says all of it
    *,
    curator: str,
    question: Question,
    catalog: Catalog,
    plan: Plan,
    noise: Sequence[Laplace | Gaussian],
    budget: Budget,
    price: Price,
) -> dict[str, Any]:
    """Return the certificate as plain data, everything public and nothing that a caller named."""
    person = plan.limits.person
    return {
        "version": VERSION,
        "curator": curator,
        "promise": {"epsilon": budget.epsilon, "delta": budget.delta},
        "protects": "each row" if isinstance(person, EachRow) else str(person),
        "neighbours": "add_remove",
        "counts": plan.explained,
        "tables": sorted({leaf.name for leaf in leaves(question.rows) if isinstance(leaf, Table)}),
        "groups": [str(key.formula) for key in question.keys],
        "statistics": [f"{cell.sql}({cell.formula or '*'})" for cell in question.cells],
        "limits": _limits(question, catalog),
        "parts": [
            {"measures": part.measurement.name, "reach": part.reach.l1, "mechanism": one.event.as_json()}
            for part, one in zip(plan.parts, noise, strict=True)
        ],
        "price": {"units": price.units, "delta_units": price.delta_units},
        "says nothing about": list(SILENT),
        "written by": f"diffident {diffident.__version__}",
    }


def _limits(question: Question, catalog: Catalog) -> list[Mapping[str, object]]:
    """Return the declared limits of each column that is aggregated, with their sources."""
    known = facts_of(question.rows, catalog)
    names = dict.fromkeys(name for cell in question.cells if cell.formula for name in columns_of(cell.formula))
    bounded = {name: known[name].bounds for name in names}
    return [
        {"column": name, "low": plain(bounds.low), "high": plain(bounds.high), "source": bounds.source}
        for name, bounds in bounded.items()
        if bounds is not None
    ]
