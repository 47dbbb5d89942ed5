# SPDX-License-Identifier: Apache-2.0
"""`diffident answers`: everything that was paid for, and each of it again for nothing."""

from typing import TYPE_CHECKING, Any, Final

import click

from diffident.cli.curated import opened
from diffident.cli.door import End
from diffident.cli.payment import in_units
from diffident.cli.speech import can_speak_json, say
from diffident.show.text import table

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

SHORT: Final = "List what was paid for, or show one answer again for nothing."
LONGEST: Final = 70  # characters of a question in a list
NOTHING: Final = "  Nothing was asked yet."
HELP: Final = """List everything that the curator of FILE was paid for; or show answer NUMBER again. Both are free."""


def _answers(file: str, which: str | None) -> int:
    """Open and tell."""
    curator = opened(file)
    say(*(listed(curator) if which is None else reopened(curator, which)))
    return End.ANSWERED


def listed(curator: "Curator") -> tuple[str, dict[str, Any]]:
    """Return everything that was paid for, in order."""
    from diffident.curator.balance import amount  # noqa: PLC0415 - numpy would slow down --help

    past = list(curator.answers)
    rows = [[str(e.number), _short("; ".join(e.asked)), amount(curator.promise, e.price), e.state.value] for e in past]
    return table(["answer", "question", "price", "state"], rows) if past else NOTHING, {
        "answers": [
            {"answer": e.number, "question": "; ".join(e.asked), "state": e.state.value, **in_units(price=e.price)}
            for e in past
        ]
    }


def _short(question: str) -> str:
    """Return the beginning of a question in one line."""
    line = " ".join(question.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def reopened(curator: "Curator", which: str) -> tuple[str, dict[str, Any]]:
    """Return one answer again."""
    from diffident.cli.rows import plain, told  # noqa: PLC0415 - numpy would slow down --help
    from diffident.exact.number import whole  # noqa: PLC0415 - the same

    number = whole(which, name="number", at_least=0)
    answer = curator.answers.open(number)
    return f"{told(answer)}\n\n{answer.certificate}", {"answer": number, **plain(answer)}


answers = can_speak_json(
    click.Command(
        "answers",
        params=[click.Argument(["file"]), click.Argument(["which"], required=False, metavar="[NUMBER]")],
        callback=_answers,
        help=HELP,
        short_help=SHORT,
    )
)
