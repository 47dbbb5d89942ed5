# SPDX-License-Identifier: Apache-2.0
"""`diffident shell`: a prompt at which looking around is free, and each question says its price first."""

from itertools import takewhile
from typing import Final

import click

from diffident.cli.curated import opened
from diffident.cli.door import End
from diffident.cli.payment import EPSILON, OTHERS, typed
from diffident.cli.prompt import LEAVE, Prompt
from diffident.cli.speech import can_speak_json, complain, speaks_json
from diffident.cli.statements import statements
from diffident.cli.terminal import is_terminal, lines
from diffident.errors import Refused
from diffident.show.file import NotWritten

SHORT: Final = "Ask questions at a prompt; looking around is free."
HELP: Final = r"""Open a prompt for the curator of FILE. Looking around is free, and each question says its price first.

A question ends with ; or an empty line. EXPLAIN before it shows price and expected error and spends nothing; \? lists
what else can be typed. Statements can come from a pipe as well; the exit code is then 3 if one of them was refused.
"""
YES: Final = click.Option(["--yes"], is_flag=True, help="Spend --epsilon for each question without being asked.")
GREETING: Final = "  Looking around is free. A question ends with ; or an empty line; \\? lists what else can be typed."
INTERRUPTED: Final = "\n  Interrupted. \\budget says whether something was spent."
HISTORY: Final = ".diffident/history"


def _shell(file: str, *, yes: bool, epsilon: str | None, **others: str | None) -> int:
    """Open, and obey line by line."""
    prompt = Prompt(opened(file), yes, epsilon, typed(**others))
    was_refused = False
    if is_terminal():
        click.echo(f"{GREETING}\n", err=True)
    with lines(prompt.curator.folder / HISTORY) as line:
        for statement in takewhile(lambda each: each != LEAVE, statements(line)):
            prompt, is_refused = _obeyed(prompt, statement)
            was_refused |= is_refused
    return End.REFUSED if was_refused and not is_terminal() else End.ANSWERED


def _obeyed(prompt: Prompt, statement: str) -> tuple[Prompt, bool]:
    """Return the prompt after a statement, and whether it was refused."""
    try:
        return prompt.after(statement), False
    except NotWritten:  # nobody can see what would be paid for next
        raise
    except Refused as refusal:
        complain(refusal, as_json=speaks_json())
        return prompt, True
    except KeyboardInterrupt:
        if not is_terminal():
            raise
        click.echo(INTERRUPTED, err=True)
        return prompt, False


shell = can_speak_json(
    click.Command(
        "shell",
        params=[click.Argument(["file"]), EPSILON, *OTHERS, YES],
        callback=_shell,
        help=HELP,
        short_help=SHORT,
    )
)
