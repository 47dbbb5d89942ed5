# SPDX-License-Identifier: Apache-2.0
"""What every file says, and what none says."""

import re
import subprocess

import pytest

from architecture.tree import MODULES, ROOT

LICENCE = "# SPDX-License-Identifier: Apache-2.0"
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
ELSEWHERE = re.compile(
    r"/(work|root|home/\w+|tmp)/|\bfind-links\b|\bindex-url\b|\bpypi\.org\b|\b(localhost|127\.0\.0\.1)\b"
)
SELF = ("test_marks.py",)


def texts():
    """Yield every text file that is in the repository, or about to be."""
    listed = subprocess.check_output(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True
    )
    for name in listed.splitlines():
        path = ROOT / name
        if path.suffix not in {".png", ".svg"} and path.name not in SELF and path.exists():
            yield name, path.read_text(encoding="utf-8")


TEXTS = dict(texts())


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_every_module_names_its_licence_and_its_one_idea(module):
    lines = module.text.splitlines()
    assert lines[0] == LICENCE
    assert lines[1].startswith('"""')


def test_every_file_of_code_names_its_licence():
    code = {name: text for name, text in TEXTS.items() if name.endswith((".py", "Makefile", ".ci/run"))}
    assert [name for name, text in code.items() if LICENCE not in text.splitlines()[:2]] == []


@pytest.mark.parametrize("mark", [UNFINISHED, ELSEWHERE], ids=["unfinished", "elsewhere"])
def test_no_file_is_unfinished_or_speaks_of_one_machine(mark):
    assert [f"{name}: {found[0]}" for name, text in TEXTS.items() for found in mark.finditer(text)] == []
