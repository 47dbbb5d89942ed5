# SPDX-License-Identifier: Apache-2.0
"""`diffident survey`: from a file of questions to a link, reports, estimates, and the end of a survey."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from diffident.cli.door import End
from diffident.cli.option import Text
from diffident.cli.speech import can_speak_json, say
from diffident.show.file import write

if TYPE_CHECKING:
    from diffident.randomness.source import Source
    from diffident.web.survey.store import Store
    from diffident.web.survey.survey import Survey

SHORT: Final = "Ask people so that nobody can know an answer: new, check, serve, estimate."
HELP: Final = """Ask people so that nobody can know an answer: each is randomised on the person's own phone.

A survey is one TOML file. Its reports lie beside it, in FILE.reports.db, or where --store says.
"""
STORE: Final = Text("--store", metavar="FILE", means="Where reports lie; beside the survey file, if not given.")
FILE: Final = click.Argument(["file"])


def _whole(given: str, *, name: str, at_least: int, at_most: int) -> int:
    from diffident.exact.number import whole  # noqa: PLC0415 - slow to import

    return whole(given, name=name, at_least=at_least, at_most=at_most)


def _fresh() -> "Source":
    from diffident.randomness.source import Source  # noqa: PLC0415 - slow to import

    return Source.fresh()


def _read(file: str) -> "Survey":
    from diffident.web.survey.file import read  # noqa: PLC0415 - slow to import

    return read(Path(file))


def _store(file: str, survey: "Survey", given: str | None) -> "Store":
    from diffident.web.survey.store import Store  # noqa: PLC0415 - slow to import

    return Store(Path(given) if given else Path(f"{file}.reports.db"), survey.digest)


def _new(file: str, *, template: str | None) -> int:
    """Write a survey file to begin with."""
    from diffident.web.survey import draft, imported  # noqa: PLC0415 - slow to import

    asked = imported.questions(Path(template)) if template else draft.EXAMPLE
    path = Path(file)
    if path.exists():
        raise click.UsageError(f"{path.name} is there already")
    write(path, draft.drafted("survey", "Title of the survey", asked).encode())
    told = f"  {file}: {len(asked)} questions. Give it a title and a contact, think about each epsilon, then:\n"
    say(f"{told}  diffident survey check {file}", {"file": file, "questions": len(asked)})
    return End.ANSWERED


def _check(file: str) -> int:
    """Say what a survey asks, and what a person risks."""
    from diffident.exact.spelling import plain  # noqa: PLC0415 - as the others
    from diffident.web.survey.wording import guess  # noqa: PLC0415 - slow to import

    survey = _read(file)
    lines = [f"  {survey.name}: {len(survey.questions)} questions, {survey.rounds} rounds"]
    lines += [f"     {each.id:<16} {each.kind:<11} {each.protocol!r}" for each in survey.questions]
    lines.append(f"  All answers of one person tell at most epsilon {plain(survey.spent)}, of {plain(survey.epsilon)}.")
    lines.append(f"  {guess(survey.spent, 'en')}")
    plain_survey = {"name": survey.name, "digest": survey.digest, "epsilon": float(survey.spent)}
    say("\n".join(lines), {**plain_survey, "questions": [each.described() for each in survey.questions]})
    return End.ANSWERED


def _tradeoff(file: str, *, within: str, confidence: str) -> int:
    """Say how many people are needed, whomever they trust."""
    from diffident.web.survey.plan import needed  # noqa: PLC0415 - slow to import

    rows, lines = needed(_read(file), within, confidence), []
    for row in rows:
        lines.append(f"  {row['id']} within {within}, {confidence}: {row['people']:,} people ({row['protocol']})")
        for each in row["trust"]:
            people = f"{each['value']:,.0f}" if each["value"] else "-"
            lines.append(f"     {each['who']:<28} {people:>10}   {each['learned']}")
    say("\n".join(lines), {"within": within, "questions": rows})
    return End.ANSWERED


def _invite(file: str, *, count: str, stratum: str, store: str | None, codes: str) -> int:
    """Draw codes for people who are invited, and write them into a file that only we keep."""
    from diffident.web.survey.reports import invite  # noqa: PLC0415 - slow to import

    many = _whole(count, name="count", at_least=1, at_most=1_000_000)
    survey = _read(file)
    kept = _store(file, survey, store)
    drawn, action = invite(many, stratum, _fresh())
    write(Path(codes), ("\n".join(drawn) + "\n").encode())
    kept.now(action)
    kept.close()
    say(f"  {many} codes in {codes}. Send each to one person, and delete the file.", {"codes": codes, "count": many})
    return End.ANSWERED


def _serve(file: str, *, port: str, lan: bool, store: str | None, round_: str | None) -> int:
    """Serve the pages of a survey until it is interrupted."""
    from diffident.web.survey import serve  # noqa: PLC0415 - slow to import

    survey = _read(file)
    kept = _store(file, survey, store)
    number = _whole(port, name="port", at_least=1, at_most=65535)
    now = None if round_ is None else _whole(round_, name="round", at_least=1, at_most=survey.rounds)
    serve.serve(survey, kept, port=number, lan=lan, round_=now, tell=lambda text: click.echo(text, err=True))
    return End.ANSWERED


def _estimate(file: str, *, store: str | None, round_: str) -> int:
    """Estimate from everything that is stored."""
    from diffident.web.survey import results  # noqa: PLC0415 - slow to import

    survey = _read(file)
    kept = _store(file, survey, store)
    now = _whole(round_, name="round", at_least=1, at_most=survey.rounds)
    found = kept.read(lambda db: results.estimated(survey, db, now))
    kept.close()
    lines = [f"  {found['people']} reports"]
    for told in found["questions"]:
        lines.append(f"  {told['id']}")
        width = max(len(row["name"]) for row in told["rows"])
        lines += [
            f"     {row['name']:<{width}}  {row['value']:>8.3f}   {row['low']:.3f} .. {row['high']:.3f}"
            for row in told["rows"]
        ]
    say("\n".join(lines), found)
    return End.ANSWERED


def _export(file: str, to: str, *, store: str | None) -> int:
    """Write the reports in random order, the protocols, and a codebook."""
    from diffident.web.survey import export  # noqa: PLC0415 - slow to import

    survey = _read(file)
    kept = _store(file, survey, store)
    columns = kept.read(lambda db: export.table(survey, db, _fresh()))
    kept.close()
    files = export.save(survey, columns, Path(to))
    say("\n".join(f"  {each}" for each in files), {"files": [str(each) for each in files]})
    return End.ANSWERED


def _ended(action: Callable[["Store"], int], said: str) -> Callable[..., int]:
    def end(file: str, *, store: str | None, yes: bool) -> int:
        survey = _read(file)
        if not yes and not click.confirm("  This cannot be taken back. Go on?", err=True):
            return End.NO
        kept = _store(file, survey, store)
        many = action(kept)
        kept.close()
        say(said.format(many=many), {"reports": many})
        return End.ANSWERED

    return end


def _closed(kept: "Store") -> int:
    from diffident.web.survey.reports import close  # noqa: PLC0415 - slow to import

    many = int(kept.now(close(_fresh())))
    kept.tidy()
    return many


def _purged(kept: "Store") -> int:
    from diffident.web.survey.reports import purge  # noqa: PLC0415 - slow to import

    many = int(kept.now(purge))
    kept.tidy()
    return many


def _command(name: str, action: Callable[..., int], short: str, *params: click.Parameter) -> click.Command:
    return can_speak_json(click.Command(name, params=[FILE, *params], callback=action, help=short, short_help=short))


ROUND: Final = Text("--round", "round_", metavar="NUMBER", means="Which round; the first, if not given.", default="1")
NOW: Final = Text(
    "--round", "round_", metavar="NUMBER", means="Begin this round; the one that was served last, if not given."
)
YES: Final = click.Option(["--yes"], is_flag=True, help="Do not ask.")
COMMANDS: Final = (
    _command(
        "new", _new, "Write a survey file to begin with, or one from an XLSForm or LimeSurvey file.",
        Text("--from", "template", metavar="FILE", means="An XLSForm (.xlsx) or LimeSurvey structure (.lss)."),
    ),
    _command("check", _check, "Check a survey file: questions, protocols, what a person risks."),
    _command(
        "tradeoff", _tradeoff, "How many people are needed, whomever they trust.",
        Text("--within", metavar="SHARE", means="How far estimates may be off.", default="0.03"),
        Text("--confidence", metavar="PROBABILITY", means="How surely.", default="0.95"),
    ),
    _command(
        "invite", _invite, "Draw codes for invited people.", STORE,
        Text("--count", metavar="NUMBER", means="How many.", default="1"),
        Text("--stratum", metavar="NAME", means="Which group they are of, for weights.", default=""),
        Text("--codes", metavar="FILE", means="Where the codes go.", default="codes.txt"),
    ),
    _command(
        "serve", _serve, "Serve the pages of a survey.", STORE, NOW,
        Text("--port", metavar="NUMBER", means="The port; 8000, if not given.", default="8000"),
        click.Option(["--lan"], is_flag=True, help="Let phones in the same network in, without encryption."),
    ),
    _command("estimate", _estimate, "Estimate from the reports that are stored.", STORE, ROUND),
    _command("export", _export, "Write reports in random order, with a codebook.", click.Argument(["to"]), STORE),
    _command(
        "close", _ended(_closed, "  Closed. {many} reports; nobody can tell any more whose is which."),
        "End a survey: destroy the link between codes and reports.", STORE, YES,
    ),
    _command("purge", _ended(_purged, "  {many} reports are deleted."), "Delete all reports for good.", STORE, YES),
)  # fmt: skip

survey = can_speak_json(
    click.Group("survey", commands={str(each.name): each for each in COMMANDS}, help=HELP, short_help=SHORT)
)
