# SPDX-License-Identifier: Apache-2.0
"""`diffident consent`: what a person says about the use of their rows, each word with its receipt."""

import datetime as dt
from typing import TYPE_CHECKING, Final

import click

from diffident.cli.curated import checked
from diffident.cli.door import End, Room
from diffident.cli.option import Text
from diffident.cli.progress import telling
from diffident.cli.speech import can_speak_json, say
from diffident.errors import Refused
from diffident.show.text import table

if TYPE_CHECKING:
    from diffident.consent.record import Record
    from diffident.consent.register import Register

SHORT: Final = "Record what people say about the use of their rows, with a receipt."
HELP: Final = """Record what a PERSON says about a purpose: the id under which the person's rows stand in the data.

Every word is kept for good in the ledger, and a receipt is printed to take home. It acts from the next question that is
paid for. The data are not opened for it.
"""
PURPOSE: Final = Text("--purpose", metavar="NAME", means="What the rows may be used for, as the notice calls it.")
NOTICE: Final = Text("--notice", metavar="VERSION", means="The version of the notice that was read; the newest one.")
WHO: Final = (click.Argument(["file"]), click.Argument(["person"]))


class PurposeNotSaid(Refused):
    """A consent to nothing in particular."""

    code = "purpose_not_said"
    sentence = "Nobody said what the rows may be used for."
    remedy = "Add --purpose with one of: {known}."


def _said(file: str, person: str, purpose: str | None, word: str, **more: str | None) -> int:
    """Record one word of a person, and print the receipt."""
    register = _register(file)
    if purpose is None:
        raise PurposeNotSaid(known=", ".join(register.purposes))
    receipt = getattr(register, word)(person, purpose, **more)
    say(str(receipt), receipt.as_json())
    return End.ANSWERED


def _give(file: str, person: str, purpose: str | None, notice: str | None) -> int:
    return _said(file, person, purpose, "give", notice=notice)


def _refuse(file: str, person: str, purpose: str | None, notice: str | None) -> int:
    return _said(file, person, purpose, "refuse", notice=notice)


def _withdraw(file: str, person: str, purpose: str | None) -> int:
    return _said(file, person, purpose, "withdraw")


def _show(file: str, person: str) -> int:
    """Tell a person what they said, and what of it holds today."""
    register = _register(file)
    history, allowed = register.history(person), register.allowed(person, dt.datetime.now(dt.UTC))
    today = [f"  {purpose}: {'yes' if may else 'no'}" for purpose, may in allowed.items()]
    rows = [_row(each) for each in history]
    said = table(["at", "said", "to", "notice", "holds until"], rows) if rows else "  Nothing was said."
    text = "\n".join([said, "", "  The rows may be used today for", *(f"  {line}" for line in today)])
    say(text, {"person": person, "said": [each.as_json() for each in history], "today": allowed})
    return End.ANSWERED


def _import(file: str, records: str) -> int:
    """Keep what was recorded elsewhere, all of it or nothing."""
    from diffident.consent.records import read  # noqa: PLC0415 - only an import needs it

    register = _register(file)
    with telling("keeping what people said"):
        register.record(*register.unheard(read(records, register.notices)))
    say("  What this file says is kept, each line once.", {"kept": True})
    return End.ANSWERED


def _register(file: str) -> "Register":
    from diffident.consent.register import NoNotice  # noqa: PLC0415 - numpy would slow down --help
    from diffident.curator.file import register  # noqa: PLC0415 - the same

    found = register(checked(file))
    if not found.notices:
        raise NoNotice
    return found


def _row(each: "Record") -> list[str]:
    return [f"{each.at:%Y-%m-%d %H:%M}", each.state.value, each.purpose, each.notice, f"{each.until:%Y-%m-%d}"]


GIVE: Final = "A person consents to a purpose."
REFUSE: Final = "A person does not consent to a purpose."
WITHDRAW: Final = "A person withdraws: the next paid question is answered without their rows."
LIST: Final = "What a person said, and what holds today; for this person and the steward."
IMPORT: Final = "Keep what a CSV file says: person, purpose, state, notice, at, and perhaps until, by, how."
FROM: Final = (click.Argument(["file"]), click.Argument(["records"]))

consent = can_speak_json(
    Room(
        "consent",
        commands=[
            can_speak_json(
                click.Command(name, params=[*params], callback=callback, help=f"{means}\n\n{HELP}", short_help=means)
            )
            for name, params, callback, means in (
                ("give", (*WHO, PURPOSE, NOTICE), _give, GIVE),
                ("refuse", (*WHO, PURPOSE, NOTICE), _refuse, REFUSE),
                ("withdraw", (*WHO, PURPOSE), _withdraw, WITHDRAW),
                ("show", WHO, _show, LIST),
                ("import", FROM, _import, IMPORT),
            )
        ],
        help=HELP,
        short_help=SHORT,
    )
)
