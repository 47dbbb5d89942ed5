# SPDX-License-Identifier: Apache-2.0
"""Every parameter of every mechanism meets bad inputs: each is refused, with its code, in the same words everywhere."""

import datetime as dt
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from diffident.exact.number import Delta, Epsilon, Rho
from diffident.privacy.mechanisms import (
    MECHANISMS,
    AboveThreshold,
    Exponential,
    Gaussian,
    GaussianThreshold,
    JointExponential,
    KeySelection,
    Laplace,
    LaplaceThreshold,
    NoisyTopK,
    PermuteAndFlip,
    RandomizedResponse,
)
from diffident.privacy.private import Private
from hostile.inputs import BAD, label, parameters, refusal_of

OF_KEYS = (KeySelection, LaplaceThreshold, GaussianThreshold)
CALLS = [  # every way to ask for a mechanism
    (RandomizedResponse, {"options": 3, "epsilon": 1}),
    (RandomizedResponse, {"options": 2, "stay": "0.75"}),
    (Laplace, {"sensitivity": 1, "epsilon": 1}),
    (Laplace, {"sensitivity": "1.5", "epsilon": 1, "grid": "0.5", "numbers_per_person": 2}),
    (Gaussian, {"sensitivity": 1, "rho": "0.1"}),
    (Gaussian, {"sensitivity_squared": 3, "epsilon": 1, "delta": "1e-6", "numbers_per_person": 3}),
    (Exponential, {"sensitivity": 1, "epsilon": 1, "monotone": True}),
    (PermuteAndFlip, {"sensitivity": 1, "epsilon": 1, "monotone": True}),
    (
        JointExponential,
        {"ranks": "0.5", "least": 0, "most": 9, "sensitivity": 1, "epsilon": 1, "groups": 2, "fine": 2},
    ),
    (NoisyTopK, {"count": 2, "sensitivity": 1, "epsilon": 1, "monotone": True}),
    (NoisyTopK, {"count": 2, "sensitivity": 1, "rho": "0.1"}),
    *((kind, {"epsilon": 1, "delta": "1e-6", "keys_per_person": 2, "minimum": 2}) for kind in OF_KEYS),
    (AboveThreshold, {"threshold": 10, "sensitivity": 1, "epsilon": 1, "positives": 2, "monotone": True}),
]
KINDS = {  # what each parameter is, by its name
    "epsilon": "epsilon",
    "rho": "rho",
    "delta": "delta",
    "options": "count",
    "sensitivity": "count",
    "sensitivity_squared": "positive",
    "grid": "positive",
    "numbers_per_person": "count",
    "count": "count",
    "positives": "count",
    "threshold": "whole",
    "least": "whole",
    "most": "whole",
    "groups": "count",
    "fine": "count",
    "ranks": "ranks",
    "keys_per_person": "count",
    "minimum": "count",
    "stay": "share",
    "monotone": "flag",
}
REAL = {(Laplace, "sensitivity", "grid"), (Gaussian, "sensitivity", "rho")}  # may be any positive number beside that
ERROR_KINDS = {
    "confidence": "share",
    "numbers": "count",
    "people": "count",
    "share": "share",
    "among": "count",
    "answers": "count",
    "sampled": "flag",
}
CASES = [(mechanism, call, name) for mechanism, call in CALLS for name in call]
ERROR_CASES = [
    (mechanism, call, name) for mechanism, call in CALLS for name in ["confidence", *parameters(mechanism.error)]
]
NAME = "Alice"


def test_every_mechanism_and_every_parameter_is_here():
    asked = {mechanism: set() for mechanism in MECHANISMS}
    for mechanism, call in CALLS:
        asked[mechanism] |= set(call)
    assert {mechanism: set(parameters(mechanism)) - {"sensitivity"} for mechanism in MECHANISMS} == {
        mechanism: names - {"sensitivity"} for mechanism, names in asked.items()
    }


def is_real(mechanism, call, name):
    return any((mechanism, name) == real[:2] and real[2] in call for real in REAL)


def named(value):
    return getattr(value, "__name__", value) if isinstance(value, type | str) else "-".join(value)


@pytest.mark.parametrize(("mechanism", "call", "name"), CASES, ids=named)
def test_a_bad_parameter_is_refused_with_its_code(mechanism, call, name):
    kind = "positive" if is_real(mechanism, call, name) else KINDS[name]
    wrong = [
        (label(value), code, refusal and refusal.code)
        for value, code in BAD[kind]
        for refusal in [refusal_of(lambda value=value: mechanism(**{**call, name: value}))]
        if refusal is None or refusal.code != code
    ]
    assert wrong == []


@pytest.mark.parametrize(("name", "number"), [("epsilon", Epsilon), ("rho", Rho), ("delta", Delta)])
def test_the_words_are_the_same_everywhere(name, number):
    calls = [(mechanism, call) for mechanism, call, asked in CASES if asked == name]
    for value, _ in BAD[name]:
        expected = refusal_of(lambda value=value: number.of(value))
        found = [refusal_of(lambda m=m, call=call, value=value: m(**{**call, name: value})) for m, call in calls]
        assert {str(refusal) for refusal in found} == {str(expected)}


@pytest.mark.parametrize(("mechanism", "call", "name"), ERROR_CASES, ids=named)
def test_a_bad_question_about_the_error_is_refused_with_its_code(mechanism, call, name):
    built = mechanism(**call)
    values = [pair for pair in BAD[ERROR_KINDS[name]] if pair[0] is not None]
    if name == "confidence":
        values = [*values, *((value, "number_out_of_range") for value in (0, 1, -0.1, 1.1))]
    wrong = [
        (label(value), code, refusal and refusal.code)
        for value, code in values
        for refusal in [refusal_of(lambda value=value: built.error(**{name: value}))]
        if refusal is None or refusal.code != code
    ]
    assert wrong == []


@pytest.mark.parametrize(("mechanism", "call"), CALLS, ids=named)
@pytest.mark.parametrize("confidence", ["1e-900", "0." + "9" * 900, 1e-300, 0.9999999999999999])
def test_an_extreme_confidence_is_answered_or_refused(mechanism, call, confidence):
    refusal_of(lambda: mechanism(**call).error(confidence))


@pytest.mark.parametrize(("mechanism", "call", "name"), CASES, ids=named)
def test_an_extreme_parameter_is_answered_or_refused(mechanism, call, name):
    """Whatever passes the gate of one parameter must not blow up behind it, together with the others."""
    for value in [2**62, 2**62 + 1, 10**15, 10**18, 2**53, "1e300", "1e900", "1e-900", "0.999999999999", "1e-9", 10, 2]:
        refusal_of(lambda value=value: used(mechanism, {**call, name: value}))


CORNERS = {  # the ends of what each kind of parameter may be
    "epsilon": [Fraction(1, 2**30), 10],
    "rho": [Fraction(1, 2**30), 2],
    "delta": [Fraction(1, 2**60), "1e-5"],
    "count": [1, 2, 10**6, 10**15],
    "whole": [-(10**15), 10**15],
    "positive": ["1e-300", 1, "1e300"],
    "share": ["1e-300", 1 - Fraction(1, 2**60)],
    "ranks": ["0", "0.5 1"],
    "flag": [False, True],
}


@pytest.mark.parametrize(("mechanism", "call"), CALLS, ids=named)
def test_the_corners_of_all_parameters_together_are_answered_or_refused(mechanism, call):
    kinds = ["positive" if is_real(mechanism, call, name) else KINDS[name] for name in call]
    for corner in product(*(CORNERS[kind] for kind in kinds)):
        refusal_of(lambda corner=corner: used(mechanism, dict(zip(call, corner, strict=True))))


def used(mechanism, call):
    built = mechanism(**call)
    assert built.event.as_json()
    assert repr(built)
    assert built.loss is not None
    assert built.error() >= 0
    return built


def nested(inner, depth):
    """Return something within itself, so many times."""
    for _ in range(depth):
        inner = type(inner)([inner])
    return inner


VALUES = [
    None,
    NAME,
    [NAME],
    [None],
    [1, None],
    [4321987.5],
    [0.1, 0.2],
    [float("nan")],
    [float("inf"), 1],
    [],
    [[]],
    [[1], [2, 3]],
    [[1, 2], [3, 4]],
    [np.zeros((2, 2)), np.zeros((2, 3))],
    nested([], 50),
    np.zeros((2, 0)),
    np.zeros((1, 1, 1), np.int64),
    [True, False],
    np.array([True]),
    [10**400, 0, 1],
    [2**63, -(2**63)],
    np.array([2**64 - 1, 0], np.uint64),
    -5,
    4321987,
    1.5,
    1j,
    b"Alice",
    {NAME: 1},
    {NAME: 4321987.5},
    {NAME: "4321987"},
    {NAME: [4321987]},
    {NAME: np.array([1, 4321987])},
    {nested((), 2000): 1},
    {NAME: -1, (1, "a"): 10**400, None: 3, 1: 1, "a": 0},
    {4321987.5: 1},
    {b"Alice": 1},
    {(1, (2, NAME)): True},
    {},
    {NAME},
    object(),
    [object()],
    (1, 2, 3),
    range(3),
    iter([1, 2]),
    np.array(["1"]),
    np.array([1], "datetime64[D]"),
    np.array([(1, 2.0)], [("a", int), ("b", float)]),
    np.ma.masked_array([1, 4321987], [False, True]),
    dt.date(2026, 11, 19),
    Private(1),
    Private([1, 2, 3]),
    [Private(1)],
    lambda: NAME,
]


@pytest.mark.parametrize(("mechanism", "call"), CALLS, ids=named)
def test_values_are_answered_or_refused_and_never_told(mechanism, call):
    built = mechanism(**call)
    for values in VALUES:
        refusal = refusal_of(lambda values=values: built.release(values))
        assert NAME not in str(refusal)
        assert "4321987" not in str(refusal)
