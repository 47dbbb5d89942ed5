# SPDX-License-Identifier: Apache-2.0
"""One table of figures: ours, a peer's, their ratio, and whether the goal is reached."""

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured. Less is better; `goal` bounds our own number, `times` bounds ours divided by the peer's."""

    name: str
    ours: float
    goal: float | None
    peer: float | None
    times: float | None
    unit: str

    @property
    def ratio(self) -> float | None:
        return self.ours / self.peer if self.peer else None

    @property
    def reached(self) -> str:
        if self.goal is None and self.times is None:
            return "-"
        if self.times is not None and self.ratio is None:
            return "peer not here"
        kept = (self.goal is None or self.ours <= self.goal) and (self.times is None or self.ratio <= self.times)
        return "yes" if kept else "NO"

    @property
    def wanted(self) -> str:
        own = [] if self.goal is None else [f"<= {short(self.goal)}"]
        compared = [] if self.times is None else [f"<= {short(self.times)} x"]
        return ", ".join(own + compared) or "-"

    def cells(self) -> tuple[str, ...]:
        ours, peer, ratio = (short(number) for number in (self.ours, self.peer, self.ratio))
        return self.name, ours, peer, self.unit, ratio, self.wanted, self.reached


def short(number: float | None) -> str:
    """Return a number as a reader wants it: four digits, or all before the point."""
    if number is None:
        return "-"
    return f"{number:,.0f}" if abs(number) >= 1000 else f"{number:.4g}"


FIGURES: list[Figure] = []


def row(
    figure: str,
    ours: float,
    goal: float | None = None,
    peer: float | None = None,
    *,
    times: float | None = None,
    unit: str = "s",
) -> None:
    """Add one figure: `goal` is the most that ours may be, `times` the most that ours / peer may be."""
    FIGURES.append(Figure(figure, ours, goal, peer, times, unit))


def show() -> None:
    """Print every figure measured so far."""
    table = Table("figure", "ours", "peer", "unit", "ratio", "goal", "reached", title="Less is better")
    for figure in FIGURES:
        table.add_row(*figure.cells())
    Console(width=140).print(table)
