# SPDX-License-Identifier: Apache-2.0
"""`diffident verify`: a certificate line by line: computed again, found in the ledger, or only stated."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from diffident.cli.door import End
from diffident.cli.option import Text
from diffident.cli.progress import telling
from diffident.cli.speech import can_speak_json, say
from diffident.errors import Refused

if TYPE_CHECKING:
    from diffident.ledger.ledger import Ledger

SHORT: Final = "Check a certificate, line by line."
HELP: Final = """Check the CERTIFICATE of an answer: each line is computed again, found in the ledger, or only stated.

The ledger is looked for beside the certificate and in the folders above it, unless it is named. Without one, what was
paid is only stated. A line that is wrong is refused.
"""
LEDGER: Final = Text("--ledger", metavar="FILE", means="The ledger that paid; the nearest one if not given.")
USUAL: Final = Path(".diffident") / "ledger.db"


class LedgerMissing(Refused):
    """A ledger that is not where it was said to be."""

    code = "ledger_missing"
    sentence = "There is no ledger {file}."
    remedy = "Name the file that the curator keeps it in, or leave --ledger out."


def _verify(certificate: str, ledger: str | None) -> int:
    """Read, check, tell."""
    from diffident.curator.verify import verify as checked  # noqa: PLC0415 - numpy would slow down --help
    from diffident.exact.declared import content  # noqa: PLC0415 - the same

    file = Path(certificate)
    stored = content(file)
    found = _nearest(file) if ledger is None else Path(ledger)
    with telling("checking"):
        verified = checked(stored, None if found is None else _opened(found))
    kept = "no ledger was found" if found is None else f"the ledger is {found.as_posix()}"
    say(f"{verified}\n  {kept[:1].upper()}{kept[1:]}.", {**verified.as_json(), "ledger": found and found.as_posix()})
    return End.ANSWERED


def _nearest(file: Path) -> Path | None:
    """Return the ledger that lies nearest above a file."""
    folders = file.absolute().parents
    return next((folder / USUAL for folder in folders if (folder / USUAL).is_file()), None)


def _opened(file: Path) -> "Ledger":
    from diffident.ledger.ledger import Ledger  # noqa: PLC0415 - slow beside --help

    if not os.path.isfile(file):  # noqa: PTH113 - no error for impossible names
        raise LedgerMissing(file=ascii(file.name))
    return Ledger.at(file)


verify = can_speak_json(
    click.Command(
        "verify", params=[click.Argument(["certificate"]), LEDGER], callback=_verify, help=HELP, short_help=SHORT
    )
)
