# SPDX-License-Identifier: Apache-2.0
"""First scene of the demo: a count for each of 3,143 counties, exercise 4.5 of the lecture notes."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.cli.scene import SURE, Scene, promise
from diffident.invented.counties import Counties, counties
from diffident.privacy.mechanisms import Laplace
from diffident.show.picture import Axis, Hue, Limit, Picture, Points
from diffident.show.text import Cell, number, percent, table

EPSILON: Final = Fraction(1, 10)
SHOWN: Final = (slice(3), slice(1570, 1573), slice(-4, None))  # by their people, who are no secret
BETWEEN: Final = ("...", "", "", "", "")
BELOW_ZERO: Final = "A count below zero is noise around a small one; cut off, sums would come out too large."


def counties_scene() -> Scene:
    """Release the counts, once, and return what there is to say."""
    made_up, mechanism = counties(), Laplace(sensitivity=1, epsilon=EPSILON)
    released = mechanism.release(made_up.ill)
    alone, together = (int(mechanism.error(SURE, numbers=many)) for many in (1, len(made_up.names)))
    return Scene(
        question=f"How many people are ill, in each of {number(len(made_up.names))} counties?",
        epsilon=EPSILON,
        lines=(
            "A person is ill in one county only, so all these counts together cost no more than one of them.",
            promise(EPSILON),
            f"Each count is within {alone} of the truth, {percent(SURE)}; all at once are within {together}, {percent(SURE)}.",
            "",
            _table(made_up, released, alone, together),
            "",
            BELOW_ZERO,
            _looked_up(np.abs(released - made_up.ill), alone),
        ),
        picture=_picture(made_up, released, together),
        plain={
            "within_alone": alone,
            "within_together": together,
            "confidence": float(SURE),
            "counties": _plain(made_up, released),
        },
    )


def _table(made_up: Counties, released: NDArray[Any], alone: int, together: int) -> str:
    groups = [[_row(made_up, released, at, (alone, together)) for at in places] for places in _shown(len(released))]
    rows = [row for group in groups for row in (*group, BETWEEN)][:-1]
    return table(["county", "people", "ill, released", "95 %, this one", "95 %, all at once"], rows, indent=0)


def _shown(counties: int) -> Iterator[range]:
    return (range(counties)[places] for places in SHOWN)


def _row(made_up: Counties, released: NDArray[Any], at: int, errors: tuple[int, int]) -> list[Cell]:
    intervals = (_interval(int(released[at]), far) for far in errors)
    return [made_up.names[at], int(made_up.people[at]), int(released[at]), *intervals]


def _interval(middle: int, far: int) -> str:
    return f"{number(middle - far)} .. {number(middle + far)}"


def _looked_up(wrong: NDArray[Any], alone: int) -> str:
    """Return how it went, which only somebody can know who invented the truth."""
    held, largest = int((wrong <= alone).sum()), int(wrong.max())
    share = f"{100 * held / wrong.size:.1f} %"
    return f"Since all is invented we may look: the largest error is {largest}; {number(held)} counts ({share}) are within {alone}."


def _picture(made_up: Counties, released: NDArray[Any], together: int) -> Picture:
    found = tuple(float(count) for count in released)
    return Picture(
        title=f"Ill people in {number(len(found))} invented counties, released with epsilon {number(EPSILON)}",
        sentence=(
            f"Each of {number(len(found))} released counts against the people of its county, with an interval of "
            f"{together} to both sides that holds for all of them at once, {percent(SURE)}. Counts of large counties "
            f"stand far above their intervals; below about {together} noise hides what is there."
        ),
        x=Axis(name="people in the county", unit="number, public", scale="log"),
        y=Axis(name="ill people, released", unit="number", scale="symlog", straight_to=together),
        marks=(
            Limit(label="nobody is ill", at=0),
            Points(
                label=f"released count, and its interval: all at once {percent(SURE)}",
                hue=Hue.NOISE,
                x=tuple(float(many) for many in made_up.people),
                y=found,
                low=tuple(count - together for count in found),
                high=tuple(count + together for count in found),
                names=made_up.names,
            ),
        ),
        footnote=BELOW_ZERO,
    )


def _plain(made_up: Counties, released: NDArray[Any]) -> list[dict[str, object]]:
    columns = zip(made_up.names, made_up.people.tolist(), released.tolist(), strict=True)
    return [{"county": name, "people": people, "released": count} for name, people, count in columns]
