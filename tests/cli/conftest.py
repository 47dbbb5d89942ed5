# SPDX-License-Identifier: Apache-2.0
"""Where commands are tried: a folder of their own, empty or with a small hospital in it."""

import shutil

import pytest

from cli.run import run
from cli.small import FILE, written


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    """A small hospital, and one whose ledger is there already; to be copied."""
    fresh, small = (written(tmp_path_factory.mktemp("template") / name) for name in ("fresh", "small"))
    assert run("check", str(small / FILE)).exit_code == 0
    return {"fresh": fresh, "small": small}


@pytest.fixture
def fresh(here, template):
    """The folder of a small hospital of which nobody asked anything."""
    return shutil.copytree(template["fresh"], here, dirs_exist_ok=True)


@pytest.fixture
def small(here, template):
    """The folder of a small hospital, whose ledger is there already."""
    return shutil.copytree(template["small"], here, dirs_exist_ok=True)
