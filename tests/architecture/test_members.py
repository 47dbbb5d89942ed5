# SPDX-License-Identifier: Apache-2.0
"""The members of an open room: what it lists, what its files hold and what its contract tests are one and the same."""

import ast
import importlib

import pytest

from architecture.tree import MODULES, ROOT
from diffident.lab.attacks import ATTACKS, Attack
from diffident.learn import ESTIMATORS
from diffident.learn.estimator import Estimator
from diffident.local import PROTOCOLS, Protocol
from diffident.privacy.mechanisms import MECHANISMS, Mechanism
from diffident.question.aggregates import AGGREGATES, Aggregate

OPEN_ROOMS = [  # the room, what it lists, what all its members are, and the contract they pass
    ("diffident.privacy.mechanisms", "MECHANISMS", MECHANISMS, Mechanism, "tests/contracts/test_mechanisms.py"),
    ("diffident.question.aggregates", "AGGREGATES", AGGREGATES, Aggregate, "tests/contracts/test_aggregates.py"),
    ("diffident.local", "PROTOCOLS", PROTOCOLS, Protocol, "tests/local/test_protocols.py"),
    ("diffident.lab.attacks", "ATTACKS", ATTACKS, Attack, "tests/contracts/test_attacks.py"),
    ("diffident.learn", "ESTIMATORS", ESTIMATORS, Estimator, "tests/learn/test_scikit_learn.py"),
]


@pytest.mark.parametrize(("room", "name", "members", "kind", "contract"), OPEN_ROOMS)
def test_a_member_cannot_dodge_its_tests(room, name, members, kind, contract):
    for module in MODULES:
        if module.dotted.startswith(room):
            importlib.import_module(module.dotted)
    assert _finished(kind) == {_name(member) for member in members}
    assert len({member.__module__ for member in members}) == len(members), "one file, one member"
    tree = ast.parse((ROOT / contract).read_text(encoding="utf-8"))
    decorators = [ast.unparse(mark) for node in ast.walk(tree) for mark in getattr(node, "decorator_list", ())]
    assert any("parametrize" in mark and name in mark for mark in decorators)


def _finished(kind):
    """Return the names of those below a class on which nothing is built; by name, as slots make a class twice."""
    below = list(_below(kind))
    return {_name(each) for each in below} - {_name(base) for each in below for base in each.__bases__}


def _below(kind):
    for child in kind.__subclasses__():
        yield child
        yield from _below(child)


def _name(kind):
    return f"{kind.__module__}.{kind.__qualname__}"
