# SPDX-License-Identifier: Apache-2.0
"""A picture as SVG or PNG: the same bytes each time, with the sentence that says it inside."""

import io
import logging
import math
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, assert_never

from diffident.errors import Refused
from diffident.show import categories
from diffident.show.file import write
from diffident.show.picture import Axis, Band, Bars, Curve, Hue, Limit, Mark, Picture, Points, Tiles
from diffident.show.text import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis as Ruler

FORMATS: Final = (".svg", ".png")
SIZE: Final = (7.0, 4.2)  # inches
FEW: Final = 60  # points that are drawn one by one; more are drawn finer
WIDE: Final = 1000  # a logarithmic scale that spans more has numbers at the powers of ten only
STYLE: Final = {
    "svg.hashsalt": "diffident",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "legend.frameon": False,
    "savefig.dpi": 160,
}


class UnknownFormat(Refused):
    """A picture file of another kind."""

    code = "picture_format_unknown"
    sentence = "A picture is written as {formats}, and {given} ends otherwise."
    remedy = "Name a file that ends so, for example picture.svg."


class PackageMissing(Refused):
    """A package that only some need, and that is not installed here."""

    code = "package_missing"
    sentence = "{purpose} needs {package}, which is not installed."
    remedy = "Install it: pip install 'diffident[{extra}]'"


def can_draw() -> bool:
    """Return whether there is something to draw with."""
    from importlib.util import find_spec  # noqa: PLC0415 - only pictures ask

    return find_spec("matplotlib") is not None


def drawable(given: object) -> Path:
    """Return the file that somebody named for a picture, if one can be drawn and is written in this way."""
    path = Path(str(given))
    if path.suffix.lower() not in FORMATS:
        raise UnknownFormat(formats=" or ".join(FORMATS), given=ascii(path.name[-40:]))
    if not can_draw():
        raise PackageMissing(purpose="A picture", package="matplotlib", extra="plot")
    return path


def save(picture: Picture, path: Path) -> None:
    """Write a picture to a file whose name ends in .svg or .png."""
    write(path, drawn(picture, drawable(path).suffix.lower()))


def drawn(picture: Picture, form: str) -> bytes:
    """Return a picture as the bytes of a file of this form."""
    written = io.BytesIO()
    with _quiet():
        from matplotlib import style  # noqa: PLC0415 - slow to import, and an extra
        from matplotlib.figure import Figure  # noqa: PLC0415 - the same

        with style.context(["default", STYLE]):
            figure = Figure(figsize=SIZE, layout="constrained")
            axes = figure.subplots()
            _scale(picture, axes)
            for mark in picture.marks:
                _draw(mark, axes)
            _name(picture, axes)
            figure.supxlabel(picture.footnote, fontsize=7.5, color=Hue.ASSUMED.value, x=0.01, ha="left")
            figure.savefig(written, format=form[1:], metadata=_metadata(picture, form))
    return written.getvalue()


@contextmanager
def _quiet() -> Generator[None]:
    """Keep matplotlib from telling whoever draws where it keeps its fonts."""
    logger = logging.getLogger("matplotlib")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)


def _metadata(picture: Picture, form: str) -> dict[str, str | None]:
    """Return what is written beside the picture: what it says, and nothing of when and with what it was made."""
    unsaid = {"Date": None, "Creator": None} if form == ".svg" else {"Software": None}
    return {"Title": picture.title, "Description": picture.sentence, **unsaid}


def _draw(mark: Mark, axes: "Axes") -> None:
    match mark:
        case Points():
            _points(mark, axes)
        case Curve():
            below = mark.hue is Hue.SAMPLING  # wide and pale, to be seen where noise hardly adds to it
            wide, strong = (4.0, 0.5) if below else (1.5, 1.0)
            axes.plot(mark.x, mark.y, mark.dash, lw=wide, alpha=strong, color=mark.hue.value, label=mark.label)
        case Limit():
            line = axes.axvline if mark.along == "x" else axes.axhline
            line(mark.at, color=Hue.ASSUMED.value, ls="--", lw=1, label=mark.label)
        case Bars() | Band() | Tiles():
            categories.draw(mark, axes)
        case _:
            assert_never(mark)


def _points(mark: Points, axes: "Axes") -> None:
    """Draw each interval as a line: all of them are one path, so that thousands stay a small file."""
    from matplotlib.transforms import offset_copy  # noqa: PLC0415 - slow to import, and an extra

    few = len(mark.x) <= FEW
    wide, strong, size = (1.4, 1.0, 4.0) if few else (0.4, 0.35, 1.2)
    across = [place for x in mark.x for place in (x, x, math.nan)]
    up = [place for ends in zip(mark.low, mark.high, strict=True) for place in (*ends, math.nan)]
    there = offset_copy(axes.transData, axes.get_figure(root=True), x=mark.aside, units="points")
    (bars,) = axes.plot(across, up, color=mark.hue.value, lw=wide, alpha=strong)
    inside = mark.hue.value if mark.mark == "o" else "white"
    (dots,) = axes.plot(mark.x, mark.y, mark.mark, ms=size, mfc=inside, color=mark.hue.value, label=mark.label)
    for moved in (bars, dots):  # moved when the limits of the axes are known from the true places
        moved.set_transform(there)


def _name(picture: Picture, axes: "Axes") -> None:
    """Write the names and units of the axes, the title, and what each colour is."""
    axes.set_title(picture.title)
    axes.set(xlabel=picture.x.title, ylabel=picture.y.title)
    if axes.get_legend_handles_labels()[0]:  # above the picture where names stand below it: intervals need the room
        axes.legend(**({"loc": "lower right", "bbox_to_anchor": (1, 1), "ncols": 2} if picture.x.ticks else {}))
    for side, ruler, across in ((picture.x, axes.xaxis, True), (picture.y, axes.yaxis, False)):
        if side.ticks:
            categories.name(ruler, side.ticks, across=across)
        else:
            _number(ruler, side, *ruler.get_view_interval())


def _scale(picture: Picture, axes: "Axes") -> None:
    """Say how each side is measured; margins are taken from that."""
    for side, rescale in ((picture.x, axes.set_xscale), (picture.y, axes.set_yscale)):
        rescale(side.scale, **({"linthresh": side.straight_to} if side.scale == "symlog" else {}))


def _number(ruler: "Ruler", side: Axis, low: float, high: float) -> None:
    """Write plain numbers along one side; where a logarithmic one spans little, those in between too."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter  # noqa: PLC0415 - slow, and an extra

    if side.scale == "log" and high < WIDE * low:
        ruler.set_major_locator(LogLocator(subs=(1, 2, 5)))
    ruler.set_major_formatter(FuncFormatter(_plain))
    ruler.set_minor_formatter(NullFormatter())


def _plain(value: float, _: int | None) -> str:
    return number(value)
