# SPDX-License-Identifier: Apache-2.0
"""A statistical test says how often it alarms falsely, and shows that it would notice a twin that is slightly wrong."""

import ast

import pytest

from architecture.tree import ROOT, Function

MARK = "pytest.mark.statistical"


def statistical():
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, Function):
                yield from ((path, node, mark) for mark in node.decorator_list if ast.unparse(mark).startswith(MARK))


TESTS = list(statistical())


@pytest.mark.parametrize(("path", "test", "mark"), TESTS, ids=lambda part: getattr(part, "name", ""))
def test_it_declares_its_alarm_and_rejects_a_twin(path, test, mark):
    assert isinstance(mark, ast.Call), f"{path.name}: the mark needs false_alarm="
    assert [keyword.arg for keyword in mark.keywords] == ["false_alarm"]
    asserted = [ast.unparse(node) for node in ast.walk(test) if isinstance(node, ast.Assert)]
    assert any("not " in text or "twin" in text for text in asserted), f"{path.name}: no twin is rejected"
    assert any("not " not in text for text in asserted), f"{path.name}: nothing is accepted"
