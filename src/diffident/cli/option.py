# SPDX-License-Identifier: Apache-2.0
"""An option that takes text as it was typed, at most once: what it means is settled where Python settles it."""

from typing import Any

import click


class Text(click.Option):
    """An option of plain text; given twice it is refused, since one of the two would be ignored."""

    def __init__(self, *names: str, metavar: str, means: str, parts: int = 1, default: str | None = None) -> None:
        super().__init__(list(names), metavar=metavar, help=means, nargs=parts, multiple=True)
        self.left_out = default

    def process_value(self, ctx: click.Context, value: Any) -> Any:  # noqa: ANN401 - click's own signature
        """Return what was typed, or what stands for it where nothing was."""
        given = super().process_value(ctx, value)
        if len(given) > 1:
            raise click.UsageError(f"Option '{self.opts[0]}' is given {len(given)} times", ctx)
        return given[0] if given else self.left_out
