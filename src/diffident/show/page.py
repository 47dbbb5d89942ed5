# SPDX-License-Identifier: Apache-2.0
"""Pictures on a page of HTML, each with its sentence and its table: nothing on it has to be seen to be known."""

from collections.abc import Iterable, Mapping
from html import escape

from diffident.show.picture import Picture
from diffident.show.text import Cell, cell

HEAD = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #222 }}
img {{ max-width: 100% }}
figure {{ margin: 0 }}
pre {{ overflow-x: auto; font-size: 13px }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ padding: 0 .8em 0 0; text-align: right }}
th:first-child, td:first-child {{ text-align: left }}
</style>
<h1>{title}</h1>
"""


def page(title: str, shown: Iterable[tuple[Picture, str | None]], texts: Mapping[str, str] | None = None) -> bytes:
    """Return a page with pictures and the names of the files they are in; one that is not drawn is told and listed.

    Plain texts follow under their headings, as they are.
    """
    parts = [_part(picture, file) for picture, file in shown]
    parts += [f"<h2>{escape(heading)}</h2>\n<pre>{escape(text)}</pre>" for heading, text in (texts or {}).items()]
    return "\n".join([HEAD.format(title=escape(title)), *parts]).encode("utf-8", errors="backslashreplace")


def _part(picture: Picture, file: str | None) -> str:
    sentence, footnote = escape(picture.sentence), escape(picture.footnote)
    image = f'<img src="{_address(file)}" alt="{sentence}">' if file else ""
    heading = f"<h2>{escape(picture.title)}</h2>"
    figure = f"<figure>{image}<figcaption>{sentence} {footnote}</figcaption></figure>"
    return "\n".join(
        [heading, figure, "<details><summary>The same as a table</summary>", _table(picture), "</details>"]
    )


def _table(picture: Picture) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in picture.names)
    return "\n".join(["<table>", f"<tr>{head}</tr>", *(_row(row) for row in picture.rows), "</table>"])


def _row(row: Iterable[Cell]) -> str:
    return "<tr>" + "".join(f"<td>{escape(cell(entry))}</td>" for entry in row) + "</tr>"


def _address(file: str) -> str:
    from urllib.parse import quote  # noqa: PLC0415 - only pages need it

    return quote(file.encode("utf-8", errors="surrogateescape"))
