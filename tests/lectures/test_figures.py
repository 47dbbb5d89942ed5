# SPDX-License-Identifier: Apache-2.0
"""The numbers behind the pictures in docs/pictures, computed again in other ways: Figures 3 to 6 of note 002."""

from fractions import Fraction
from itertools import product
from math import exp, sqrt

import numpy as np
import pytest

from diffident.exact import enclosure
from diffident.randomness.source import Source
from lectures import pictures


def test_the_two_laws_of_figure_3_keep_to_their_promise():
    """Note 002, Figure 3: P <= e^(1/4) Q and Q <= e^(1/4) P at every output, reached, and not at e^(6/25)."""
    _, zero, one = pictures.close_laws()
    odds = np.concatenate([zero / one, one / zero])
    assert odds.max() == pytest.approx(exp(0.25))
    assert odds.max() > exp(0.24)
    assert zero.sum() == pytest.approx(1, abs=0.05)  # the rest lies outside the picture


def test_the_curves_of_figure_4_are_laplace_densities():
    """Note 002, Figure 4: lambda 1, 2, 4 and 7; peaks of 1/(2 lambda), an area of one, half of it within lambda ln 2."""
    places = np.linspace(-200, 200, 400_001)
    curves = pictures.densities(places)
    assert list(curves) == [1, 2, 4, 7]
    for scale, curve in curves.items():
        assert curve.max() == pytest.approx(1 / (2 * scale))
        assert np.trapezoid(curve, places) == pytest.approx(1, abs=1e-6)
        inner = np.abs(places) <= scale * np.log(2)
        assert np.trapezoid(curve[inner], places[inner]) == pytest.approx(0.5, abs=1e-3)


def test_the_points_of_figure_4_lie_near_the_curves():
    """Note 002, Figure 4 for whole numbers: within 1/(12 lambda^2) of the density, relatively."""
    outputs = np.arange(-15, 16)
    for scale, masses in pictures.masses(outputs).items():
        gap = 1 / (12 * scale**2)
        assert np.abs(masses / pictures.densities(outputs)[scale] - 1).max() <= gap


def test_the_deviations_of_figure_5_are_those_of_the_closed_forms():
    """Note 002, Figure 5 (a): a quarter of ones, epsilon 1/2; sampling and noise add their variances; all n of the pictures."""
    people = np.array(pictures.SIZES)
    none, curator, home = pictures.deviations(people).values()
    sampling = 3 / 16 / people
    turning = exp(0.5) / (exp(0.5) - 1) ** 2 / people
    assert none == pytest.approx(np.sqrt(sampling))
    assert curator == pytest.approx(np.sqrt(sampling + (1 / (sqrt(2) * np.sinh(0.25) * people)) ** 2))
    assert home == pytest.approx(np.sqrt(sampling + turning))


def test_randomised_response_becomes_reasonable_in_the_low_thousands():
    """Note 002, before Proposition 2.3: at epsilon 1/2 its deviation is 0.29 for 50 people, 0.045 for 2,000, 0.03 for 5,000."""
    home = pictures.deviations([50, 2000, 5000])["randomised response"]
    assert home == pytest.approx([0.2865, 0.0453, 0.0287], abs=5e-5)


def test_the_curator_is_nearly_as_good_as_no_privacy():
    """Note 002, section 4 (far more accurate for the same budget): from 1,000 people within 3 % of it, and more than 4 times below."""
    none, curator, home = (curve[0] for curve in pictures.deviations([1000]).values())
    assert none < curator < 1.03 * none
    assert home > 4 * curator


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("people", [50, 200])
def test_simulated_estimates_spread_as_the_lines_say(people):
    """Note 002, Figure 5 (a): runs of our mechanisms on fresh flips; a line a tenth higher would be seen."""
    runs = 8000
    lines = pictures.deviations([people])
    for method, estimates in pictures.simulated(people, runs, Source.replay(people)).items():

        def fits(sd, estimates=estimates):
            # Kurtosis is below 3.7 for all three, so 6.5 standard errors of the mean square alarm below 1e-9 together.
            return abs(np.mean(((estimates - 0.25) / sd) ** 2) - 1) < 6.5 * sqrt(2.7 / runs)

        assert fits(lines[method][0]), method
        assert not fits(1.1 * lines[method][0]), method


def test_the_laws_of_figure_5_b_are_whole_and_right_on_average():
    """Note 002, Figure 5 (b): each sums to one, has mean 1/4 and the deviation that (a) shows at n = 100."""
    lines = pictures.deviations([100])
    for method, (estimates, chances) in pictures.distributions(100).items():
        assert chances.sum() == pytest.approx(1)
        assert chances @ estimates == pytest.approx(0.25)
        assert sqrt(chances @ (estimates - 0.25) ** 2) == pytest.approx(lines[method][0])


def test_randomised_response_estimates_outside_zero_to_one():
    """Note 002, Figure 5 (caption): at n = 100 about one estimate in nine is negative; with a curator hardly any is."""
    laws = pictures.distributions(100)
    below = {method: chances[estimates < 0].sum() for method, (estimates, chances) in laws.items()}
    assert below["randomised response"] == pytest.approx(1 / 9, abs=0.02)
    assert 0 < below["Laplace mechanism"] < 1e-4
    assert below["no privacy"] == 0


@pytest.mark.statistical(false_alarm=1e-9)
def test_simulated_estimates_follow_the_laws_of_figure_5_b():
    """Note 002, Figure 5 (b): 4,000 runs at n = 100 against the exact cumulative law, and a law shifted by a tenth is left."""
    runs = 4000
    drawn = pictures.simulated(100, runs, Source.replay(100))
    within = sqrt(np.log(2 * 3 / 1e-9) / 2 / runs)  # Dvoretzky, Kiefer and Wolfowitz, for three laws
    for method, (estimates, chances) in pictures.distributions(100).items():

        def gap(shift, of=method, at=estimates, mass=chances):
            step = at[1] - at[0]
            seen = np.searchsorted(np.sort(drawn[of]), at + shift + step / 2) / runs
            return np.abs(seen - np.cumsum(mass)).max()

        assert gap(0) < within
        assert not gap(0.1) < within


def test_the_curves_of_figure_6_are_in_order():
    """Note 002, Figure 6: the plotted values agree with certified ones and keep their order on [0, 1]."""
    x = np.linspace(0, 1, 33)
    e, tangent, square, line = pictures.exponential(x).values()
    assert np.all(tangent <= e)
    assert np.all(e <= square)
    assert np.all(square <= line)
    assert e == pytest.approx([float(enclosure.exp(Fraction(k, 32)).low) for k in range(33)])


def test_the_pictures_are_there_and_small():
    """Note 002, Figures 3 to 6: each of our drawings is in docs/pictures, named and labelled on both axes, below 150 kB."""
    for number in range(3, 7):
        drawing = pictures.FOLDER / f"figure{number}.svg"
        assert drawing.stat().st_size < 150_000
    page = (pictures.FOLDER.parent / "lectures.md").read_text(encoding="utf-8")
    assert all(f"pictures/figure{number}.svg" in page for number in range(3, 7))


def test_drawing_again_gives_the_same_picture(tmp_path, monkeypatch):
    """Note 002, Figures 3 to 6: two drawings are equal to the byte, and all axes are named."""
    pyplot = pytest.importorskip("matplotlib.pyplot")
    monkeypatch.setattr(pictures, "RUNS", 20)
    named, close = [], pyplot.close
    monkeypatch.setattr(pyplot, "close", lambda figure: (named.extend(figure.axes), close(figure)))
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
        pictures.draw(folder)
    assert all(axes.get_xlabel() and axes.get_ylabel() for axes in named)
    for number, folder in product(range(3, 7), folders):
        assert (folder / f"figure{number}.svg").read_bytes() == (folders[0] / f"figure{number}.svg").read_bytes()
