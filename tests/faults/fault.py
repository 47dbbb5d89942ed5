# SPDX-License-Identifier: Apache-2.0
"""A fault: what stands right, what would be wrong, and who must notice."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Fault:
    """One place in one file, right and wrong, and the tests that must all turn red."""

    name: str
    file: str
    right: str
    wrong: str
    noticed_by: tuple[str, ...]

    def plant(self, root):
        path = root / self.file
        path.write_text(path.read_text(encoding="utf-8").replace(self.right, self.wrong), encoding="utf-8")

    def __str__(self):
        return self.name
