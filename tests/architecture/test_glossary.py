# SPDX-License-Identifier: Apache-2.0
"""Every noun of a public name stands in the glossary."""

import re

import pytest

from architecture.tree import ROOT

NAMES = (ROOT / "tests" / "architecture" / "public_names.txt").read_text(encoding="utf-8").split()
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
CLASSES = sorted({name.rpartition(".")[2] for name in NAMES if name.rpartition(".")[2].istitle() or "." in name})
NOUNS = [name for name in CLASSES if name[0].isupper() and not name.isupper()]


@pytest.mark.parametrize("noun", NOUNS)
def test_the_glossary_explains_it(noun):
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", noun).lower()
    assert f"**{words}**" in GLOSSARY
