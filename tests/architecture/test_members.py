# SPDX-License-Identifier: Apache-2.0
"""The members of an open room: what it lists, what its files hold and what its contract tests are one and the same."""

import ast
import importlib

import pytest

from architecture.tree import MODULES, ROOT
from diffident.privacy.mechanisms import MECHANISMS, Mechanism

OPEN_ROOMS = [  # the room, what it lists, what all its members are, and the contract they pass
    ("diffident.privacy.mechanisms", "MECHANISMS", MECHANISMS, Mechanism, "tests/contracts/test_mechanisms.py"),
]


@pytest.mark.parametrize(("room", "name", "members", "kind", "contract"), OPEN_ROOMS)
def test_a_member_cannot_dodge_its_tests(room, name, members, kind, contract):
    for module in MODULES:
        if module.dotted.startswith(room):
            importlib.import_module(module.dotted)
    assert set(kind.__subclasses__()) == set(members)
    assert len({member.__module__ for member in members}) == len(members), "one file, one member"
    tree = ast.parse((ROOT / contract).read_text(encoding="utf-8"))
    decorators = [ast.unparse(mark) for node in ast.walk(tree) for mark in getattr(node, "decorator_list", ())]
    assert any("parametrize" in mark and name in mark for mark in decorators)
