# SPDX-License-Identifier: Apache-2.0
"""A page with two sliders, over epsilon and people, and three linked pictures: it works from a file, without a server."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib import resources
from typing import Final

from diffident.show.picture import Hue
from diffident.show.text import number

HUES: Final = {"noise": Hue.NOISE.value, "sampling": Hue.SAMPLING.value, "assumed": Hue.ASSUMED.value}
PAGE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #222 }}
label {{ display: grid; grid-template-columns: 6em 1fr 6em; gap: .8em; align-items: center }}
output {{ text-align: right; font-variant-numeric: tabular-nums }}
form {{ position: sticky; top: 0; background: #fff; padding: .5em 0; border-bottom: 1px solid #ddd }}
svg {{ width: 100%; height: auto }}
figure {{ margin: 1em 0 }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ padding: 0 .8em 0 0; text-align: right }}
th:first-child, td:first-child {{ text-align: left }}
</style>
<main>
<h1>{title}</h1>
<p>Move epsilon, which is what an answer may tell about one person, and the number of people. {assumed}</p>
<form>
<label for="epsilon">epsilon <input type="range" id="epsilon"> <output id="epsilon-shown" for="epsilon"></output></label>
<label for="people">people <input type="range" id="people"> <output id="people-shown" for="people"></output></label>
</form>
{figures}
<details><summary>The same as a table, at epsilon {epsilon}</summary>
{table}
</details>
</main>
<script type="application/json" id="plan">{data}</script>
<script>
{script}
</script>
"""
FIGURE: Final = """<h2>{name}</h2>
<figure><svg id="{id}" role="img" aria-label="{name}"></svg><figcaption id="{id}-told"></figcaption></figure>"""
PICTURES: Final = {"errors": "Error", "odds": "What somebody could find out", "intervals": "Interval"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sliders:
    """What the page shows: for each way the error at every epsilon (row) and number of people (column).

    An error is None where nothing that is near is kept. `centre` is a value that intervals are drawn around, `about` says
    what it is of, and `least` how wide intervals are drawn at the narrowest.
    """

    title: str
    assumed: str
    confidence: str
    unit: str
    about: str
    centre: float
    least: float
    epsilons: Sequence[float]
    people: Sequence[int]
    epsilon: float
    delta: float
    many: int
    ways: Mapping[str, tuple[Hue, Sequence[Sequence[float | None]]]]

    def page(self) -> bytes:
        """Return the page."""
        figures = "\n".join(FIGURE.format(id=each, name=name) for each, name in PICTURES.items())
        data = json.dumps(self._data(), separators=(",", ":")).replace("<", "\\u003c")
        script = resources.files("diffident.show").joinpath("sliders.js").read_text(encoding="utf-8")
        words = {"title": escape(self.title), "assumed": escape(self.assumed), "epsilon": number(self.epsilon)}
        return PAGE.format(**words, figures=figures, table=self._table(), data=data, script=script).encode("utf-8")

    def _data(self) -> dict[str, object]:
        """Return what the script reads; ways with noise are told apart by their dashes."""
        noisy, ways = 0, []
        for who, (hue, errors) in self.ways.items():
            ways.append({"who": who, "hue": hue.name.lower(), "dash": noisy, "errors": errors})
            noisy += hue is Hue.NOISE
        plain = ("confidence", "unit", "about", "centre", "least", "epsilons", "people", "epsilon", "delta", "many")
        return {**{name: getattr(self, name) for name in plain}, "hues": HUES, "ways": ways}

    def _table(self) -> str:
        """Return the errors at the epsilon that the page begins with, for who does not see or has no script."""
        row = min(range(len(self.epsilons)), key=lambda place: abs(self.epsilons[place] - self.epsilon))
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in ("people", *self.ways))
        lines = (
            "".join(
                f"<td>{cell}</td>"
                for cell in (number(many), *(_told(errors[row][place]) for _, errors in self.ways.values()))
            )
            for place, many in enumerate(self.people)
        )
        return "\n".join(["<table>", f"<tr>{head}</tr>", *(f"<tr>{line}</tr>" for line in lines), "</table>"])


def _told(error: float | None) -> str:
    """Return an error as it stands in the table."""
    return "out of reach" if error is None else number(error, 3) if error else "exact"
