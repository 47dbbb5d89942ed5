# SPDX-License-Identifier: Apache-2.0
"""A private value tells nothing to anybody but a mechanism."""

import copy
import json
import math
import operator
import pickle
import weakref
from dataclasses import FrozenInstanceError, asdict, astuple, dataclass, fields, replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.privacy.private import Private, PrivateValue
from diffident.privacy.unseal import unseal

SEALED = [Private(value) for value in (12, 0, None, "alice", [1, 2], np.arange(3), np.float64(2), Fraction(1, 3), True)]
OTHERS = [1, 1.5, "alice", Fraction(1, 2), Decimal(1), np.arange(3), np.int64(2), Private(12), None]

QUESTIONS = {
    "bool": bool,
    "not": operator.not_,
    "len": len,
    "iter": iter,
    "next": next,
    "list": list,
    "unpack": lambda x: [*x],
    "reversed": reversed,
    "item": lambda x: x[0],
    "slice": lambda x: x[:1],
    "contains": lambda x: 1 in x,
    "set item": lambda x: operator.setitem(x, 0, 1),
    "int": int,
    "float": float,
    "complex": complex,
    "index": operator.index,
    "range": range,
    "round": round,
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "minus": operator.neg,
    "plus": operator.pos,
    "abs": abs,
    "invert": operator.invert,
    "hash": hash,
    "set": lambda x: {x},
    "key": lambda x: {x: 1},
    "f-string": lambda x: f"{x}",
    "padded f-string": lambda x: f"{x:>3}",
    "format": "{}".format,
    "bytes": bytes,
    "sum": sum,
    "max": max,
    "sorted": sorted,
    "min of two": lambda x: min(x, x),
    "json": json.dumps,
    "pickle": pickle.dumps,
    "old pickle": lambda x: pickle.dumps(x, protocol=0),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "state": lambda x: x.__getstate__(),
    "reduce": lambda x: x.__reduce__(),
    "weak reference": weakref.ref,
    "call": lambda x: x(),
    "with": lambda x: x.__enter__(),
    "vars": vars,
    "fields": fields,
    "asdict": asdict,
    "astuple": astuple,
    "replace": replace,
    "array": np.array,
    "array of a list": lambda x: np.array([x], dtype=float),
    "asarray": np.asarray,
    "exp": np.exp,
    "numpy sum": np.sum,
    "concatenate": lambda x: np.concatenate([x, x]),
    "numpy equal": lambda x: np.equal(x, 1),
    "memoryview": memoryview,
    "isnan": math.isnan,
    "exponential": math.exp,
}

OPERATORS = [
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge,
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, divmod, operator.pow,
    operator.and_, operator.or_, operator.xor, operator.matmul, operator.lshift, operator.rshift,
    operator.iadd, operator.isub, operator.imul, operator.contains,
]  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS.keys())
@pytest.mark.parametrize("sealed", SEALED, ids=range(len(SEALED)))
def test_no_question_is_answered(sealed, question):
    with pytest.raises((TypeError, AttributeError)) as refused:
        question(sealed)
    assert "alice" not in str(refused.value)


@pytest.mark.parametrize("operation", OPERATORS, ids=lambda operation: operation.__name__)
@pytest.mark.parametrize("other", OTHERS, ids=range(len(OTHERS)))
def test_nothing_can_be_computed_or_compared_from_either_side(operation, other):
    for sealed in SEALED:
        for pair in ((sealed, other), (other, sealed)):
            if operation is operator.mod and isinstance(pair[0], str):
                continue  # text formatting: what it prints is no more than repr shows
            with pytest.raises(TypeError):
                operation(*pair)


def test_comparing_inside_a_container_is_a_comparison():
    with pytest.raises(PrivateValue):
        [Private(1)].index(1)
    with pytest.raises(PrivateValue):
        assert Private(1) in [2, 3]


def test_it_prints_alike_whatever_is_inside():
    assert {repr(sealed) for sealed in SEALED} == {"Private(...)"}
    assert {str(sealed) for sealed in SEALED} == {"Private(...)"}


def matched(sealed):
    match sealed:
        case Private(12):
            return True
    return False


def test_no_pattern_looks_inside():
    with pytest.raises(TypeError):
        matched(Private(12))


def test_it_cannot_be_changed_or_emptied():
    sealed = Private(12)
    with pytest.raises(FrozenInstanceError):
        sealed._value = 13
    with pytest.raises(FrozenInstanceError):
        del sealed._value
    with pytest.raises(FrozenInstanceError):
        sealed.more = 1


def test_it_does_not_leave_inside_something_larger():
    @dataclass
    class Row:
        stay: Private[int]

    with pytest.raises(PrivateValue):
        asdict(Row(Private(3)))
    with pytest.raises(PrivateValue):
        pickle.dumps([1, Private(3)])
    with pytest.raises(PrivateValue):
        copy.deepcopy({"stay": Private(3)})


def test_the_refusal_is_one_of_ours_and_says_what_to_do():
    with pytest.raises(Refused, match=r"private_value.*Release it with a mechanism"):
        bool(Private(0))


def test_a_mechanism_gets_the_very_thing():
    rows = [1, 2]
    assert unseal(Private[list[int]](rows)) is rows
