# SPDX-License-Identifier: Apache-2.0
"""What a question's own text asks for, within the policy: it may narrow what was declared, and never widen it."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from diffident.curator.wanted import HOW, Wanted
from diffident.errors import Refused
from diffident.exact.number import whole
from diffident.question.catalog import Catalog, TableFacts

if TYPE_CHECKING:
    from diffident.question.frame import Chain
    from diffident.question.sql.google import Spoken

EXPLAIN: Final = re.compile(r"\s*EXPLAIN\s+", re.IGNORECASE)
PUBLIC: Final = "PUBLIC_GROUPS"
STRATEGIES: Final = ("LAPLACE_THRESHOLD", PUBLIC)


class PolicyDiffers(Refused):
    """A text that asks for something else than was declared."""

    code = "policy_differs"
    sentence = "{option} of this text is {given}, and {declared} was declared."
    remedy = "Leave it out, or ask whoever declared the table; a question may narrow limits, not move them."


class SaidTwice(Refused):
    """A price in the text and another beside it."""

    code = "said_twice"
    sentence = "This text asks for {option} {given}, and beside it something else was said."
    remedy = "Say it once: in OPTIONS(...), or beside the question."


class ExplainIsFree(Refused):
    """A question that is only to be explained, where it would be paid for."""

    code = "explain_is_free"
    sentence = "EXPLAIN shows price and error, and answers nothing."
    remedy = "Ask for the preview of it: curator.preview(...), or diffident preview."


def said_in(asked: "str | Chain", wanted: Wanted) -> Wanted:
    """Return what is wanted, with the price that the text itself names if nothing is said beside it."""
    if isinstance(asked, str) and EXPLAIN.match(asked):
        raise ExplainIsFree
    found = _spoken(asked)
    told: Wanted = {**wanted}
    for option in ("epsilon", "delta"):
        if option in found.options:
            if wanted.get(option, found.options[option]) != found.options[option] or wanted.keys() & (HOW - {option}):
                raise SaidTwice(option=option, given=found.options[option][:40])
            told = {**told, option: found.options[option]}  # type: ignore[misc]  # one of two known names
    return told


def explained(asked: "str | Chain") -> "str | Chain":
    """Return the question behind EXPLAIN."""
    return EXPLAIN.sub("", asked) if isinstance(asked, str) else asked


def narrowed(catalog: Catalog, asked: "str | Chain") -> Catalog:
    """Return the catalog with the limits that a question sets itself, none of them wider than declared.

    Guarantee:
        No person counts in more groups than was declared.
    Because:
        Of both numbers the smaller is taken, table by table, for every grouping.
    Checked by: tests/curator/test_override.py::test_a_question_narrows_limits_and_never_widens_them
    """
    options = _spoken(asked).options
    if not options:
        return catalog
    tables = {name: table if table.is_public else _within(table, options) for name, table in catalog.tables.items()}
    return Catalog(tables)


def _spoken(asked: "str | Chain") -> "Spoken":
    from diffident.question.sql.google import Spoken, spoken  # noqa: PLC0415 - slow to import

    return spoken(asked) if isinstance(asked, str) else Spoken("")


def _within(table: TableFacts, said: Mapping[str, str]) -> TableFacts:
    person = said.get("privacy_unit_column", table.person)
    if isinstance(table.person, str) and str(person).casefold() != table.person.casefold():
        raise PolicyDiffers(option="privacy_unit_column", given=ascii(person)[:40], declared=table.person)
    strategy = said.get("group_selection_strategy", PUBLIC).upper()
    if strategy not in STRATEGIES:
        raise PolicyDiffers(
            option="group_selection_strategy", given=ascii(strategy)[:40], declared=" or ".join(STRATEGIES)
        )
    hidden = [name for name, column in table.columns.items() if column.categories and column.categories.hidden]
    if "group_selection_strategy" in said and strategy == PUBLIC and hidden:
        raise PolicyDiffers(option="group_selection_strategy", given=PUBLIC, declared=f"{hidden[0]} as hidden")
    if "max_groups_contributed" not in said:
        return table
    most = whole(said["max_groups_contributed"], name="max_groups_contributed", at_least=1)
    by = {key: min(many, most) for key, many in table.groups_by.items()}
    return replace(table, groups_per_person=min(table.groups_per_person, most), groups_by=by)
