# SPDX-License-Identifier: Apache-2.0
"""Pictures as files: the same bytes each time, named axes, intervals drawn, and nobody's settings or clock in them."""

import importlib.util
import math
import os
import re
import subprocess
import sys

import pytest

from diffident.errors import Refused
from diffident.show import chart
from diffident.show.chart import can_draw, drawable, drawn, save
from diffident.show.picture import Hue
from show.pictures import HIGH, LOW, PICTURE, X

needs_matplotlib = pytest.mark.skipif(not can_draw(), reason="matplotlib is an extra")


@pytest.fixture
def axes(monkeypatch):
    """Draw the picture and return what was drawn on."""
    from matplotlib.figure import Figure

    figures, saved = [], Figure.savefig

    def seen(figure, *more, **how):
        figures.append(figure)
        return saved(figure, *more, **how)

    monkeypatch.setattr(Figure, "savefig", seen)
    drawn(PICTURE, ".svg")
    return figures[0].axes[0]


@needs_matplotlib
class TestWhatIsDrawn:
    def test_axes_have_names_and_units(self, axes):
        assert (axes.get_xlabel(), axes.get_ylabel()) == ("people (number)", "error (days)")
        assert axes.get_title(loc="left") == PICTURE.title

    def test_every_point_carries_its_interval(self, axes):
        bars, dots = axes.get_lines()[:2]
        ends = [(x, y) for x, y in bars.get_xydata().tolist() if not math.isnan(y)]
        assert ends == [(X[0], LOW[0]), (X[0], HIGH[0]), (X[1], LOW[1]), (X[1], HIGH[1])]
        assert bars.get_color() == dots.get_color() == Hue.NOISE.value

    def test_what_is_assumed_is_grey_and_dashed(self, axes):
        limits = [line for line in axes.get_lines() if line.get_label() in {"asked", "people"}]
        assert {(line.get_color(), line.get_linestyle()) for line in limits} == {(Hue.ASSUMED.value, "--")}

    def test_everything_drawn_lies_within_the_limits(self, axes):
        low, high = axes.get_ylim()
        assert low < min(LOW)
        assert high > max(HIGH)

    def test_numbers_along_the_sides_are_plain(self, axes):
        labels = [text.get_text() for text in axes.get_xticklabels() if text.get_text()]
        assert labels
        assert all(re.fullmatch(r"[\d,.]+", label) for label in labels)

    def test_a_short_logarithmic_side_has_numbers_between_the_powers_of_ten(self, axes):
        assert {"2", "5"} <= {text.get_text() for text in axes.get_xticklabels()}

    def test_each_label_is_told_once(self, axes):
        told = [text.get_text() for text in axes.get_legend().get_texts()]
        assert told == ["noisy", "moved", "law", "asked", "people"]


@needs_matplotlib
@pytest.mark.parametrize("form", chart.FORMATS)
def test_drawing_again_gives_the_same_bytes(form):
    assert drawn(PICTURE, form) == drawn(PICTURE, form)


@needs_matplotlib
def test_another_process_with_other_settings_draws_the_same(tmp_path):
    settings = tmp_path / "matplotlibrc"
    settings.write_text("lines.linewidth: 9\nfont.size: 30\nsavefig.dpi: 7\n")
    program = (
        "import sys, hashlib; from show.pictures import PICTURE; from diffident.show.chart import FORMATS, drawn;"
        "print(*[hashlib.sha256(drawn(PICTURE, form)).hexdigest() for form in FORMATS])"
    )
    here = os.pathsep.join(path for path in sys.path if path)
    odd = {**os.environ, "MATPLOTLIBRC": str(settings), "TZ": "Asia/Tokyo", "PYTHONPATH": here, "PYTHONHASHSEED": "7"}
    even = {**os.environ, "PYTHONPATH": here, "SOURCE_DATE_EPOCH": "0"}
    seen = {subprocess.check_output([sys.executable, "-c", program], env=env, text=True) for env in (odd, even)}
    assert len(seen) == 1


@needs_matplotlib
def test_a_picture_says_what_it_shows_and_not_when_it_was_made():
    svg, png = (drawn(PICTURE, form) for form in chart.FORMATS)
    assert b"<title>A title &lt;1&gt;</title>" in svg
    for written in (svg, png):
        assert b"What it shows" in written
        assert b"matplotlib" not in written.lower().replace(b"matplotlib.axis", b"")
    assert b"dc:date" not in svg


@needs_matplotlib
@pytest.mark.parametrize("name", ["one.svg", "two.PNG", "new/folder/three.svg"])
def test_a_picture_is_saved_under_its_name(tmp_path, name):
    save(PICTURE, tmp_path / name)
    begins = b"<?xml" if name.endswith("svg") else b"\x89PNG"
    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    "name", ["", "picture", "picture.pdf", ".svg", "a.svg.", "a.svg\n", "x" * 5000 + ".gif", "\udcff.jpg"]
)
def test_a_file_of_another_kind_is_refused(name):
    with pytest.raises(Refused) as refusal:
        drawable(name)
    assert refusal.value.code == "picture_format_unknown"
    assert len(str(refusal.value)) < 400
    assert str(refusal.value).isprintable()


def test_without_matplotlib_the_refusal_names_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(Refused) as refusal:
        drawable("picture.svg")
    assert refusal.value.code == "package_missing"
    assert "pip install 'diffident[plot]'" in refusal.value.advised


def test_only_drawing_brings_matplotlib():
    program = (
        "import sys, diffident.show.chart as c; c.can_draw(), c.drawable('a.svg'); print('matplotlib' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", program], text=True).strip() == "False"
