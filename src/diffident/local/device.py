# SPDX-License-Identifier: Apache-2.0
"""What happens on the device of a person, in plain Python: a description, an answer, and the report that may leave.

Needs Python alone, nothing of ours: copy it into an app. `device.js` is the same for browsers, line by line, and test
vectors hold the two together. Answers and thresholds are whole numbers; a probability is a number of 2^-64.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

VERSION = 1
Plan = Mapping[str, Any]  # how a protocol is described: see docs/formats.md


class NotReported(Exception):  # noqa: N818 - nothing leaves the device
    """An answer or a description that this code does not know; nothing leaves the device."""


class Draw:
    """Decisions from random bits: 64 at a time, from the system."""

    def __init__(self, word: Callable[[], int] | None = None) -> None:
        self.word = word or (lambda: int.from_bytes(os.urandom(8), "little"))

    def chance(self, threshold: int) -> bool:
        """Say yes with probability threshold / 2^64."""
        return self.word() < threshold

    def below(self, n: int) -> int:
        """Return a whole number below n, all alike: what does not fit is drawn again."""
        mask = (1 << (n - 1).bit_length()) - 1
        while (drawn := self.word() & mask) >= n:
            pass
        return drawn


def report(
    plan: Plan, answer: int, draw: Draw | None = None, seed: Sequence[int] = (), memo: Sequence[Any] = ()
) -> Any:  # noqa: ANN401 - JSON
    """Return what may leave the device: a whole number, or a list of them.

    `seed` is what the survey assigned to this person, for protocols that need it; it is public. `memo` is what
    `remember` returned once, for questions that are asked again; it stays on the device.

    >>> report({"kind": "window", "version": 1, "answers": 2, "cells": 2, "width": 1, "inside": str(2**64)}, 1)
    1
    """
    if plan["version"] != VERSION:
        raise NotReported("a description of another version: update the app")
    if type(answer) is not int or not 0 <= answer < plan["answers"]:
        raise NotReported("the answer is none of those described")
    return KINDS[plan["kind"]](plan, answer, draw or Draw(), seed, memo)


def _window(plan: Plan, answer: int, draw: Draw, *_: object) -> int:
    """One of the cells that begin at the answer, or one of the others behind them, round the circle."""
    width, cells = int(plan["width"]), int(plan["cells"])
    inside = draw.chance(int(plan["inside"]))
    return (answer + (draw.below(width) if inside else width + draw.below(cells - width))) % cells


def _coin(plan: Plan, answer: int, draw: Draw, *_: object) -> int:
    """A one, the likelier the larger the answer."""
    return int(draw.chance(int(plan["least"]) + int(plan["step"]) * answer))


def _either(plan: Plan, answer: int, draw: Draw, *_: object) -> int:
    """A window, or the two sides of a coin beyond its cells."""
    if draw.chance(int(plan["first"])):
        return _window(plan["window"], answer, draw)
    return int(plan["window"]["cells"]) + _coin(plan["coin"], answer, draw)


def _marks(plan: Plan, answer: int, draw: Draw, *_: object) -> list[int]:
    """The options that are marked: the answer more often than the others."""
    kept, turned = int(plan["kept"]), int(plan["turned"])
    return [option for option in range(plan["answers"]) if draw.chance(kept if option == answer else turned)]


def _set(plan: Plan, answer: int, draw: Draw, *_: object) -> list[int]:
    """A set of options of a fixed size, which has the answer in it more often than not by chance."""
    options = plan["answers"]
    kept = draw.chance(int(plan["kept"]))
    others = _some(plan["size"] - kept, options - 1, draw)
    return sorted([answer] * kept + [(answer + 1 + other) % options for other in others])


def _some(count: int, among: int, draw: Draw) -> set[int]:
    """So many of the numbers below `among`, all sets alike (Floyd)."""
    taken: set[int] = set()
    for last in range(among - count, among):
        pick = draw.below(last + 1)
        taken.add(last if pick in taken else pick)
    return taken


def _hashed(plan: Plan, answer: int, draw: Draw, seed: Sequence[int], *_: object) -> list[int]:
    """The assigned seed, and the answer's cell under it, turned round by chance."""
    times, plus = seed
    cell = (times * answer + plus) % plan["prime"] % plan["window"]["cells"]
    return [times, plus, _window(plan["window"], cell, draw)]


def _parity(plan: Plan, answer: int, draw: Draw, seed: Sequence[int], *_: object) -> list[int]:
    """The assigned row, and the sign of the answer in it, turned round by chance."""
    (row,) = seed
    sign = (row & answer).bit_count() & 1
    return [row, sign if draw.chance(int(plan["inside"])) else 1 - sign]


def _sampled(plan: Plan, answer: int, draw: Draw, *_: object) -> list[int]:
    """Some of several yes or no answers, chosen by chance, each turned round by chance: [question, reply, ...].

    The answer is the number whose binary digits are the answers, the first question's first.
    """
    told: list[int] = []
    for question in sorted(_some(plan["asked"], plan["questions"], draw)):
        told += [question, _window(plan["each"], answer >> question & 1, draw)]
    return told


def _lasting(plan: Plan, answer: int, draw: Draw, seed: Sequence[int], memo: Sequence[int]) -> Any:  # noqa: ANN401 - JSON
    """A new report about the permanent answer that the memo has for this answer, or for its cell under the seed."""
    told = _window(plan["again"], memo[_place(plan, answer, seed)], draw)
    return [*seed, told] if seed else told


def _lasting_marks(plan: Plan, answer: int, draw: Draw, _: Sequence[int], memo: Sequence[Sequence[int]]) -> list[int]:
    """New marks about the permanent marks that the memo has for this answer."""
    kept, turned, marked = int(plan["again"]["kept"]), int(plan["again"]["turned"]), memo[answer]
    return [option for option in range(plan["answers"]) if draw.chance(kept if option in marked else turned)]


def _place(plan: Plan, answer: int, seed: Sequence[int]) -> int:
    """The answer itself, or its cell under the seed."""
    return (seed[0] * answer + seed[1]) % plan["prime"] % plan["once"]["cells"] if seed else answer


def remember(plan: Plan, draw: Draw | None = None) -> list[Any]:
    """Return a permanent answer for each answer (or cell) there is, to be kept on the device for good.

    Drawn for all of them before the first is needed, it shows nobody who reads the device's memory what was answered.
    """
    drawn, once = draw or Draw(), plan["once"]
    return [KINDS[once["kind"]](once, answer, drawn) for answer in range(once["answers"])]


KINDS: dict[str, Callable[..., Any]] = {
    "window": _window,
    "coin": _coin,
    "either": _either,
    "marks": _marks,
    "set": _set,
    "hashed": _hashed,
    "parity": _parity,
    "sampled": _sampled,
    "lasting": _lasting,
    "lasting marks": _lasting_marks,
}
