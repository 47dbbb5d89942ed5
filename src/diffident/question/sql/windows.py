# SPDX-License-Identifier: Apache-2.0
"""Windows as SQL writes them: counts added up along an ordered key of the answer."""

from dataclasses import dataclass
from typing import Final

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node

from diffident.question.aggregates import WindowCount
from diffident.question.expression import Expression
from diffident.question.sql.scope import Scope
from diffident.question.sql.unanswered import NotAnswered, only

INSTEAD: Final = (
    "Write SUM(COUNT(*)) OVER (ORDER BY day), with PARTITION BY for all other keys and, if wanted, "
    "ROWS BETWEEN 6 PRECEDING AND CURRENT ROW."
)
LONGEST: Final = 4  # digits of a number of groups


@dataclass(frozen=True, slots=True)
class Window:
    """Along which key, in each combination of which others, from so many groups before to so many behind; None is all."""

    axis: Expression
    others: tuple[Expression, ...]
    before: int | None
    after: int | None

    def counting(self, formula: Expression | None) -> WindowCount:
        """Return the number of rows, or of those where a formula is known, in the window around each group."""
        return WindowCount(formula, self.axis, self.others, self.before, self.after)


def window_of(node: exp.Window, scope: Scope) -> tuple[Node, Window]:
    """Return what is added up, and the window."""
    only(node, "this", "partition_by", "order", "spec", "over")
    order: Node | None = node.args.get("order")
    if not isinstance(node.this, exp.Sum) or order is None or len(order.expressions) != 1:
        raise NotAnswered(what="This window", instead=INSTEAD)
    only(node.this, "this")
    only(order, "expressions")
    (by,) = order.expressions
    if by.args.get("desc"):
        raise NotAnswered(what="A window that runs down", instead=INSTEAD)
    only(by, "this", "nulls_first")
    others = tuple(scope.formulas.read(each) for each in node.args.get("partition_by") or ())
    return node.this.this, Window(scope.formulas.read(by.this), others, *_ends(node.args.get("spec")))


def _ends(spec: Node | None) -> tuple[int | None, int | None]:
    """Return how far a window reaches: everything up to the row itself, unless it says something else."""
    if spec is None:
        return None, 0
    only(spec, "kind", "start", "start_side", "end", "end_side")
    start, end = (_groups(spec.args.get(name)) for name in ("start", "end"))
    sides = (spec.args.get("start_side"), spec.args.get("end_side"))
    is_usual = spec.args.get("kind") == "ROWS" or (start, end) == (None, 0)
    if not is_usual or sides[0] == "FOLLOWING" or sides[1] == "PRECEDING":
        raise NotAnswered(what="This window", instead=INSTEAD)
    return start, end


def _groups(end: Node | str | None) -> int | None:
    """Return how many groups away an end is, None for all of them."""
    if end == "UNBOUNDED":
        return None
    if end is None or end == "CURRENT ROW":
        return 0
    text = end.this if isinstance(end, exp.Literal) and not end.is_string else ""
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST):
        raise NotAnswered(what="This window", instead=INSTEAD)
    return int(text)
