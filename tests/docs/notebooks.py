# SPDX-License-Identifier: Apache-2.0
"""The tutorials as notebooks: a page cut into cells. `PYTHONPATH=tests .venv/bin/python -m docs.notebooks` writes them."""

import json
import re
from doctest import DocTestParser
from pathlib import Path

TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
PAGES = sorted(page for page in TUTORIALS.glob("*.md") if f"]({page.stem}.ipynb)" in page.read_text(encoding="utf-8"))
FENCE = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"; \[the same as a notebook\]\(\w+\.ipynb\)")


def notebook(page):
    """Return a page as a notebook, in the form of nbformat 4.5: text, and examples without what they print."""
    parts = FENCE.split(LINK.sub("", page.read_text(encoding="utf-8")))
    made = [_code(part) if place % 2 else _text(part) for place, part in enumerate(parts)]
    cells = [{"id": f"cell-{place}", **cell} for place, cell in enumerate(cell for cell in made if cell)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}


def sources(made):
    """Return what a notebook would run, cell by cell."""
    return ["".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == "code"]


def stored(made):
    """Return the bytes of a notebook."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _text(part):
    text = part.strip()
    return text and {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(part):
    code = "".join(example.source for example in DocTestParser().get_examples(part))
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": code.rstrip().splitlines(keepends=True),
    }


if __name__ == "__main__":
    for each in PAGES:
        each.with_suffix(".ipynb").write_text(stored(notebook(each)), encoding="utf-8")
