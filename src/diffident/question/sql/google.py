# SPDX-License-Identifier: Apache-2.0
"""GoogleSQL's clause of differential privacy: what it asks for is lifted out of the text, and what is left is plain SQL.

    SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 0.5, max_groups_contributed = 2)
      ward, AVG(stay, contribution_bounds_per_row => (0, 30)) AS stay FROM visits GROUP BY ward

Bounds of a row become GREATEST(0, LEAST(30, stay)); those of a group limit what each person adds to it, by a subquery of
the person's own statistics. Both only narrow what the policy allows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from sqlglot import exp
from sqlglot.expressions.core import Expr as Node
from sqlglot.tokenizer_core import Token, TokenType

from diffident.errors import Refused
from diffident.question.sql.parse import DIALECT, LONGEST, SqlNotRead
from diffident.question.sql.unanswered import NotAnswered, written

Cut: TypeAlias = tuple[int, int, str]  # from where to where, and what stands there instead
CLAUSE: Final = ["SELECT", "WITH", "DIFFERENTIAL_PRIVACY"]
OLDER: Final = (["WITH", "ANONYMIZATION"], ["CLAMPED", "BETWEEN"])
SPEAKS: Final = re.compile(
    r"\b(DIFFERENTIAL_PRIVACY|ANONYMIZATION|CONTRIBUTION_BOUNDS_PER_\w+|CLAMPED)\b", re.IGNORECASE
)
OPTIONS: Final = {
    "epsilon",
    "delta",
    "max_groups_contributed",
    "privacy_unit_column",
    "group_selection_strategy",
}
PER_ROW: Final = "DP_BOUNDED_PER_ROW"
PER_GROUP: Final = "DP_BOUNDED_PER_GROUP"
BOUNDED: Final = {"CONTRIBUTION_BOUNDS_PER_ROW": PER_ROW, "CONTRIBUTION_BOUNDS_PER_GROUP": PER_GROUP}
OLD: Final = "Write SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(...) and contribution_bounds_per_row => (0, 60)."


class OptionUnknown(Refused):
    """An option of the clause that has no meaning here."""

    code = "option_unknown"
    sentence = "{given} is no option of WITH DIFFERENTIAL_PRIVACY here."
    remedy = "Known are: {known}."


@dataclass(frozen=True, slots=True)
class Spoken:
    """A question in plain SQL, and what its text asked for besides."""

    text: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])


def spoken(text: str) -> Spoken:
    """Return a text without what only this dialect says.

    >>> spoken("SELECT WITH DIFFERENTIAL_PRIVACY OPTIONS(epsilon = 1) COUNT(*) FROM t")
    Spoken(text='SELECT  COUNT(*) FROM t', options={'epsilon': '1'})
    """
    if len(text) > LONGEST or not SPEAKS.search(text):  # what is too long is refused by whoever parses it
        return Spoken(text)
    try:
        return _spoken(text, DIALECT.tokenize(text))
    except Refused:
        raise
    except Exception:  # noqa: BLE001 - whatever a tokenizer stumbles over is no SQL, nor is what ends too early
        raise SqlNotRead from None


def _spoken(text: str, tokens: Sequence[Token]) -> Spoken:
    cuts, options = list[Cut](), dict[str, str]()
    for place, token in enumerate(tokens):
        words = [each.text.upper() for each in tokens[place : place + 3]]
        if words[:2] in OLDER:
            raise NotAnswered(what="The older form of this clause", instead=OLD)
        if words == CLAUSE:
            options, end = _options(tokens, place + 3)
            cuts.append((tokens[place + 1].start, end, ""))
        elif token.token_type is TokenType.VAR and words[0] in BOUNDED:
            cuts += _moved(text, tokens, place)
    return Spoken(_cut(text, cuts), options)


def _options(tokens: Sequence[Token], place: int) -> tuple[dict[str, str], int]:
    """Return the options that follow, and where their text ends; there may be none."""
    if [token.text.upper() for token in tokens[place : place + 2]] != ["OPTIONS", "("]:
        return {}, tokens[place - 1].end + 1
    found, place = dict[str, str](), place + 2
    while tokens[place].token_type is not TokenType.R_PAREN:
        name, value, place = _option(tokens, place)
        if name in found:
            raise OptionUnknown(given=f"A second {name}", known=", ".join(sorted(OPTIONS)))
        found[name] = value
    return found, tokens[place].end + 1


def _option(tokens: Sequence[Token], place: int) -> tuple[str, str, int]:
    """Return one option, and where the next begins."""
    name, equals, value, after = tokens[place : place + 4]
    if equals.token_type is not TokenType.EQ or after.text not in {",", ")"}:
        raise SqlNotRead
    if name.text.lower() not in OPTIONS:
        raise OptionUnknown(given=written(name.text), known=", ".join(sorted(OPTIONS)))
    return name.text.lower(), value.text, place + 3 + (after.text == ",")


def _moved(text: str, tokens: Sequence[Token], place: int) -> Iterator[Cut]:
    """Yield what turns F(x, bounds => (0, 1)) into F(BOUNDED(x, 0, 1)): a beginning, and an end for the bounds."""
    arrow = [token.text for token in tokens[place + 1 : place + 3]]
    comma, close = tokens[place - 1], _closing(tokens, place + 2)
    if arrow != ["=>", "("] or comma.text != ",":
        raise SqlNotRead
    opening = _opening(tokens, place - 1)
    bounds = text[tokens[place + 2].end + 1 : tokens[close].start]
    yield tokens[opening].end + 1, tokens[opening].end + 1, f"{BOUNDED[tokens[place].text.upper()]}("
    first = _first_argument(tokens, opening)
    yield tokens[first].start, tokens[first].start, f", {bounds})"
    yield comma.start, tokens[close].end + 1, ""


def _closing(tokens: Sequence[Token], place: int) -> int:
    """Return where the bracket that opens here is closed."""
    depth = 0
    for at in range(place, len(tokens)):
        depth += (tokens[at].text == "(") - (tokens[at].text == ")")
        if depth == 0:
            return at
    raise SqlNotRead


def _opening(tokens: Sequence[Token], place: int) -> int:
    """Return where the bracket was opened that holds this place."""
    depth = 0
    for at in range(place, -1, -1):
        depth += (tokens[at].text == ")") - (tokens[at].text == "(")
        if depth < 0:
            return at
    raise SqlNotRead


def _first_argument(tokens: Sequence[Token], opening: int) -> int:
    """Return where the first argument after a bracket ends."""
    depth = 0
    for at in range(opening + 1, len(tokens)):
        if depth == 0 and tokens[at].text == ",":
            return at
        depth += (tokens[at].text == "(") - (tokens[at].text == ")")
    raise SqlNotRead


def _cut(text: str, cuts: Sequence[Cut]) -> str:
    for start, end, instead in sorted(cuts, reverse=True):
        text = text[:start] + instead + text[end:]
    return text


def plain(tree: Node, person: str | None) -> Node:
    """Return a tree without bounds of this dialect: they are formulas, or a subquery of each person's own rows."""
    if isinstance(tree, exp.Select) and any(_bounds(tree, PER_GROUP)):
        tree = _by_person(tree, person)
    for node in list(_bounds(tree, PER_ROW)):
        value, low, high = _arguments(node)
        node.replace(_clamped(value, low, high))
    return tree


def _bounds(tree: Node, name: str) -> Iterator[exp.Anonymous]:
    return (node for node in tree.find_all(exp.Anonymous) if str(node.this).upper() == name)


def _arguments(node: exp.Anonymous) -> tuple[Node, Node, Node]:
    if len(node.expressions) != 3:
        raise SqlNotRead
    value, low, high = node.expressions
    if isinstance(value, exp.Star):
        raise NotAnswered(what="COUNT(*) with bounds of each row", instead="A row counts as one; leave the bounds out.")
    return value, low, high


def _clamped(value: Node, low: Node, high: Node) -> Node:
    """Return a value kept within bounds, NULL staying what it is."""
    inner = exp.Greatest(this=low.copy(), expressions=[exp.Least(this=high.copy(), expressions=[value.copy()])])
    known = exp.Not(this=exp.Is(this=value.copy(), expression=exp.Null()))
    return exp.Paren(this=exp.Case(ifs=[exp.If(this=known, true=inner)]))


def _by_person(select: exp.Select, person: str | None) -> exp.Select:
    """Return a question of the statistics of each person in each group, every one of them within its bounds."""
    if person is None:
        raise NotAnswered(
            what="A bound of each person in a group", instead="Each row is a person here: bound each row."
        )
    group = select.args.get("group")
    keys = [] if group is None else group.expressions
    if not all(isinstance(key, exp.Column) for key in keys):
        raise NotAnswered(what="A bound of each person in a computed group", instead="Compute the group in a subquery.")
    inner = exp.Select(expressions=[exp.column(person, quoted=True), *(key.copy() for key in keys)])
    for clause in ("from_", "joins", "where", "with_"):
        inner.set(clause, select.args.get(clause) and _copied(select.args[clause]))
    inner.set("group", exp.Group(expressions=[exp.column(person, quoted=True), *(key.copy() for key in keys)]))
    outer = select.copy()
    for clause in ("joins", "where", "with_"):
        outer.set(clause, None)
    for place, node in enumerate(list(outer.find_all(exp.Sum, exp.Count, exp.Avg))):
        node.replace(_outside(node, inner, f"dp{place}"))
    source = exp.Subquery(this=inner, alias=exp.TableAlias(this=exp.to_identifier("each_person")))
    outer.set("from_", exp.From(this=source))
    for key in outer.find_all(exp.Column):
        key.set("table", None)
    return outer


def _outside(node: Node, inner: exp.Select, name: str) -> Node:
    """Return what is asked of a statistic that each person has, and put that into the subquery."""
    if not (isinstance(node.this, exp.Anonymous) and str(node.this.this).upper() == PER_GROUP):
        raise NotAnswered(
            what=f"{node.key.upper()} without bounds beside one with bounds of each group",
            instead="Give contribution_bounds_per_group to each statistic.",
        )
    if len(node.this.expressions) != 3:
        raise SqlNotRead
    value, low, high = node.this.expressions
    own = type(node)(this=value.copy())
    inner.append("expressions", exp.alias_(own, name))
    kind = exp.Avg if isinstance(node, exp.Avg) else exp.Sum
    return kind(this=_clamped(exp.column(name), low, high))


def _copied(part: object) -> object:
    return [each.copy() for each in part] if isinstance(part, list) else part.copy()  # type: ignore[attr-defined]  # a node
