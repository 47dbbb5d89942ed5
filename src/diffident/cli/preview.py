# SPDX-License-Identifier: Apache-2.0
"""`diffident preview`: what an answer would cost and how exact it would be. It is free, and no row is read."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from diffident.cli.curated import opened
from diffident.cli.door import End
from diffident.cli.payment import EPSILON, OTHERS, in_units, typed
from diffident.cli.speech import can_speak_json, say
from diffident.show.text import number, table

if TYPE_CHECKING:
    from diffident.curator.curator import Curator
    from diffident.curator.preview import Preview

SHORT: Final = "Show price and expected error; free, and no row is read."
HELP: Final = """Show what a QUESTION to the curator of FILE would cost, and how exact its answer would be.

It is free, and no row is read. Without --epsilon it shows what 0.1, 0.5 and 1 would buy. If not even the first is left,
the exit code is 4.
"""
LACKING: Final = "missing    errors that need expected_people in the curator file"
USUAL: Final = ("0.1", "0.5", "1")


def _preview(file: str, question: str, *, epsilon: str | None, **others: str | None) -> int:
    """Open and tell."""
    shown = previewed(opened(file), question, epsilon, **typed(**others))
    say(*shown.told)
    return End.ANSWERED if shown.affordable else End.NO


@dataclass(frozen=True, slots=True)
class Previewed:
    """The preview of a question at one epsilon, or at several."""

    epsilons: tuple[str, ...]
    previews: "tuple[Preview, ...]"

    @property
    def affordable(self) -> bool:
        """Whether the first is."""
        return self.previews[0].affordable

    @property
    def told(self) -> tuple[str, dict[str, Any]]:
        """One preview in full, or several as a table; as text and as plain data."""
        first, *others = self.previews
        if not others:
            return str(first), _plain(first)
        return self._table(first), {"previews": [_plain(each) for each in self.previews]}

    def _table(self, first: "Preview") -> str:
        people = first.offer.plan.limits.expected_people
        assumed = f"Assuming {number(people)} people. " if people else ""
        lacking = f"\n  {LACKING}" if None in first.errors.values() else ""
        heads = ["epsilon", *(f"{name} within" for name in first.errors), "affordable"]
        rows = [
            [epsilon, *each.errors.values(), "yes" if each.affordable else "no"]
            for epsilon, each in zip(self.epsilons, self.previews, strict=True)
        ]
        counts = f"  counts     {first.offer.plan.explained}"
        return f"  {assumed}Nothing has been read yet.\n\n{table(heads, rows)}\n\n{counts}{lacking}"


def previewed(curator: "Curator", question: str, epsilon: str | None, **others: Any) -> Previewed:  # noqa: ANN401 - as `Curator.preview`
    """Return the preview at an epsilon, or at the usual ones."""
    wanted = USUAL if epsilon is None else (epsilon,)
    return Previewed(wanted, tuple(curator.preview(question, epsilon=each, **others) for each in wanted))


def _plain(preview: "Preview") -> dict[str, Any]:
    return {**preview.as_json(), **in_units(price=preview.offer.charge.price, left=preview.left)}


preview = can_speak_json(
    click.Command(
        "preview",
        params=[click.Argument(["file"]), click.Argument(["question"]), EPSILON, *OTHERS],
        callback=_preview,
        help=HELP,
        short_help=SHORT,
    )
)
