# SPDX-License-Identifier: Apache-2.0
"""From text to a syntax tree, behind guards of size and depth."""

import re
import threading
from typing import Final

from sqlglot import exp
from sqlglot.dialects.duckdb import DuckDB
from sqlglot.expressions.core import Expr as Node
from sqlglot.tokenizer_core import TokenType

from diffident.errors import Refused
from diffident.question.sql.unanswered import NotAnswered, only

LONGEST: Final = 64 * 1024
DEEPEST: Final = 24  # brackets in brackets
DEEPEST_TREE: Final = 100  # parts in parts: chains of + are as deep as they are long
MOST_LISTED: Final = 1000
BRACKETS: Final = re.compile(r"[()\[\]{},;]")
DIALECT: Final = DuckDB()
BEGINS: Final = {TokenType.SELECT, TokenType.WITH, TokenType.FROM}


class SqlTooLarge(Refused):
    """Text that nobody writes by hand, and that would cost a parser more than it should."""

    code = "sql_too_large"
    sentence = (
        "This text is longer than {length} characters, nests deeper than {depth} brackets, or lists more than {listed}."
    )
    remedy = "Ask several smaller questions, or put a long list into a public table and join it."

    def __init__(self, **facts: object) -> None:
        super().__init__(**{"length": LONGEST, "depth": DEEPEST, "listed": MOST_LISTED, **facts})


class SqlNotRead(Refused):
    """Text that is no SQL."""

    code = "sql_not_read"
    sentence = "This is not SQL that can be read."
    remedy = "Write one SELECT, for example SELECT COUNT(*) AS n FROM visits."


def parsed(text: object) -> Node:
    """Return the one statement of a text, a SELECT or what is made of some."""
    if not isinstance(text, str) or "\0" in text:
        raise SqlNotRead
    if len(text) > LONGEST or _is_deep(text):
        raise SqlTooLarge
    found: list[Node | Refused] = []
    thread = threading.Thread(target=_attempt, args=(text, found))  # a stack of its own: the parser recurses
    thread.start()
    thread.join()
    (outcome,) = found
    if isinstance(outcome, Refused):
        raise outcome
    return outcome


def fragment(text: object) -> Node:
    """Return the one formula that a piece of text is, such as a condition of a chain."""
    select = parsed(f"SELECT {text}" if isinstance(text, str) else text)
    if not isinstance(select, exp.Select) or len(select.expressions) != 1:
        raise SqlNotRead
    only(select, "expressions")
    found: Node = select.expressions[0]
    return found


def ordering(text: object) -> list[Node]:
    """Return the columns that a piece of text orders by, such as n DESC."""
    select = parsed(f"SELECT 1 ORDER BY {text}" if isinstance(text, str) else text)
    order = select.args.get("order")
    if not isinstance(select, exp.Select) or order is None or len(select.expressions) != 1:
        raise SqlNotRead
    only(select, "expressions", "order")
    found: list[Node] = order.expressions
    return found


def _attempt(text: str, found: list[Node | Refused]) -> None:
    try:
        found.append(_statement(text))
    except Refused as refused:
        found.append(refused)
    except RecursionError:
        found.append(SqlTooLarge())
    except Exception:  # noqa: BLE001 - whatever a parser stumbles over is no SQL
        found.append(SqlNotRead())


def _statement(text: str) -> Node:
    tokens = DIALECT.tokenize(text)
    first = next((token for token in tokens if token.token_type is not TokenType.L_PAREN), None)
    if first is None or first.token_type not in BEGINS:
        raise NotAnswered(what="Anything but one SELECT", instead="Write SELECT COUNT(*) AS n FROM visits.")
    trees = DIALECT.parser().parse(tokens, text)
    if len(trees) != 1 or trees[0] is None:
        raise SqlNotRead
    if _depth(trees[0]) > DEEPEST_TREE:
        raise SqlTooLarge
    return trees[0]


def _is_deep(text: str) -> bool:
    """Return whether brackets nest too deeply or hold too many parts, counting those in quotes too."""
    commas = [0]
    for sign in BRACKETS.findall(text):
        if sign == ",":
            commas[-1] += 1
        elif sign in "([{":
            commas.append(0)
        elif len(commas) > 1:
            commas.pop()
        if len(commas) > DEEPEST + 1 or commas[-1] >= MOST_LISTED:
            return True
    return False


def _depth(tree: Node) -> int:
    """Return how deep a tree is; a chain of conditions joined by one word counts as one part."""
    deepest, open_ = 0, [(tree, 1)]
    while open_:
        node, depth = open_.pop()
        deepest = max(deepest, depth)
        is_chain = isinstance(node, exp.And | exp.Or)
        open_ += [(child, depth + (not (is_chain and type(child) is type(node)))) for child in node.iter_expressions()]
    return deepest
