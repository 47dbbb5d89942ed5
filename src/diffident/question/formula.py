# SPDX-License-Identifier: Apache-2.0
"""Building formulas: only from functions of the table, of kinds that fit, and not too large."""

from collections.abc import Mapping, Sequence
from typing import Final

from diffident.errors import Refused
from diffident.question.expression import Call, Column, Expression, Kind, Literal
from diffident.question.functions import FUNCTIONS
from diffident.question.signature import Kinds, alike

DEEPEST: Final = 24  # formulas in formulas
LARGEST: Final = 1000  # parts of one formula


class FunctionMisused(Refused):
    """A function applied to what it does not take."""

    code = "function_misused"
    sentence = "{function} cannot be applied to {kinds}."
    remedy = "{takes} Convert with CAST(... AS DOUBLE), BIGINT, VARCHAR or DATE."


class FormulaTooLarge(Refused):
    """A formula with more parts, or deeper, than anybody writes by hand."""

    code = "formula_too_large"
    sentence = "This formula is larger than {parts} parts or deeper than {depth} levels."
    remedy = "Split the question, or prepare a column beforehand."


CONVERSIONS: Final[Mapping[tuple[Kind | None, Kind | None], str]] = {
    (Kind.INTEGER, Kind.NUMBER): "as number",
    (Kind.DATE, Kind.MOMENT): "as moment",
}
COMPUTES: Final = {
    "+",
    "-",
    "*",
    "/",
    "%",
    "negative",
    "abs",
    "floor",
    "ceil",
    "round",
    "sqrt",
    "ln",
    "exp",
    "power",
    "as integer",
}


def kind_of(expression: Expression, columns: Mapping[str, Kind]) -> Kind | None:
    """Return the kind of a formula over columns of these kinds, or None for NULL."""
    match expression:
        case Column(name):
            return columns[name]
        case Literal(_, kind):
            return kind
        case Call(function, arguments):
            return FUNCTIONS[function].gives([kind_of(argument, columns) for argument in arguments])


def call(function: str, *arguments: Expression, columns: Mapping[str, Kind]) -> Call:
    """Return a function applied to formulas, integers turned into numbers where numbers are due, or refuse.

    >>> str(call("+", Literal.of(1), Literal.of(0.5), columns={}))
    '1.0 + 0.5'
    """
    row, kinds = FUNCTIONS[function], [kind_of(argument, columns) for argument in arguments]
    if row.gives(kinds) is None:
        said = ", ".join("NULL" if kind is None else kind.value for kind in kinds) or "nothing"
        raise FunctionMisused(function=function.upper(), kinds=said, takes=row.takes)
    return _not_too_large(Call(function, tuple(_due(function, arguments, kinds))))


def _due(function: str, arguments: Sequence[Expression], kinds: Kinds) -> list[Expression]:
    """Return the arguments in the kind that the function needs all of them in."""
    values = [*kinds[1::2], kinds[-1]] if function == "case" else kinds
    common = Kind.NUMBER if function in COMPUTES else alike(values)
    wanted = [(kind, common) for kind in kinds]
    return [
        _converted(argument, CONVERSIONS[pair]) if pair in CONVERSIONS else argument
        for argument, pair in zip(arguments, wanted, strict=True)
    ]


def _converted(argument: Expression, function: str) -> Expression:
    """Return a formula in another kind: a number that somebody wrote stays one, and limits stay around what they limit."""
    match argument:
        case Literal(int() as value, Kind.INTEGER):
            return Literal.of(float(value))
        case Call("greatest" | "least" as outer, arguments):
            return Call(outer, tuple(_converted(each, function) for each in arguments))
        case _:
            return Call(function, (argument,))


def _not_too_large(formula: Call) -> Call:
    parts, depth = _size(formula)
    if parts > LARGEST or depth > DEEPEST:
        raise FormulaTooLarge(parts=LARGEST, depth=DEEPEST)
    return formula


def _size(expression: Expression) -> tuple[int, int]:
    """Return how many parts a formula has, and how deep it is."""
    if not isinstance(expression, Call):
        return 1, 1
    sizes = [_size(argument) for argument in expression.arguments]
    return 1 + sum(parts for parts, _ in sizes), 1 + max((depth for _, depth in sizes), default=0)
