# SPDX-License-Identifier: Apache-2.0
"""`diffident budget`: the promise, what was spent of it, what is left."""

from typing import Final

import click

from diffident.cli.curated import opened
from diffident.cli.door import End
from diffident.cli.speech import can_speak_json, say

SHORT: Final = "Show the promise, what was spent, and what is left."
HELP: Final = """Show what the curator of FILE promises, what was spent of it, and what is left. It is free."""


def _budget(file: str) -> int:
    """Open and tell."""
    balance = opened(file).budget
    say(str(balance), balance.as_json())
    return End.ANSWERED


budget = can_speak_json(
    click.Command("budget", params=[click.Argument(["file"])], callback=_budget, help=HELP, short_help=SHORT)
)
