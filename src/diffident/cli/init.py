# SPDX-License-Identifier: Apache-2.0
"""`diffident init`: four questions about a table, and a curator file to complete. Only names and kinds are read."""

from collections.abc import Callable, Mapping
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final, TypeVar

import click

from diffident.cli.door import End
from diffident.cli.option import Text
from diffident.cli.speech import can_speak_json, complain, say
from diffident.cli.terminal import answered, is_terminal
from diffident.errors import Refused

if TYPE_CHECKING:
    from diffident.cli.draft import Draft, Table

Said = TypeVar("Said")

SHORT: Final = "Write a curator file for a table; only names and kinds are read."
HELP: Final = """Write a curator file for the table in DATA, a .parquet or .csv file.

Only the names of columns and their kinds are read. Four things must come from a person, and are asked for unless they
are given: whose the rows are, with how many of them one person may count, the promise, and about how many people there
are. Limits and categories are left to be filled in, with their sources.
"""
EACH_ROW: Final = "each row"
OPTIONS: Final = (
    Text("--person", metavar="COLUMN", means='Which column says whose a row is; "each row" if none does.'),
    Text("--rows-per-person", metavar="NUMBER", means="With how many rows one person may count."),
    Text("--epsilon", metavar="EPSILON", means="What all answers together may ever tell about one person."),
    Text("--expected-people", metavar="NUMBER", means='About how many people there are, or "unknown".'),
    Text("--name", metavar="NAME", means="The name of the curator and its table; that of the file if not given."),
    Text("--output", metavar="FILE", means="The file to write; NAME.toml beside the data if not given."),
)


class FileThere(Refused):
    """A file that would be lost."""

    code = "file_there_already"
    sentence = "There is a {file} already, and it was left as it is."
    remedy = "Name another file with --output."


class NotSaid(Refused):
    """A question to which nobody answered, and nobody is there to ask."""

    code = "not_said"
    sentence = "Nobody answered the question: {question}."
    remedy = "Give {option}."


def _init(data: str, *, name: str | None, output: str | None, **given: str | None) -> int:
    """Read names and kinds, ask, write."""
    from diffident.cli.draft import Table  # noqa: PLC0415 - numpy would slow down --help
    from diffident.show.file import write  # noqa: PLC0415 - the same

    table = Table.of(data, name)
    file = Path(output) if output is not None else table.data.with_name(f"{table.name}.toml")
    if file.exists():
        raise FileThere(file=ascii(file.name))
    write(file, _drafted(table, given).text(file.absolute().parent).encode())
    written = file.as_posix()
    text = f"  {written} is written. Complete the lines that begin with #, then: diffident check {quote(written)}"
    say(text, {"file": written, "columns": {column: kind.value for column, kind in table.kinds.items()}})
    return End.ANSWERED


def _drafted(table: "Table", given: Mapping[str, str | None]) -> "Draft":
    """Return what was said about a table, by options or when asked."""
    from diffident.cli.draft import Draft, people  # noqa: PLC0415 - numpy would slow down --help
    from diffident.privacy.accounting.budget import Budget  # noqa: PLC0415 - the same

    columns = ", ".join(table.kinds)
    person = _said(given, "person", f"Which column says whose a row is ({columns}; or each row)?", table.person)
    rows = "1" if person == EACH_ROW else given["rows_per_person"]
    asked = {**given, "rows_per_person": rows}
    return Draft(
        table=table,
        person=person,
        rows=_said(asked, "rows_per_person", "With how many rows may one person count (usually 1 to 20)?", table.rows),
        promise=_said(
            given,
            "epsilon",
            "What epsilon may all answers together ever reach (usually 0.5 to 5)?",
            lambda epsilon: Budget(epsilon=epsilon),
        ),
        people=_said(given, "expected_people", "About how many people are there (or unknown)?", people),
    )


def _said(given: Mapping[str, str | None], name: str, question: str, means: Callable[[str], Said]) -> Said:
    """Return what was given, or what somebody types; who sees that it was refused may type again."""
    if (found := given[name]) is not None:
        return means(found)
    while True:
        click.echo(f"  {question} ", nl=False, err=True)
        if (typed := answered()) is None:
            raise NotSaid(question=question.rstrip("?"), option=f"--{name.replace('_', '-')}")
        try:
            return means(typed)
        except Refused as refusal:
            if not is_terminal():
                raise
            complain(refusal, as_json=False)


init = can_speak_json(
    click.Command("init", params=[click.Argument(["data"]), *OPTIONS], callback=_init, help=HELP, short_help=SHORT)
)
