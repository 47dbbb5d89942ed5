# SPDX-License-Identifier: Apache-2.0
"""docs/lectures.md is complete: it names every test of this folder, and no other, and every number of the notes."""

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "lectures.md").read_text(encoding="utf-8")
NAMED = re.compile(r"tests/lectures/\w+\.py::\w+")
NOTE = re.compile(r"Notes? 00[0-4]\b")

NUMBERED = [
    *(f"Exercise {number}" for number in ("2.2", "2.4", "2.5", "2.6", "3.3", "3.4", "4.2", "4.5", "4.6", "4.7")),
    *("Proposition 2.1", "Proposition 2.3", "Definition 3.1", "Proposition 3.2", "Definition 4.1", "Theorem 4.3"),
    *("Lemma 4.4, 1 (a)", "Lemma 4.4, 1 (b)", "Lemma 4.4, 1 (c)", "Lemma 4.4, 2 (a)", "Lemma 4.4, 2 (b)"),
    *("Lemma 4.4, 2 (c)", "Algorithm 1", "Algorithm 2", "Algorithm 3", "Appendix A"),
    *("Figure 3", "Figure 4", "Figure 5", "Figure 6", "Exercise I", "Exercise 1", "Exercise 2", "Exercise 3"),
]


def written():
    """Return each test of the lectures with its docstring, by its full name."""
    found = {}
    for path in sorted(HERE.glob("test_*.py")):
        functions = (
            node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)
        )
        tests = [node for node in functions if node.name.startswith("test_")]
        found |= {f"tests/lectures/{path.name}::{node.name}": ast.get_docstring(node) or "" for node in tests}
    return {name: said for name, said in found.items() if f"/{Path(__file__).name}::" not in name}


def rows(heading):
    """Return the rows of the table under this heading, without its two first lines."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("|")][2:]


def test_every_test_of_the_lectures_is_on_the_page_and_every_test_on_the_page_exists():
    assert set(NAMED.findall(PAGE)) == set(written())


def test_every_test_says_which_note_it_is_about():
    assert [name for name, said in written().items() if not NOTE.match(said)] == []


@pytest.mark.parametrize("item", NUMBERED)
def test_every_numbered_item_of_the_notes_has_a_row_with_a_test(item):
    items = [line for line in PAGE.splitlines() if re.search(rf"\| [^|]*\b{re.escape(item)}(?![\w.])", line)]
    assert any(NAMED.search(line) for line in items)


def test_every_erratum_has_a_test_that_refutes_it():
    assert len(rows("Errata")) >= 12
    assert all(NAMED.search(row) for row in rows("Errata"))


def test_what_comes_later_claims_no_test():
    assert rows("Later")
    assert not any(NAMED.search(row) for row in rows("Later"))
