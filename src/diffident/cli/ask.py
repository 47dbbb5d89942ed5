# SPDX-License-Identifier: Apache-2.0
"""`diffident ask`: a question, its price, a yes, and the answer with its error bars."""

from typing import Final

import click

from diffident.cli.curated import opened
from diffident.cli.door import End
from diffident.cli.option import Text
from diffident.cli.payment import HOW, OTHERS, bought, typed
from diffident.cli.speech import can_speak_json, say

SHORT: Final = "Ask a question; the price is shown before it is spent."
HELP: Final = """Ask the curator of FILE a QUESTION in SQL.

Price and expected error are shown first, and nothing is spent before somebody says yes. The same question is answered
again for nothing. Without a yes nothing is spent, and the exit code is 4.
"""
PLOT: Final = Text("--plot", metavar="FILE", means="Draw the answer too, into a file that ends in .svg or .png.")
YES: Final = click.Option(["--yes"], is_flag=True, help="Spend without being asked.")


def _ask(file: str, question: str, *, yes: bool, plot: str | None, **wanted: str | None) -> int:
    """Open, show the price, pay, tell; and draw, if a picture can be drawn where it was wanted."""
    from diffident.cli.rows import plain, told  # noqa: PLC0415 - numpy would slow down --help

    if plot is not None:
        from diffident.show.chart import drawable  # noqa: PLC0415 - only whoever draws needs it

        drawable(plot)
    found = bought(opened(file), question, sure=yes, **typed(**wanted))
    if found is None:
        say("  Nothing was spent.", {"answer": None, "price": [0, 0]})
        return End.NO
    say(f"{told(found.answer)}\n\n  {found.told}", {**found.as_json(), **plain(found.answer)})
    if plot is not None:
        found.answer.plot(plot)
    return End.ANSWERED


ask = can_speak_json(
    click.Command(
        "ask",
        params=[click.Argument(["file"]), click.Argument(["question"]), *HOW, *OTHERS, PLOT, YES],
        callback=_ask,
        help=HELP,
        short_help=SHORT,
    )
)
