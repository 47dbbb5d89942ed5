# SPDX-License-Identifier: Apache-2.0
"""`diffident demo`: two questions about made-up people, with prices, intervals, pictures and tables."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from diffident.cli.door import End
from diffident.cli.option import Text
from diffident.cli.speech import can_speak_json, say

if TYPE_CHECKING:
    from diffident.cli.scene import Scene

TITLE: Final = "Diffident: two questions about invented people"
HELP: Final = """Ask two questions about invented people, and draw the answers.

Pictures and their tables go to a folder; what an earlier run left there is replaced. Each run draws new noise.
"""
FILES: Final = ("counties.svg", "drivers.svg")
FOLDER: Final = Text(
    "--folder", metavar="FOLDER", means="Where pictures and tables go; ./demo if not given.", default="demo"
)


def _play(folder: str) -> int:
    """Ask, write, tell."""
    from diffident.cli.counties import counties_scene  # noqa: PLC0415 - numpy would slow down --help
    from diffident.cli.drivers import drivers_scene  # noqa: PLC0415 - the same

    scenes = (counties_scene(), drivers_scene())
    files = _write(scenes, Path(folder))
    told = [scene.told(place) for place, scene in enumerate(scenes, start=1)]
    opening = "  Everybody in this demo is invented. With data about people each run would cost its price again."
    say(
        "\n\n".join([opening, *told, _closing(files)]),
        {"scenes": [scene.as_json() for scene in scenes], "files": files},
    )
    return End.ANSWERED


def _write(scenes: Sequence["Scene"], folder: Path) -> list[str]:
    """Write the pictures, if there is something to draw with, and the page with their tables; return what was written."""
    from diffident.show.chart import can_draw, save  # noqa: PLC0415 - only when a demo is asked for
    from diffident.show.file import write  # noqa: PLC0415 - the same
    from diffident.show.page import page  # noqa: PLC0415 - the same

    pictures = dict(zip(FILES, (scene.picture for scene in scenes), strict=True))
    drawn = FILES if can_draw() else ()
    for file in drawn:
        save(pictures[file], folder / file)
    write(
        folder / "index.html", page(TITLE, [(each, file if file in drawn else None) for file, each in pictures.items()])
    )
    return [(folder / file).as_posix() for file in ("index.html", *drawn)]


def _closing(files: Sequence[str]) -> str:
    """Return where to look, and what to do next."""
    missing = "" if len(files) > 1 else "\n  Pictures need matplotlib: pip install 'diffident[plot]'"
    return (
        f"  Pictures and tables: {files[0]}{missing}\n"
        "  Next: diffident tradeoff share --within 0.03 --confidence 0.95 --epsilon 1 --sampling simple"
    )


demo = can_speak_json(click.Command("demo", params=[FOLDER], callback=_play, help=HELP))
