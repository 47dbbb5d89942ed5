# SPDX-License-Identifier: Apache-2.0
"""A node knows its own meaning: nobody asks it four times over what it is."""

import ast
from collections import Counter

import pytest

from architecture.tree import DEFINITIONS

MOST = 3


def arms(function):
    """Return how often a function branches on the kind of one and the same thing."""
    branches = [node.test for node in ast.walk(function) if isinstance(node, ast.If | ast.IfExp)]
    asked = [call for branch in branches for call in ast.walk(branch) if isinstance(call, ast.Call)]
    subjects = (ast.unparse(call.args[0]) for call in asked if ast.unparse(call.func) == "isinstance")
    return max(Counter(subjects).values(), default=0)


def test_there_are_no_ladders():
    assert [str(found) for found in DEFINITIONS if arms(found.node) > MOST] == []


@pytest.mark.parametrize("spelling", ["if isinstance(x, {}):\n  return 1\n", "y = 1 if isinstance(x, {}) else 2\n"])
def test_a_ladder_is_seen(spelling):
    ladder = "".join(spelling.format(kind) for kind in ("int", "str", "bytes", "list"))
    assert arms(ast.parse(ladder)) == MOST + 1
