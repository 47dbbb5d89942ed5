# SPDX-License-Identifier: Apache-2.0
"""Pictures of answers: the one that fits, each number with its interval, and a table and JSON that say the same."""

import json
import math

import numpy as np
import pytest

import diffident as dd
from curator.hospital import ASK, curator
from diffident.errors import Refused
from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.laws.several import tail_of_several
from diffident.question.aggregates.linear import half_width
from diffident.randomness.source import Source
from diffident.show.chart import can_draw
from diffident.show.picture import Band, Bars, Hue, Tiles
from diffident.show.vega import vega
from show.pictures import PICTURE

WARDS = "SELECT ward, COUNT(*) AS n FROM visits GROUP BY ward"
AGES = "SELECT WIDTH_BUCKET(age, 0, 100, 5) AS age, COUNT(*) AS n FROM visits GROUP BY 1"
CROSS = "SELECT ward, age > 40 AS old, COUNT(*) AS n FROM visits GROUP BY 1, 2"
MEAN = "SELECT ward, AVG(stay) AS stay FROM visits GROUP BY ward"
BOUND = 0.022  # 4,000 draws stray no further from their share, but for one case in 10^9
DRAWS = 4000
needs_matplotlib = pytest.mark.skipif(not can_draw(), reason="matplotlib is an extra")


@pytest.fixture(scope="module")
def whole():
    return curator(budget={"epsilon": 50})


@pytest.mark.parametrize(
    ("asked", "kind", "mark"),
    [
        (WARDS, None, Bars),
        (AGES, None, Bars),
        (AGES, "cumulative", Band),
        (CROSS, None, Tiles),
        (CROSS, "bars", Bars),
        ("SELECT COUNT(*) AS n FROM visits", None, Bars),
    ],
)
def test_the_table_says_what_the_picture_shows(whole, asked, kind, mark):
    answer = whole.ask(asked, epsilon=1)
    picture = answer.picture(kind)
    assert isinstance(picture.marks[-1], mark)
    assert picture.has_intervals
    assert len(picture.rows) == len(answer.rows)
    if kind != "cumulative":
        shown = [(row[-3], row[-2], row[-1]) for row in picture.rows]
        assert shown == [(row["n"], row["n_low"], row["n_high"]) for row in answer.rows]
    assert picture.sentence.startswith("n ")
    assert "95 %" in picture.sentence


def test_bins_stand_close_and_groups_apart(whole):
    assert whole.ask(AGES, epsilon=1).picture().marks[0].are_bins
    assert not whole.ask(WARDS, epsilon=1).picture().marks[0].are_bins


def test_a_cumulative_curve_is_the_sum_so_far(whole):
    answer = whole.ask(AGES, epsilon=1)
    (band,) = answer.picture("cumulative").marks
    assert band.y == tuple(np.cumsum([row["n"] for row in answer.rows]))
    widths = [high - low for low, high in zip(band.low, band.high, strict=True)]
    assert widths == sorted(widths)
    assert widths[0] == pytest.approx(answer.interval("n")[0][1] - answer.interval("n")[0][0])


@pytest.mark.statistical(false_alarm=4e-9)
@pytest.mark.parametrize("scale", [2, 400])
@pytest.mark.parametrize("many", [6, 30])
def test_sums_of_many_draws_stay_in_their_band_as_often_as_it_says(scale, many):
    """Also of very many alike draws, where a mixture of scales that are moved apart would say anything."""
    law = DiscreteLaplace(dd.Budget(epsilon=1).epsilon * scale)
    reach = half_width(law, (1,) * many, dd.Budget(epsilon=1).epsilon * 95 / 100)
    sums = np.abs(law.draw(DRAWS * many, Source.replay(3)).reshape(DRAWS, many).sum(axis=1))
    twin = np.abs(law.draw(DRAWS * many, Source.replay(4)).reshape(DRAWS, many).sum(axis=1)) * 1.3
    assert np.mean(sums <= reach) >= 0.95 - BOUND
    assert not np.mean(twin <= reach) >= 0.95 - BOUND
    assert reach <= 1.13 * 1.96 * law.sd * math.sqrt(many)
    assert tail_of_several(law, (1.0,) * many, 0.0) >= 0.5


def test_sampling_is_told_apart_from_noise(whole):
    answer = whole.ask(MEAN, epsilon=5)
    alone, sampled = answer.interval("stay"), answer.interval("stay", sampling="simple")
    for noise, both in zip(alone, sampled, strict=True):
        assert 0 <= both[0] <= noise[0] <= noise[1] <= both[1] <= 60
    assert any(noise != both for noise, both in zip(alone, sampled, strict=True))
    hues = [mark.hue for mark in answer.picture(sampling="simple").marks]
    assert hues == [Hue.SAMPLING, Hue.NOISE]
    assert answer.interval("stay", sampling="none") == alone


def test_the_error_of_a_sample_is_that_of_the_widest_law_with_this_mean():
    import pandas as pd

    people = pd.DataFrame({"patient": range(400), "stay": [0.0, 60.0] * 200})
    one = dd.protect(
        people, name="visits", person="patient", rows_per_person=1, budget=dd.Budget(epsilon=10), ledger="memory",
        columns={"stay": dd.bounds(0, 60)},
    )  # fmt: skip
    answer = one.ask("SELECT AVG(stay) AS stay FROM visits", epsilon=10)
    ((low, high),) = answer.interval("stay", sampling="simple")
    assert (high - low) / 2 == pytest.approx(1.96 * 30 / 20, rel=0.05)


@needs_matplotlib
def test_a_drawing_is_a_file_a_notebook_and_a_sentence(whole, tmp_path):
    answer = whole.ask(WARDS, epsilon=1)
    drawing = answer.plot(tmp_path / "n.svg")
    assert (tmp_path / "n.svg").read_text(encoding="utf-8") == drawing.svg == drawing._repr_svg_()
    assert answer.plot(tmp_path / "n.png").save(tmp_path / "again.png").read_bytes()[:4] == b"\x89PNG"
    assert drawing.picture.sentence in repr(drawing)
    assert drawing.table() in repr(drawing)
    assert "ward (group)" in drawing.svg or "ward" in drawing.svg
    assert 'alt="n in 3 groups' in answer._repr_html_()
    assert json.loads(json.dumps(drawing.vega())) == answer.vega()


@needs_matplotlib
@pytest.mark.parametrize("kind", [None, "cumulative"])
def test_very_many_groups_are_drawn_too(tmp_path, kind):
    wide = curator(columns={"age": dd.categories(*range(90))}, budget={"epsilon": 50})
    answer = wide.ask("SELECT age, COUNT(*) AS n FROM visits GROUP BY age", epsilon=5)
    assert len(answer.plot(tmp_path / "n.svg", kind=kind).picture.rows) == 90


@pytest.mark.parametrize("asked", [WARDS, AGES, CROSS, MEAN])
def test_vega_has_all_numbers_with_their_intervals(whole, asked):
    answer = whole.ask(asked, epsilon=1)
    spec = json.loads(json.dumps(answer.vega()))
    values = spec["layer"][0]["data"]["values"]
    assert [(each["low"], each["high"]) for each in values] == answer.interval(
        answer.table.names[answer.table.noisy[0]]
    )
    assert spec["description"] == answer.picture().sentence
    assert all(layer["mark"] for layer in spec["layer"])


def test_every_mark_has_its_layers():
    spec = json.loads(json.dumps(vega(PICTURE)))
    assert len(spec["layer"]) == 2 + 2 + 1 + 1 + 1
    colours = {layer["mark"].get("color") for layer in spec["layer"]} - {None}
    assert {Hue.NOISE.value, Hue.SAMPLING.value} <= colours


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"kind": "pie"}, "no_such_picture"),
        ({"kind": "heat map"}, "no_such_picture"),
        ({"column": "gone"}, "no_such_picture"),
        ({"column": "stay", "kind": "cumulative"}, "no_such_picture"),
        ({"sampling": "cluster"}, "sampling_unknown"),
        ({"column": "n", "sampling": "simple"}, "sampling_error_unknown"),
    ],
)
def test_what_cannot_be_drawn_is_refused(whole, how, code):
    with pytest.raises(Refused) as refused:
        whole.ask(ASK, epsilon=1).picture(**how)
    assert refused.value.code == code
    assert whole.ask(ASK, epsilon=1).picture(column="stay").title == "stay"


def test_rows_that_were_chosen_are_not_added_up(whole):
    with pytest.raises(Refused) as refused:
        whole.ask(f"{WARDS} ORDER BY n", epsilon=1).picture("cumulative")
    assert refused.value.code == "no_such_picture"
