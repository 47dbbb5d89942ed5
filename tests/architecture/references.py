# SPDX-License-Identifier: Apache-2.0
"""Tests that are named in text, as tests/<path>.py::<name>, and whether they exist."""

import ast
import re
from dataclasses import dataclass
from functools import cache

from architecture.tree import ROOT, Function

NAMED = re.compile(r"(?P<path>tests/[\w/]+\.py)::(?P<name>\w+(?:::\w+)?)")


@dataclass(frozen=True, slots=True)
class Reference:
    """One test that somebody relies on."""

    path: str
    name: str

    def exists(self):
        return self.name in _names(self.path)

    def __str__(self):
        return f"{self.path}::{self.name}"


def named_tests(text):
    return [Reference(found["path"], found["name"]) for found in NAMED.finditer(text)]


@cache
def _names(path):
    """Return the tests in a file, those of a class as Class::test."""
    if not (ROOT / path).exists():
        return frozenset()
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    own = {node.name for node in tree.body if isinstance(node, Function)}
    return own | {f"{each.name}::{node.name}" for each in classes for node in each.body if isinstance(node, Function)}
