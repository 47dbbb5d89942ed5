# SPDX-License-Identifier: Apache-2.0
"""Every example in the documents runs, and every command they show exists."""

import doctest
import importlib
import re
import shlex

import pytest

from architecture.tree import MODULES, ROOT

FENCE = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page, *languages):
    found = FENCE.finditer(page.read_text(encoding="utf-8"))
    return [block["text"] for block in found if block["language"] in languages]


def named(page):
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=named)
def test_every_example_of_a_page_runs(page, tmp_path, monkeypatch):
    """The blocks of one page run one after the other and see each other's names."""
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks(page, "python"):
        if ">>>" in block:
            example = doctest.DocTestParser().get_doctest(block, names, named(page), None, 0)
            outcome = doctest.DocTestRunner(optionflags=FLAGS).run(example, clear_globs=False)
            names = example.globs
            assert outcome.failed == 0
        else:
            exec(compile(block, named(page), "exec"), names)


@pytest.mark.parametrize("module", [module for module in MODULES if ">>>" in module.text], ids=str)
def test_every_example_of_a_docstring_runs(module, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert doctest.testmod(importlib.import_module(module.dotted), optionflags=FLAGS).failed == 0


def commands():
    """Yield every line of a page that a reader would type."""
    for page in PAGES:
        lines = (line for block in blocks(page, "console", "text", "sh", "shell") for line in block.splitlines())
        yield from ((page, line.removeprefix("$ ")) for line in lines if line.startswith("$ "))


@pytest.mark.parametrize(("page", "line"), list(commands()), ids=lambda part: getattr(part, "name", part))
def test_every_command_exists(page, line):
    import click

    from diffident.cli import main

    words = shlex.split(line, comments=True)
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    if words[0] == "make":
        assert set(words[1:]) <= set(targets)
    elif words[0] == "diffident":
        command = main.commands[words[1]]
        command.make_context(words[1], words[2:], parent=click.Context(main))


def test_the_index_leads_to_every_page():
    docs = ROOT / "docs"
    linked = set(re.findall(r"\]\(([\w/.-]+)\)", (docs / "README.md").read_text(encoding="utf-8")))
    pages = {each.relative_to(docs).as_posix() for each in [*docs.glob("**/*.md"), *docs.glob("**/*.ipynb")]}
    decisions = {each for each in pages if each.startswith("decisions/")}
    assert pages - decisions - {"README.md"} <= linked, "each page has its line in docs/README.md"
    assert all((docs / each).exists() for each in linked)
