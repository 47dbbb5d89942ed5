# SPDX-License-Identifier: Apache-2.0
"""Numbers of categories, drawn: bars with intervals, curves in their band, tiles of a cross-table."""

from typing import TYPE_CHECKING, Final, assert_never

from diffident.show.picture import Band, Bars, Hue, Tiles
from diffident.show.text import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis as Ruler
    from matplotlib.transforms import Affine2D

FEW: Final = 24  # names that stand beside each other; of more only some are written
SHORT: Final = 40  # letters of all names that stand beside each other without being turned
LONGEST: Final = 24  # letters of one name that are written
TILES: Final = 60  # tiles whose numbers are written
PALE: Final = {Hue.NOISE: "#d5e5f2", Hue.SAMPLING: "#f3dbd5", Hue.ASSUMED: "#e4e4e4"}  # what lies behind an interval


def draw(mark: Bars | Band | Tiles, axes: "Axes") -> None:
    """Draw one mark."""
    match mark:
        case Bars():
            _bars(mark, axes)
        case Band():
            _band(mark, axes)
        case Tiles():
            _tiles(mark, axes)
        case _:
            assert_never(mark)


def name(ruler: "Ruler", ticks: tuple[str, ...], *, across: bool) -> None:
    """Write names along one side, turned where they are long, and only some of very many."""
    step = -(-len(ticks) // FEW)
    written = [f"{tick[:LONGEST]}..." if len(tick) > LONGEST else tick for tick in ticks[::step]]
    ruler.set_ticks(range(0, len(ticks), step), labels=written)
    if across and sum(map(len, written)) > SHORT:
        for label in ruler.get_ticklabels():
            label.set(rotation=35, ha="right", rotation_mode="anchor")


def _bars(mark: Bars, axes: "Axes") -> None:
    """Draw pale bars, and each interval as a line: a bar without it would say more than is known."""
    places = range(len(mark.names))
    wide = 0.96 if mark.are_bins else 0.7 if len(mark.names) > 1 else 0.2
    axes.bar(places, mark.y, width=wide, color=PALE[mark.hue], edgecolor=mark.hue.value, lw=0.6)
    axes.axhline(0, color="#222222", lw=0.8)
    few = len(mark.names) <= FEW * 2
    axes.vlines(places, mark.low, mark.high, color=mark.hue.value, lw=1.6 if few else 0.7, label=mark.label)
    axes.plot(places, mark.y, "o", ms=3.5 if few else 1.5, color=mark.hue.value)
    axes.set_xlim(-0.7, len(mark.names) - 0.3)


def _band(mark: Band, axes: "Axes") -> None:
    places = range(len(mark.names))
    axes.fill_between(places, mark.low, mark.high, step="mid", color=PALE[mark.hue], lw=0, label=mark.label)
    axes.step(places, mark.y, where="mid", color=mark.hue.value, lw=1.5)


def _tiles(mark: Tiles, axes: "Axes") -> None:
    """Draw tiles that are darker the larger the number is, and write it where there are few; half an interval below."""
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415 - slow to import, and an extra

    wide = len(mark.across)
    rows = [mark.values[start : start + wide] for start in range(0, len(mark.values), wide)]
    shades = LinearSegmentedColormap.from_list("from white", ["#ffffff", mark.hue.value])
    shown = axes.pcolormesh(rows, cmap=shades, edgecolors="white", lw=1.5)
    shown.set_transform(_half_a_tile() + axes.transData)
    axes.set_xlim(-0.5, wide - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    low, high = min(mark.values), max(mark.values)
    for place, value in enumerate(mark.values if len(mark.values) <= TILES else ()):
        is_dark = value > low + 0.6 * (high - low)
        half = (mark.high[place] - mark.low[place]) / 2
        told = f"{number(value)}\n\u00b1 {number(half, 2)}"
        axes.text(place % wide, place // wide, told, ha="center", va="center", color="white" if is_dark else "#222222")


def _half_a_tile() -> "Affine2D":
    from matplotlib.transforms import Affine2D  # noqa: PLC0415 - as above

    return Affine2D().translate(-0.5, -0.5)
