# SPDX-License-Identifier: Apache-2.0
"""The keys of a curator file, table by table, and of which kind each value is. docs/curator-file.md explains them."""

from collections.abc import Mapping
from typing import Final

from diffident.curator.statements import Known

LIMITS: Final = ("rows_per_person", "groups_per_person", "rows_per_group")
TOP: Final[Known] = {
    "name": str,
    "promise": dict,
    "person": str,
    "ledger": str,
    "engine": str,
    "deadline": object,
    "tables": dict,
    "purposes": dict,
    "notices": dict,
}
PROMISE: Final[Known] = dict.fromkeys(("epsilon", "delta", "typical"), object)
PURPOSE: Final[Known] = {"epsilon": object}
TABLE: Final[Known] = {
    "data": str,
    "person": object,
    "each_row": bool,
    "public": bool,
    "columns": dict,
    "expected_people": object,
    "shape": dict,
    **dict.fromkeys(LIMITS, object),
}
ALONG: Final[Known] = {"column": str, "table": str, "key": str}
COLUMN: Final[Known] = {
    "bounds": list,
    "categories": object,
    "hidden": bool,
    "minimum": object,
    "other": object,
    "unit": str,
    "source": str,
}
LIST: Final[Known] = {"table": str, "file": str, "column": str}
PEOPLE: Final[Known] = {"value": object, "source": str}
LISTED: Final = ("purposes", "personal_data", "recipients")
NOTICE: Final[Known] = {
    "language": str,
    "text": str,
    **dict.fromkeys(LISTED, list),
    "controllers": list,
    "storage": str,
    "retention": str,
    "jurisdiction": str,
    "withdrawal": str,
    "days": object,
}
REACHED: Final = ("name", "address", "contact")
PARTY: Final[Known] = {**dict.fromkeys(REACHED, str), "kind": str}
ENGINES: Final = ("duckdb",)
PARTS: Final[Mapping[str, Known]] = {  # each table by its place in a file
    "": TOP,
    "promise": PROMISE,
    "purposes.NAME": PURPOSE,
    "notices.VERSION": NOTICE,
    "notices.VERSION.controllers": PARTY,
    "tables.NAME": TABLE,
    "tables.NAME.person": ALONG,
    "tables.NAME.expected_people": PEOPLE,
    "tables.NAME.columns.COLUMN": COLUMN,
    "tables.NAME.columns.COLUMN.categories": LIST,
}
