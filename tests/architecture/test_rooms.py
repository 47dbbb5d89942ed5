# SPDX-License-Identifier: Apache-2.0
"""The rooms in the order of the walk: the list, the folders and the import contract agree, and imports go downhill."""

import subprocess
import sys
import tomllib
from pathlib import Path

import diffident
from architecture.tree import PACKAGE, ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


def members(folder):
    """Return the names of modules and packages in a folder."""
    files = (path for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists())
    return {path.stem for path in files if not path.stem.startswith("__")}


def layers(container):
    """Return the layers of a contract, high to low, those side by side from right to left."""
    (contract,) = (each for each in CONTRACTS if each.get("containers") == [container])
    assert contract["exhaustive"]
    return [name.strip() for layer in contract["layers"] for name in layer.split("|")]


def test_the_list_the_folders_and_the_contract_agree():
    assert list(diffident.ROOMS) == layers("diffident")[::-1]
    assert set(diffident.ROOMS) == members(PACKAGE)


def test_every_part_of_privacy_has_its_layer():
    assert set(layers("diffident.privacy")) == members(PACKAGE / "privacy")


def test_imports_go_downhill():
    linter = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
