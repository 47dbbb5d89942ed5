# SPDX-License-Identifier: Apache-2.0
"""`diffident demo`: an invented hospital, and four questions about it with prices and error bars."""

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

import click

from diffident.cli.curated import opened
from diffident.cli.door import NAME, End
from diffident.cli.option import Text
from diffident.cli.payment import Bought, paid
from diffident.cli.promise import promised
from diffident.cli.speech import can_speak_json, say
from diffident.errors import Refused
from diffident.show.text import number

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

SHORT: Final = "Write an invented hospital, and ask four questions about it."
HELP: Final = """Write an invented hospital into a folder, and ask four questions about it.

Tables, curator file, ledger and certificates stay in the folder. A second run is served the same answers for nothing.
"""
FOLDER: Final = Text(
    "--folder", metavar="FOLDER", means="Where the hospital goes; ./demo if not given.", default="demo"
)
WIDTH: Final = 76  # of a line before its price
INDENT: Final = 5
LONGEST: Final = 110  # characters of a line


class FolderTaken(Refused):
    """A folder in which files of the demo's names are somebody's own."""

    code = "folder_taken"
    sentence = "In {folder} there are files that this demo would write, and it did not write them."
    remedy = "Name another place with --folder; nothing was changed there."


@dataclass(frozen=True, slots=True)
class Scene:
    """A question in words and in SQL, and what it may cost."""

    asks: str
    sql: str
    epsilon: str


SCENES: Final = (
    Scene("How many visits per ward?", "SELECT ward, COUNT(*) AS visits FROM visits GROUP BY ward", "0.25"),
    Scene("How many days do people stay?", "SELECT ward, AVG(stay) AS days FROM visits GROUP BY ward", "0.5"),
    Scene(
        "How old are people who come urgently?",
        "SELECT CASE WHEN age < 20 THEN 'under 20' WHEN age < 40 THEN 'from 20' WHEN age < 60 THEN 'from 40' "
        "WHEN age < 80 THEN 'from 60' ELSE 'from 80' END AS age, COUNT(*) AS visits "
        "FROM visits WHERE urgent GROUP BY 1",
        "0.25",
    ),
    Scene(
        "And floor by floor, which only the public table of wards knows?",
        "SELECT floor, COUNT(*) AS visits, AVG(stay) AS days FROM visits JOIN wards USING (ward) GROUP BY floor",
        "0.5",
    ),
)


def _play(folder: str) -> int:
    """Write, open, ask, tell."""
    from diffident.invented.hospital import CURATOR_FILE  # noqa: PLC0415 - numpy would slow down --help

    place = _written(Path(folder))
    curator = opened(str(place / CURATOR_FILE))
    played = [_asked(curator, scene, place) for scene in SCENES]
    texts = [_told(at, *scene) for at, scene in enumerate(zip(SCENES, played, strict=True), start=1)]
    say(
        "\n\n".join([_opening(curator, place), *texts, _closing(place, played)]),
        {"folder": place.as_posix(), "scenes": [_plain(*scene) for scene in zip(SCENES, played, strict=True)]},
    )
    return End.ANSWERED


def _written(folder: Path) -> Path:
    """Write the hospital, unless it is there already."""
    from diffident.invented.hospital import CURATOR_FILE, FILES, declared, hospital  # noqa: PLC0415 - as above

    there = [name for name in FILES if os.path.exists(folder / name)]  # noqa: PTH110 - no error for impossible names
    if there and not (CURATOR_FILE in there and (folder / CURATOR_FILE).read_bytes() == declared()):
        raise FolderTaken(folder=ascii(folder.name))
    if len(there) < len(FILES):
        hospital().write(folder)
    return folder


def _asked(curator: "Curator", scene: Scene, folder: Path) -> Bought:
    """Ask, and write the certificate."""
    from diffident.show.file import write  # noqa: PLC0415 - only when a demo is asked for

    found = paid(curator, scene.sql, epsilon=scene.epsilon)
    write(folder / certificate(found), found.answer.certificate.to_json().encode())
    return found


def certificate(found: Bought) -> str:
    """Return where the certificate of an answer lies."""
    return f"answers/{found.number}.certificate.json"


def _opening(curator: "Curator", folder: Path) -> str:
    """Return what this is about, and what was promised."""
    from diffident.invented.hospital import CURATOR_FILE, PATIENTS, VISITS, WARDS  # noqa: PLC0415 - as above

    made_up = f"{number(PATIENTS)} patients, {number(VISITS)} visits, {len(WARDS)} wards"
    promise = (
        f"Promise: epsilon {number(curator.promise.epsilon)} for ever, per patient, whoever asks and whatever is asked:"
    )
    lines = [promise, *promised(curator.promise.epsilon).splitlines()]
    head = f"  A hospital, invented: {made_up}.   Curator file: {(folder / CURATOR_FILE).as_posix()}"
    return "\n".join([head, *(f"  {line}" for line in lines)])


def _told(at: int, scene: Scene, found: Bought) -> str:
    """Return a question, its price, what was counted, and the answer."""
    from diffident.cli.rows import told  # noqa: PLC0415 - as above

    head = f"{at:3}  {scene.asks}"
    margin = " " * INDENT
    counts = fill(found.answer.certificate.target, LONGEST, initial_indent=margin, subsequent_indent=margin)
    return "\n".join([f"{head:{WIDTH}}{found.told}", counts, told(found.answer, indent=INDENT)])


def _closing(folder: Path, played: Sequence[Bought]) -> str:
    """Return where to look, and what to do next."""
    from diffident.invented.hospital import CURATOR_FILE  # noqa: PLC0415 - as above

    again = "" if not all(found.is_free for found in played) else "  Everything was answered before and cost nothing.\n"
    file, first = (folder / CURATOR_FILE).as_posix(), (folder / certificate(played[0])).as_posix()
    return (
        f"{again}  Certificates: {folder.as_posix()}/answers/   Verify one: diffident verify {quote(first)}\n"
        f"{_elsewhere()}  Next: diffident shell {quote(file)}"
    )


def _elsewhere() -> str:
    """Return where the command is, if a shell does not find it by its name."""
    if shutil.which(NAME):
        return ""
    near = min(os.path.relpath(sys.executable), sys.executable, key=len)
    return f"  A shell does not find diffident here; write {quote(near)} -m {NAME} in its place.\n"


def _plain(scene: Scene, found: Bought) -> dict[str, Any]:
    """Return a scene as plain data."""
    from diffident.cli.rows import plain  # noqa: PLC0415 - as above

    return {
        "question": scene.asks,
        "sql": scene.sql,
        **found.as_json(),
        "certificate": certificate(found),
        **plain(found.answer),
    }


demo = can_speak_json(click.Command("demo", params=[FOLDER], callback=_play, help=HELP, short_help=SHORT))
