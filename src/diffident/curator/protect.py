# SPDX-License-Identifier: Apache-2.0
"""The short way to a curator: one table, one promise."""

import os
from collections.abc import Mapping
from pathlib import Path

from diffident.curator.curator import Curator
from diffident.curator.declaration import Declared
from diffident.privacy.accounting.budget import Budget
from diffident.question.catalog import Person


def protect(  # noqa: PLR0913 - facts of a table, all by name
    data: object,
    *,
    name: str,
    person: Person,
    budget: Budget,
    rows_per_person: object = None,
    groups_per_person: object = None,
    rows_per_group: object = None,
    columns: Mapping[str, Declared] | None = None,
    expected_people: object = None,
    shape: object = None,
    ledger: object = None,
    new_version: bool = False,
) -> Curator:
    """Return a curator of one table."""
    beside = Path(data).resolve().parent if isinstance(data, str | os.PathLike) else None
    curator = Curator(name=name, budget=budget, ledger=ledger, person=str(person), folder=beside)
    return curator.add(
        data,
        name=name,
        person=person,
        rows_per_person=rows_per_person,
        groups_per_person=groups_per_person,
        rows_per_group=rows_per_group,
        columns=columns,
        expected_people=expected_people,
        shape=shape,
        new_version=new_version,
    )
