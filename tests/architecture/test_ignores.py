# SPDX-License-Identifier: Apache-2.0
"""Types are strict: what a checker is told to overlook is rare, named and has its reason."""

import re

from architecture.tree import MODULES

IGNORE = re.compile(r"#\s*(type|pyright): *ignore.*")
REASONED = re.compile(r"# (type|pyright): ignore\[[\w, -]+\]\W+\w")
NOQA = re.compile(r"#\s*noqa.*")
NAMED = re.compile(r"# noqa: [A-Z]+[0-9]+(, [A-Z]+[0-9]+)* - \w")


def test_ignores_are_rare():
    lines = sum(module.text.count("\n") for module in MODULES)
    ignores = [found for module in MODULES for found in IGNORE.findall(module.text)]
    assert len(ignores) * 1000 <= lines


def test_each_ignore_names_its_rule_and_its_reason():
    overlooked = [(module, found[0]) for module in MODULES for found in IGNORE.finditer(module.text)]
    assert [f"{module}: {line}" for module, line in overlooked if not REASONED.match(line)] == []
    overlooked = [(module, found[0]) for module in MODULES for found in NOQA.finditer(module.text)]
    assert [f"{module}: {line}" for module, line in overlooked if not NAMED.match(line)] == []
