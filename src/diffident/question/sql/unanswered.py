# SPDX-License-Identifier: Apache-2.0
"""What SQL can say and nobody answers here, each with what to ask instead."""

from collections.abc import Mapping
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.errors import Refused

LONGEST_SHOWN: Final = 60
SINGLE: Final = "It would be one person's value. Ask for AVG, or for how many people lie below some value."
PUBLIC: Final = "Declare the table that it reads, or join it as a public one."
ORDERED: Final = "Statistics of groups are answered: write GROUP BY in place of a window."
INSTEAD: Final[Mapping[type[Node], str]] = {
    **dict.fromkeys((exp.First, exp.Last, exp.AnyValue, exp.Mode), SINGLE),
    **dict.fromkeys((exp.ArrayAgg, exp.GroupConcat), "It would print what single rows hold. Ask for COUNT(*)."),
    **dict.fromkeys((exp.Window, exp.Qualify), ORDERED),
    **dict.fromkeys((exp.ReadCSV, exp.Anonymous), PUBLIC),
    **dict.fromkeys(
        (exp.Subquery, exp.Select, exp.Exists), "Join a subquery in FROM, on the person, in place of a value."
    ),
    exp.ILike: "Write LOWER(x) LIKE 'a%'.",
    exp.DayOfWeek: "Write ISODOW: 1 is Monday and 7 Sunday.",
    exp.CurrentDate: "Write the date itself, such as DATE '2026-11-19'.",
}


class NotAnswered(Refused):
    """SQL that is read and means something, but no statistic that can be answered."""

    code = "not_answered"
    sentence = "{what} is not answered."
    remedy = "{instead}"

    def __init__(self, *, what: str, instead: str = "The page docs/sql.md lists what is.") -> None:
        super().__init__(what=what, instead=instead)


def unanswered(node: Node) -> NotAnswered:
    """Return the refusal of a part of the tree that has no meaning here."""
    what = node.key.upper()
    if isinstance(node, exp.Func) and not isinstance(node, exp.Connector):
        what = f"{node.name if isinstance(node, exp.Anonymous) else node.sql_name()}()"
    instead = INSTEAD.get(type(node))
    return NotAnswered(what=written(what)) if instead is None else NotAnswered(what=written(what), instead=instead)


def only(node: Node, *names: str) -> None:
    """Refuse a node that says more than these of its parts: what is not read is not passed over."""
    more = [name for name, part in node.args.items() if part and name not in names]
    if more:
        raise NotAnswered(what=f"{node.key.upper()} with {more[0].strip('_').upper()}")


def written(text: str) -> str:
    """Return a piece of a question in few characters that every terminal can show."""
    seen = "".join(sign if sign.isprintable() else "#" for sign in text)
    return seen if len(seen) <= LONGEST_SHOWN else f"{seen[:LONGEST_SHOWN]}..."
