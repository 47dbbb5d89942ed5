# SPDX-License-Identifier: Apache-2.0
"""Every refusal has a code, one sentence, a remedy, an entry in docs/refusals.md and one shape on the wire."""

import ast
import importlib
import json
import pickle
import re
from string import Formatter

import pytest

from architecture.tree import MODULES, ROOT
from diffident.errors import Refused, registry

for each in MODULES:
    if each.path.stem != "__main__":
        importlib.import_module(each.dotted)

REFUSALS = sorted(registry().items())
DOCUMENTED = (ROOT / "docs" / "refusals.md").read_text(encoding="utf-8")
ACCIDENTS = {"ValueError", "KeyError", "Exception", "RuntimeError", "ArithmeticError"}


def example(kind):
    """Return a refusal of this kind with something in every place that it fills."""
    places = {name for text in (kind.sentence, kind.remedy) for _, name, _, _ in Formatter().parse(text) if name}
    return kind(**dict.fromkeys(places, "7"))


def kinds(parent=Refused):
    return [kind for child in parent.__subclasses__() for kind in (child, *kinds(child))]


def test_no_two_refusals_share_a_code():
    ours = [kind.code for kind in kinds() if kind.__module__.startswith("diffident.")]  # tests make some up
    assert sorted(ours) == [code for code, _ in REFUSALS]


@pytest.mark.parametrize(("code", "kind"), REFUSALS, ids=[code for code, _ in REFUSALS])
class TestEveryRefusal:
    def test_is_well_formed(self, code, kind):
        assert re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", code)
        assert kind.sentence.endswith((".", "?"))
        assert kind.remedy
        assert kind.remedy != Refused.remedy
        assert "!" not in kind.sentence + kind.remedy

    def test_is_documented(self, code, kind):
        assert f"`{code}`" in DOCUMENTED

    def test_travels_in_one_shape(self, code, kind):
        refusal = example(kind)
        shape = json.loads(json.dumps(refusal.as_json()))
        assert list(shape) == ["code", "sentence", "remedy", "facts"]
        assert shape["code"] == code
        assert str(refusal) == f"{code}: {shape['sentence']} {shape['remedy']}"

    def test_survives_another_process(self, code, kind):
        refusal = example(kind)
        again = pickle.loads(pickle.dumps(refusal))
        assert (type(again), again.as_json()) == (kind, refusal.as_json())


def test_what_a_person_did_wrong_is_refused_and_never_an_accident():
    raised = [
        (module, ast.unparse(node.exc).partition("(")[0])
        for module in MODULES
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Raise) and node.exc
    ]
    assert [f"{module}: {name}" for module, name in raised if name in ACCIDENTS] == []
