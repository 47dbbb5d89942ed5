# SPDX-License-Identifier: Apache-2.0
"""The curator that a command is about."""

from pathlib import Path
from typing import TYPE_CHECKING

from diffident.cli.progress import telling

if TYPE_CHECKING:
    from diffident.curator.curator import Curator


def opened(file: str) -> "Curator":
    """Return the curator of a file; nothing is charged."""
    import diffident  # noqa: PLC0415 - what is behind its doors is slow to import

    with telling(f"opening {Path(file).name}"):
        return diffident.open(file)
