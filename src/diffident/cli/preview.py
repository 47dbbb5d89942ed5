# SPDX-License-Identifier: Apache-2.0
"""`diffident preview`: what an answer would cost and how exact it would be. It is free, and no row is read."""

from typing import TYPE_CHECKING, Any, Final

import click

from diffident.cli.curated import opened
from diffident.cli.door import End
from diffident.cli.payment import HOW, OTHERS, in_units, typed
from diffident.cli.speech import can_speak_json, say

if TYPE_CHECKING:
    from diffident.curator.curator import Curator
    from diffident.curator.preview import Preview

SHORT: Final = "Show price and expected error; free, and no row is read."
HELP: Final = """Show what a QUESTION to the curator of FILE would cost, and how exact its answer would be.

It is free, and no row is read. Without --epsilon or --within it shows what 0.1, 0.5 and 1 would buy. If not even the
first is left, the exit code is 4.
"""


def _preview(file: str, question: str, **wanted: str | None) -> int:
    """Open and tell."""
    shown = opened(file).preview(question, **typed(**wanted))
    say(*told(shown))
    return End.ANSWERED if shown.affordable else End.NO


def previewed(curator: "Curator", question: str, epsilon: str | None, **others: Any) -> "Preview":  # noqa: ANN401 - as `Curator.preview`
    """Return the preview at an epsilon, or at the usual ones."""
    return curator.preview(question, **typed(epsilon=epsilon), **others)


def told(shown: "Preview") -> tuple[str, dict[str, Any]]:
    """Return a preview as text and as plain data: at one price, or at several."""
    several = (shown, *shown.dearer)
    return str(shown), {"previews": [_plain(each) for each in several]} if shown.dearer else _plain(shown)


def _plain(preview: "Preview") -> dict[str, Any]:
    return {**preview.as_json(), **in_units(price=preview.offer.charge.price, left=preview.left)}


preview = can_speak_json(
    click.Command(
        "preview",
        params=[click.Argument(["file"]), click.Argument(["question"]), *HOW, *OTHERS],
        callback=_preview,
        help=HELP,
        short_help=SHORT,
    )
)
