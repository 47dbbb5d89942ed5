# SPDX-License-Identifier: Apache-2.0
"""All attacks on one page: each with its picture, its sentence and its table, and the curve of Dinur and Nissim."""

from pathlib import Path
from typing import Final

from diffident.lab.attacks import ATTACKS
from diffident.lab.attacks.reconstruction import PEOPLE, bits_found
from diffident.lab.attacks.run import swept
from diffident.randomness.source import Source
from diffident.show.chart import can_draw, drawn
from diffident.show.file import write
from diffident.show.page import page
from diffident.show.picture import Axis, Curve, Hue, Limit, Picture

TITLE: Final = "What is published naively is found out, and what Diffident answers is not"
PAGE: Final = "attacks.html"
COUNTS: Final = (0.25, 0.5, 1, 2, 4, 8)  # for each person
ERRORS: Final = ((1, "-"), (14, "--"), (100, ":"))  # 14 is about the root of 200


def report(folder: Path, *, rounds: object = 300, source: Source | None = None) -> Path:
    """Run all attacks, write the page and its pictures into a folder, and return the page."""
    drawing = source or Source.fresh()
    pictures = {kind.name: swept(kind.name, rounds=rounds, source=drawing).picture for kind in ATTACKS}
    pictures["counts"] = many_counts()
    files = {name: f"{name}.svg" if can_draw() else None for name in pictures}
    for name, file in files.items():
        if file is not None:
            write(folder / file, drawn(pictures[name], ".svg"))
    write(folder / PAGE, page(TITLE, [(picture, files[name]) for name, picture in pictures.items()]))
    return folder / PAGE


def many_counts() -> Picture:
    """How many bits are found as counts become more and less exact (Dinur and Nissim 2003)."""
    found = {
        error: [bits_found(people=PEOPLE, counts=int(PEOPLE * each), error=error) for each in COUNTS]
        for error, _ in ERRORS
    }
    return Picture(
        title="How many counts, and how exact, give everybody away",
        sentence=(
            f"With four counts a person that are off by one at most, {found[1][-2]:.0%} of {PEOPLE} secret bits are found; "
            f"where they are off by up to 100, {found[100][-2]:.0%}, hardly more than by guessing."
        ),
        x=Axis(name="counts that are published", unit="for each person", scale="log"),
        y=Axis(name="bits that are found", unit="share"),
        marks=(
            *(
                Curve(label=f"off by {error} at most", hue=Hue.SAMPLING, x=COUNTS, y=tuple(found[error]), dash=dash)
                for error, dash in ERRORS
            ),
            Limit(label="blind guesses", at=0.5),
        ),
        footnote="Least squares on counts over random halves of 200 people (Dinur and Nissim 2003).",
    )
