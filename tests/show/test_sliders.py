# SPDX-License-Identifier: Apache-2.0
"""The page with sliders: its data and table, and what its script says when the sliders move."""

import json
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from diffident.show.picture import Hue
from diffident.show.sliders import Sliders

HARNESS = Path(__file__).with_name("sliders_harness.js")
SHOWN = Sliders(
    title="A <b> & a share",
    assumed="Errors are kept with 95 %.",
    confidence="95 %",
    unit="part of 1",
    about="estimate",
    centre=0.5,
    least=0.001,
    epsilons=(0.1, 1.0, 10.0),
    people=(10, 100, 1000),
    epsilon=1.0,
    delta=1e-6,
    many=100,
    ways={
        "no privacy": (Hue.SAMPLING, [[0.4, 0.1, 0.04]] * 3),
        "curator": (Hue.NOISE, [[None, 0.8, 0.08], [0.8, 0.08, 0.008], [0.0, 0.0, 0.0]]),
        "</script>": (Hue.NOISE, [[0.9, 0.5, 0.1]] * 3),
    },
)


def data():
    return re.search(r'id="plan">(.*?)</script>', SHOWN.page().decode("utf-8"))[1]


def test_the_data_are_read_back_and_close_no_script():
    read = json.loads(data())
    assert read["ways"][1]["errors"][0] == [None, 0.8, 0.08]
    assert [(way["who"], way["hue"], way["dash"]) for way in read["ways"]] == [
        ("no privacy", "sampling", 0),
        ("curator", "noise", 0),
        ("</script>", "noise", 1),
    ]
    page = SHOWN.page().decode("utf-8")
    assert page.count("</script>") == 2
    assert "<title>A &lt;b&gt; &amp; a share</title>" in page


def test_the_table_says_the_errors_at_the_first_epsilon():
    rows = re.findall(r"<tr><td>.*?</tr>", SHOWN.page().decode("utf-8"))
    cells = [re.findall(r"<td>(.*?)</td>", row) for row in rows]
    assert cells == [["10", "0.4", "0.8", "0.9"], ["100", "0.1", "0.08", "0.5"], ["1,000", "0.04", "0.008", "0.1"]]
    page = (
        Sliders(**{**{name: getattr(SHOWN, name) for name in SHOWN.__slots__}, "epsilon": 10.0}).page().decode("utf-8")
    )
    assert "<td>exact</td>" in page
    page = (
        Sliders(**{**{name: getattr(SHOWN, name) for name in SHOWN.__slots__}, "epsilon": 0.1}).page().decode("utf-8")
    )
    assert "<td>out of reach</td>" in page


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_the_script_says_what_was_computed_and_reads_off_in_between():
    with resources.as_file(resources.files("diffident.show").joinpath("sliders.js")) as script:
        moves = json.dumps([[1, 100], [10**0.5, 100], [1, 10**1.5], [0.1, 10], [10, 1000]])
        command = ["node", HARNESS, script, data(), moves]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    here, between, fewer, least, most = json.loads(printed)
    assert "no privacy: about 0.1; curator: about 0.08;" in here[0][0]
    assert "curator: about 0.08" in between[0][0]  # beside an exact one nothing is read off
    assert "curator: about 0.25;" in fewer[0][0]
    assert "curator: out of reach" in least[0][0]
    assert "curator: exact" in most[0][0]
    assert "at most 2.72 times, but for a probability of 0.000001; 74 of 100 guesses" in here[1][0]
    assert "at most 22,026 times" in most[1][0]
    assert all(children > 5 for told in (here, between, fewer, least, most) for _, children in told)
