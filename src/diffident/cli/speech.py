# SPDX-License-Identifier: Apache-2.0
"""What a command says: answers on the output, refusals on the error channel, both as text or as JSON."""

import json
import os
import sys
from collections.abc import Callable
from typing import Final, TextIO, TypeVar

import click

from diffident.errors import Refused
from diffident.show.file import NotWritten

JSON: Final = "--json"

Command = TypeVar("Command", bound=Callable[..., object])


def can_speak_json(command: Command) -> Command:
    """Give a command the option --json, which `say` obeys."""
    return click.option(JSON, is_flag=True, expose_value=False, callback=_remember, help="Answer in JSON.")(command)


def say(text: str, plain: dict[str, object]) -> None:
    """Write an answer: the text, or the same as plain data."""
    try:
        click.echo(json.dumps(plain, indent=2) if speaks_json() else text)
    except BrokenPipeError:
        raise
    except OSError as problem:
        silence(sys.stdout)
        raise NotWritten.of("the answer", problem) from None


def speaks_json() -> bool:
    """Return whether --json was given."""
    return bool(click.get_current_context().meta.get(JSON, False))


def complain(refusal: Refused, *, as_json: bool) -> None:
    """Write a refusal in one line."""
    click.echo(json.dumps(refusal.as_json()) if as_json else printable(str(refusal)), err=True)


def printable(text: str) -> str:
    r"""Return a text without anything that moves a cursor.

    >>> printable("a line\n")
    'a line\\n'
    """
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def silence(stream: TextIO | None) -> None:
    """Send what is left in a stream nowhere, so that the interpreter has nothing to complain about when it ends."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _remember(context: click.Context, _: click.Parameter, is_given: bool) -> None:  # noqa: FBT001 - click calls it so
    if is_given:
        context.meta[JSON] = True
