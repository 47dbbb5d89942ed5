# SPDX-License-Identifier: Apache-2.0
"""Second scene of the demo: one question put to a trusted curator, and to people who randomise their own answers."""

import math
from fractions import Fraction
from typing import Final

from diffident.cli.scene import SURE, Scene, promise
from diffident.invented.drivers import SHARE, drivers
from diffident.privacy.mechanisms import Laplace, RandomizedResponse
from diffident.privacy.tradeoff import tradeoff
from diffident.show.picture import Axis, Hue, Limit, Picture, Points
from diffident.show.text import Cell, number, percent, table

EPSILON: Final = Fraction(1)
SIZES: Final = (50, 100, 200, 500, 1000, 2000, 5000)
CURATOR: Final = "trusted curator"
HOME: Final = "randomised at each person"

Answers = list[tuple[float, float]]  # estimate and error, in people, for each number of people


def drivers_scene() -> Scene:
    """Ask each group of people, once each way, and return what there is to say."""
    curator, home = [_from_curator(people) for people in SIZES], [_from_home(people) for people in SIZES]
    return Scene(
        question="Did you ever drive after drinking?  The same question, asked in two ways.",
        epsilon=EPSILON,
        lines=(
            promise(EPSILON),
            "Nobody is in two groups, so that asking all of them costs no more than asking one.",
            "A trusted curator sees every answer, and adds noise to how many said yes.",
            "At home a coin that only you see may turn your answer round before it leaves.",
            "",
            _table(curator, home),
            "",
            _to_be_as_near(),
            f"The truth is invented: {percent(SHARE)} in every group.",
        ),
        picture=_picture(curator, home),
        plain={"confidence": float(SURE), "groups": [_plain(*row) for row in zip(SIZES, curator, home, strict=True)]},
    )


def _from_curator(people: int) -> tuple[float, float]:
    mechanism = Laplace(sensitivity=1, epsilon=EPSILON)
    return mechanism.release(int(drivers(people).sum())), mechanism.error(SURE)


def _from_home(people: int) -> tuple[float, float]:
    """Return an estimate and its error, whatever the share is."""
    mechanism = RandomizedResponse(epsilon=EPSILON)
    estimate = float(mechanism.estimate(mechanism.release(drivers(people)))[1])
    return estimate, max(mechanism.error(SURE, people=people, share=share) for share in (0, "0.5", 1))


def _table(curator: Answers, home: Answers) -> str:
    rows: list[list[Cell]] = [
        [people, *_cells(people, one), *_cells(people, other)]
        for people, one, other in zip(SIZES, curator, home, strict=True)
    ]
    return table(["people", CURATOR, "95 %", HOME, "95 %"], rows, indent=0)


def _cells(people: int, answer: tuple[float, float]) -> list[str]:
    """Return a share and its interval in per cent, the ends rounded outwards."""
    low, high = _ends(answer)
    down, up = math.floor(low / people * 1000) / 10, math.ceil(high / people * 1000) / 10
    return [f"{answer[0] / people * 100:.1f} %", f"{down:.1f} .. {up:.1f}"]


def _ends(answer: tuple[float, float]) -> tuple[float, float]:
    return answer[0] - answer[1], answer[0] + answer[1]


def _to_be_as_near() -> str:
    """Return how many people it takes at home to be as near as a curator with most of them."""
    known = {"confidence": SURE, "epsilon": EPSILON}
    near = tradeoff("share", people=SIZES[-1], neighbours="replace", **known).within
    needed = tradeoff("share", within=near, trust="nobody", **known).people
    return (
        f"As near as a curator with {number(SIZES[-1])} people: "
        f"{number(needed or 0)} people who randomise their own answers."
    )


def _picture(curator: Answers, home: Answers) -> Picture:
    return Picture(
        title=f"One question asked in two ways, epsilon {number(EPSILON)}, {percent(SURE)}",
        sentence=(
            f"Estimated share of people who say yes, for groups of {SIZES[0]} to {number(SIZES[-1])} people. The interval "
            f"of the trusted curator shrinks from {_wide(curator, 0)} to {_wide(curator, -1)} per cent to both sides, that "
            f"of answers randomised at each person from {_wide(home, 0)} to {_wide(home, -1)}."
        ),
        x=Axis(name="people asked", unit="number", scale="log"),
        y=Axis(name="people who say yes", unit="per cent"),
        marks=(
            Limit(label=f"the invented truth, {percent(SHARE)}", at=float(SHARE * 100)),
            _points(HOME, home, mark="s", aside=4),
            _points(CURATOR, curator, mark="o", aside=-4),
        ),
        footnote="A share below 0 or above 100 % is noise. Cut off, the mean of many such answers would be wrong.",
    )


def _wide(answers: Answers, place: int) -> str:
    return number(math.ceil(answers[place][1] / SIZES[place] * 10000) / 100)


def _points(label: str, answers: Answers, *, mark: str, aside: int) -> Points:
    ends = [_ends(answer) for answer in answers]
    estimates = [answer[0] for answer in answers]
    low, high = ([end[side] for end in ends] for side in (0, 1))
    x = tuple(float(people) for people in SIZES)
    y, down, up = (
        tuple(100 * value / people for value, people in zip(values, SIZES, strict=True))
        for values in (estimates, low, high)
    )
    return Points(label=label, hue=Hue.NOISE, x=x, y=y, low=down, high=up, mark=mark, aside=aside)


def _plain(people: int, curator: tuple[float, float], home: tuple[float, float]) -> dict[str, object]:
    ways = zip((CURATOR, HOME), (curator, home), strict=True)
    return {"people": people, **{way: {"estimate": answer[0], "within": answer[1]} for way, answer in ways}}
