# SPDX-License-Identifier: Apache-2.0
"""A test that is named anywhere exists: in a docstring, a proof, a list of features, a limit."""

import pytest

from architecture.references import Reference, named_tests
from architecture.tree import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/**/*.md"), *ROOT.glob("src/**/*.py")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_test_that_is_named_exists(page):
    named = named_tests(page.read_text(encoding="utf-8"))
    assert [str(test) for test in named if not test.exists()] == []


def test_a_missing_test_is_seen():
    here = "tests/architecture/test_references.py"
    assert Reference(here, "test_a_missing_test_is_seen").exists()
    assert not Reference(here, "test_that_nobody_wrote").exists()
