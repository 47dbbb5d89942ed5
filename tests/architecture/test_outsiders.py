# SPDX-License-Identifier: Apache-2.0
"""Each package of others is known in few rooms; insecure randomness in none that carries privacy."""

import ast
from fnmatch import fnmatch

import pytest

from architecture.tree import MODULES

KNOWN_IN = {  # what is imported: the files that may
    "random": ["invented/*", "lab/open.py"],
    "numpy.random": ["invented/*", "lab/open.py"],
    "secrets": [],
    "cryptography": ["randomness/source.py"],
    "click": ["cli/*"],
    "rich": ["show/*", "cli/*"],
    "matplotlib": ["show/*"],
    "dp_accounting": ["privacy/event.py"],
    "duckdb": ["engine/*"],
    "sqlglot": ["question/sql/*", "question/frame.py"],
    "pyarrow": [
        "engine/*",
        "curator/source.py",
        "curator/result.py",
        "invented/*",
        "learn/frame.py",
        "web/survey/export.py",
    ],
    "sklearn": ["learn/*"],
    "starlette": ["web/*"],
    "uvicorn": ["web/*"],
    "jinja2": ["web/*"],
    "segno": ["web/*"],
    "openpyxl": ["web/*"],
    "mpmath": [],
    "yaml": ["curator/metadata.py"],
    "pandas": ["curator/result.py"],
}
SECURE = ["invented/*", "lab/open.py"]


def imported(tree):
    """Yield the dotted names of everything imported, wherever in the file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def used(tree):
    """Yield the dotted name of everything looked up."""
    return (ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def may(module, files):
    return any(fnmatch(module.name, pattern) for pattern in files)


@pytest.mark.parametrize("outsider", KNOWN_IN)
def test_it_is_imported_only_where_it_is_known(outsider):
    strangers = [module for module in MODULES if not may(module, KNOWN_IN[outsider])]
    found = [(module, name) for module in strangers for name in imported(module.tree)]
    assert [f"{module}: {name}" for module, name in found if f"{name}.".startswith(f"{outsider}.")] == []


@pytest.mark.parametrize("insecure", ["np.random.", "numpy.random.", "Source.replay"])
def test_nothing_that_carries_privacy_draws_what_could_be_foretold(insecure):
    uses = [(module, name) for module in MODULES if not may(module, SECURE) for name in used(module.tree)]
    assert [f"{module}: {name}" for module, name in uses if f"{name}.".startswith(insecure)] == []
