# SPDX-License-Identifier: Apache-2.0
"""Where the ledger of a curator lies: where somebody says, or beside the data, or where one works."""

import os
import sys
from pathlib import Path
from typing import Any, Final

from diffident.ledger.ledger import Ledger

FOLDER: Final = ".diffident"
FILE: Final = "ledger.db"


def ledger_at(given: object, folder: Path) -> Ledger:
    """Return the ledger that was named, or the one that lies beside the data; where a new one lies is told once."""
    if isinstance(given, Ledger):
        return given
    if given == "memory":
        return Ledger.memory()
    return _usual(folder) if given is None else Ledger.at(path_of(given))


def path_of(given: Any) -> Path:  # noqa: ANN401 - whatever names a file
    """Return the path that was given, as text or as anything that stands for a path."""
    return Path(os.fspath(given))


def _usual(folder: Path) -> Ledger:
    place = folder if os.access(folder, os.W_OK) else Path.cwd()
    path = place / FOLDER / FILE
    is_new = not path.exists()
    path.parent.mkdir(exist_ok=True)
    ledger = Ledger.at(path)
    if is_new:
        sys.stderr.write(f"The promise, and what is spent of it, is kept in {path}\n")
    return ledger


def folder_of(ledger: Ledger, otherwise: Path) -> Path:
    """Return from where files are named in a ledger: the folder that it lies in."""
    path = ledger.store.path
    return otherwise if path is None else path.parent
