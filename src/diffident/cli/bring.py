# SPDX-License-Identifier: Apache-2.0
"""`diffident import`: a curator file from metadata that somebody wrote for another system. No data are read."""

from pathlib import Path
from shlex import quote
from typing import Final

import click

from diffident.cli.door import End
from diffident.cli.init import FileThere
from diffident.cli.option import Text
from diffident.cli.speech import can_speak_json, say

SHORT: Final = "Begin a curator file from SmartNoise metadata or a Frictionless schema."
HELP: Final = """Write a curator file from the METADATA of another system: SmartNoise's .yaml, or a Frictionless .json.

Its bounds and lists are taken over, with that file as their source. No data are read. The promise, and whose the rows
are where the file does not say it, are left to be filled in.
"""
OUTPUT: Final = Text("--output", metavar="FILE", means="The file to write; METADATA.toml beside it if not given.")


def _import(metadata: str, *, output: str | None) -> int:
    """Read, write, tell."""
    from diffident.curator.metadata import curator_file  # noqa: PLC0415 - numpy would slow down --help
    from diffident.show.file import write  # noqa: PLC0415 - the same

    path = Path(metadata)
    file = path.with_suffix(".toml") if output is None else Path(output)
    if file.exists():
        raise FileThere(file=ascii(file.name))
    write(file, curator_file(path).encode())
    written = file.as_posix()
    say(
        f"  {written} is written. Complete the lines that begin with #, then: diffident check {quote(written)}",
        {"file": written},
    )
    return End.ANSWERED


bring = can_speak_json(
    click.Command(
        "import", params=[click.Argument(["metadata"]), OUTPUT], callback=_import, help=HELP, short_help=SHORT
    )
)
