# SPDX-License-Identifier: Apache-2.0
"""From text to a syntax tree, behind guards of size and depth."""

import threading
from typing import Final

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.expressions.core import Expression as Node

from diffident.errors import Refused

LONGEST: Final = 64 * 1024
DEEPEST: Final = 24
OPENING: Final = "([{"
CLOSING: Final = ")]}"


class SqlTooLarge(Refused):
    """Text that nobody writes by hand, and that would cost a parser more than it should."""

    code = "sql_too_large"
    sentence = "This text is longer than {length} characters or nests deeper than {depth} brackets."
    remedy = "Ask several smaller questions."


class SqlNotRead(Refused):
    """Text that is no SQL."""

    code = "sql_not_read"
    sentence = "This is not SQL that can be read{near}."
    remedy = "Write one SELECT, for example SELECT COUNT(*) AS n FROM visits."


class NotAnswered(Refused):
    """SQL that is read and means something, but no statistic that can be answered."""

    code = "not_answered"
    sentence = "{what} is not answered."
    remedy = "The page docs/sql.md lists what is."


def parsed(text: object) -> Node:
    """Return the one statement of a text."""
    if not isinstance(text, str) or "\0" in text:
        raise SqlNotRead(near="")
    if len(text) > LONGEST or _depth(text) > DEEPEST:
        raise SqlTooLarge(length=LONGEST, depth=DEEPEST)
    found: list[Node | None] = []
    thread = threading.Thread(target=_parse, args=(text, found))  # a stack of its own: the parser recurses
    thread.start()
    thread.join()
    if len(found) != 1 or found[0] is None:
        raise SqlNotRead(near="" if len(found) < 2 else ": it is more than one statement")
    return found[0]


def fragment(text: object) -> Node:
    """Return the one formula that a piece of text is, such as a condition of a chain."""
    select = parsed(f"SELECT {text}" if isinstance(text, str) else text)
    if not isinstance(select, exp.Select) or len(select.expressions) != 1:
        raise SqlNotRead(near="")
    only(select, "expressions")
    found: Node = select.expressions[0]
    return found


def only(node: Node, *names: str) -> None:
    """Refuse a node that says more than these of its parts: what is not read is not passed over."""
    more = [name for name, part in node.args.items() if part and name not in names]
    if more:
        raise NotAnswered(what=f"{node.key.upper()} with {more[0].strip('_').upper()}")


def _parse(text: str, found: list[Node | None]) -> None:
    try:
        found += sqlglot.parse(text, dialect="duckdb")  # type: ignore[arg-type]  # every statement is an Expression
    except (SqlglotError, RecursionError):
        found.clear()


def _depth(text: str) -> int:
    """Return how deeply brackets nest, counting those in quotes too."""
    depth = deepest = 0
    for sign in text:
        depth += (sign in OPENING) - (sign in CLOSING)
        deepest = max(deepest, depth)
    return deepest
