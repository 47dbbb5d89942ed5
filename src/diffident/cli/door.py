# SPDX-License-Identifier: Apache-2.0
"""The door of the command: whatever is typed, it ends with an exit code and at most one line of complaint."""

import io
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Any, cast

import click

from diffident import __version__
from diffident.cli.speech import JSON, can_speak_json, complain, say, silence
from diffident.errors import Refused

NAME = "diffident"
MOST_SHOWN = 120  # characters of what click says about a mistake


HELP = f"""Statistics of data about people, without learning about any one person.

`{NAME} COMMAND --help` says what a command takes.

Exit codes: 0 answered; 2 the command cannot be read; 3 refused, with a code that docs/refusals.md explains; 4 the
answer is no; 130 interrupted; 141 nobody reads the output any more. A 1 is a fault of ours.
"""


class End(IntEnum):
    """How a command can end. A 1 is left to accidents: Python's own, with a traceback, and a fault of ours."""

    ANSWERED = 0
    NOT_UNDERSTOOD = 2
    REFUSED = 3
    NO = 4
    INTERRUPTED = 130
    NOBODY_LISTENS = 141


class NotUnderstood(Refused):
    """A command line that is no command, or lacks a part."""

    code = "command_not_understood"
    sentence = "The command cannot be read: {problem}."
    remedy = "{command} --help lists what can be written."


class Door(click.Group):
    """A group of commands in which everything that goes wrong is refused in the same shape."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        """Return the commands in the order in which somebody comes to need them."""
        return list(self.commands)

    def main(self, args: Sequence[str] | None = None, *_: Any, standalone_mode: bool = True, **extra: Any) -> Any:  # noqa: ANN401 - click's own signature
        """Run a command and end the process; or, if not `standalone_mode`, return or raise as click does."""
        given = sys.argv[1:] if args is None else list(args)
        extra["prog_name"] = NAME

        def run() -> int | None:
            return cast("int | None", super(Door, self).main(given, standalone_mode=False, **extra))

        if not standalone_mode:
            return run()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # letters that a terminal or we do not know are spelled
        sys.exit(_listened(run, as_json=JSON in given))


class Room(click.Group):
    """Commands under one word; without any of them it says which there are."""

    def __init__(self, name: str, *, commands: Sequence[click.Command], help: str, short_help: str) -> None:  # noqa: A002 - click's own name
        named = {str(each.name): each for each in commands}
        super().__init__(name, commands=named, help=help, short_help=short_help, no_args_is_help=False)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's own signature
        """Return the commands in their order."""
        return list(self.commands)


def opened(commands: Iterable[click.Command]) -> Door:
    """Return the door to these commands."""
    version = click.Option(["--version"], is_flag=True, help="Show the version and end.")
    named = {str(each.name): each for each in commands}
    return can_speak_json(
        Door(NAME, commands=named, params=[version], callback=_enter, invoke_without_command=True, help=HELP)
    )


def _enter(*, version: bool) -> None:
    """Answer what is asked without a command."""
    context = click.get_current_context()
    if version:
        say(f"{NAME} {__version__}", {"name": NAME, "version": __version__})
        context.exit()
    if context.invoked_subcommand is None:
        say(context.get_help(), {"help": context.get_help()})


def _listened(run: Callable[[], int | None], *, as_json: bool) -> int:
    """Return how a command ended, quietly if nobody reads what it says any more."""
    try:
        return _ended(run, as_json=as_json)
    except (BrokenPipeError, SystemExit):  # click makes the one into the other
        silence(sys.stdout)
        silence(sys.stderr)
        return End.NOBODY_LISTENS


def _ended(run: Callable[[], int | None], *, as_json: bool) -> int:
    try:
        return run() or End.ANSWERED
    except Refused as refusal:
        complain(refusal, as_json=as_json)
        return End.REFUSED
    except click.UsageError as mistake:
        complain(_understood(mistake), as_json=as_json)
        return End.NOT_UNDERSTOOD
    except click.Abort:
        return End.INTERRUPTED


def _understood(mistake: click.UsageError) -> NotUnderstood:
    """Return what click says about a mistake as a refusal."""
    command = mistake.ctx.command_path if mistake.ctx else NAME
    problem = mistake.format_message().strip().rstrip(".?")
    return NotUnderstood(
        problem=problem if len(problem) <= MOST_SHOWN else f"{problem[:MOST_SHOWN]}...", command=command
    )
