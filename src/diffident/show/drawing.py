# SPDX-License-Identifier: Apache-2.0
"""A picture in hand: a notebook shows it, a terminal reads its sentence, and it is also a file, JSON, or a table."""

import os
from base64 import b64encode
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from diffident.show.chart import drawable, drawn, save
from diffident.show.picture import Picture
from diffident.show.text import table
from diffident.show.vega import vega


@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """What a picture shows, in whichever form it is wanted."""

    picture: Picture

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write it as .svg or .png, and return the path."""
        named = drawable(os.fspath(path))
        save(self.picture, named)
        return named

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        drawable("picture.svg")
        return drawn(self.picture, ".svg").decode()

    def vega(self) -> dict[str, Any]:
        """Return it as a Vega-Lite specification."""
        return vega(self.picture)

    def table(self) -> str:
        """Return the table that says the same."""
        return table(self.picture.names, self.picture.rows)

    def folded(self) -> str:
        """Return it as HTML that is unfolded to be seen, with its sentence for whoever does not see it."""
        image = b64encode(self.svg.encode()).decode()
        alone = f'<img alt="{escape(self.picture.sentence)}" src="data:image/svg+xml;base64,{image}">'
        return f"<details><summary>Picture</summary>{alone}</details>"

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"{self.picture.sentence}\n\n{self.table()}"
