# SPDX-License-Identifier: Apache-2.0
"""Nothing of ten lines or more is written twice, even under other names."""

import ast
import copy
from collections import defaultdict

from architecture.tree import MODULES

LINES = 10
NAMES = {ast.Name: "id", ast.arg: "arg", ast.Constant: "value", ast.keyword: "arg"}


class Nameless(ast.NodeTransformer):
    """Forgets names and constants, keeps the structure and what is called on what."""

    def generic_visit(self, node):
        if type(node) in NAMES:
            setattr(node, NAMES[type(node)], None)
        return super().generic_visit(node)


def runs(block):
    """Yield the shortest runs of statements in a block that span enough lines, with where they begin."""
    for first, statement in enumerate(block):
        for last in range(first, len(block)):
            if block[last].end_lineno - statement.lineno + 1 >= LINES:
                yield statement.lineno, block[first : last + 1]
                break


def clones(modules):
    """Return groups of places with the same structure. Fields of a class are declarations and do not count."""
    places = defaultdict(set)
    for name, tree in modules:
        owners = [node for node in ast.walk(tree) if not isinstance(node, ast.ClassDef | ast.Module)]
        blocks = [getattr(node, part) for node in owners for part in ("body", "orelse") if hasattr(node, part)]
        for block in (block for block in blocks if isinstance(block, list)):
            for line, run in runs(without_docstring(block)):
                shape = ast.dump(Nameless().visit(copy.deepcopy(ast.Module(run, []))))
                places[shape].add(f"{name}:{line}")
    return [sorted(group) for group in places.values() if len(group) > 1]


def without_docstring(block):
    is_text = block and isinstance(block[0], ast.Expr) and isinstance(block[0].value, ast.Constant)
    return block[1:] if is_text else block


def test_nothing_is_written_twice():
    assert clones((str(module), module.tree) for module in MODULES) == []


def test_a_clone_under_other_names_is_seen():
    lines = [f"    x{number} = x{number - 1}.half() + {number}" for number in range(1, LINES + 1)]
    first = "def f(x0):\n" + "\n".join(lines)
    assert clones([("a", ast.parse(first)), ("b", ast.parse(first.replace("x", "y")))]) == [["a:2", "b:2"]]
    assert clones([("a", ast.parse(first)), ("b", ast.parse(first.replace("half", "double")))]) == []
