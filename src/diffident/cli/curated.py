# SPDX-License-Identifier: Apache-2.0
"""The curator that a command is about."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from diffident.cli.progress import telling
from diffident.errors import Refused

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

DATA: Final = (".parquet", ".csv")


class NotACuratorFile(Refused):
    """Data where a curator file is due."""

    code = "not_a_curator_file"
    sentence = "{file} holds data, and no promise is made for them there."
    remedy = "Name a curator file; diffident init writes one for a table."


def opened(file: str, *, new_version: bool = False) -> "Curator":
    """Return the curator of a file; nothing is charged."""
    checked(file)
    import diffident  # noqa: PLC0415 - what is behind its doors is slow to import

    with telling(f"opening {Path(file).name}"):
        return diffident.open(file, new_version=new_version)


def checked(file: str) -> str:
    """Return the name of a file, unless it is one of data."""
    if Path(file).suffix.lower() in DATA:
        raise NotACuratorFile(file=ascii(Path(file).name))
    return file
