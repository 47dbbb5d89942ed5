# SPDX-License-Identifier: Apache-2.0
"""Figures 3 to 6 of note 002 from our own laws and mechanisms: `python tests/lectures/pictures.py` draws them anew.

The first half computes, and test_figures.py computes the same in other ways; the second half draws.
"""

from fractions import Fraction
from math import comb, sqrt
from pathlib import Path

import numpy as np

from diffident.privacy.mechanisms import Laplace, RandomizedResponse
from diffident.privacy.private import Private
from diffident.randomness.bernoulli import bernoulli
from diffident.randomness.source import Source
from diffident.show.chart import STYLE
from diffident.show.picture import Hue

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
EPSILON = Fraction(1, 2)
SHARE = Fraction(1, 4)  # the coin's bias
SIZES = (50, 100, 200, 500, 1000, 2000, 5000)
RUNS = 10_000
SCALES = (1, 2, 4, 7)
METHODS = {  # what only sampling moves is red, noise is blue, as on every page
    "no privacy": (Hue.SAMPLING.value, "-"),
    "Laplace mechanism": (Hue.NOISE.value, "-"),
    "randomised response": (Hue.NOISE.value, "--"),
}


def close_laws():
    """Figure 3: outputs, and how likely each is for a true count of 0 and of 1, at epsilon 1/4."""
    outputs, law = np.arange(-14, 16), Laplace(sensitivity=1, epsilon="0.25").law
    return outputs, law.mass(outputs), law.mass(outputs - 1)


def densities(places):
    """Figure 4: the density of Lap(scale) at these places, for each scale of the note."""
    return {scale: np.exp(-np.abs(places) / scale) / (2 * scale) for scale in SCALES}


def masses(outputs):
    """Figure 4: the whole-number law that we draw from, for the same scales."""
    return {scale: Laplace(sensitivity=scale, epsilon=1).law.mass(outputs) for scale in SCALES}


def deviations(sizes):
    """Figure 5 (a): the exact standard deviation of each estimate of the bias, for each sample size."""
    people = np.asarray(sizes, float)
    flips = float(SHARE * (1 - SHARE)) / people
    noise = Laplace(sensitivity=1, epsilon=EPSILON).sd / people
    local = RandomizedResponse(epsilon=EPSILON)
    reports = [local.law(people=int(n), share=SHARE, sampled=True).sd / n for n in people]
    return dict(zip(METHODS, (np.sqrt(flips), np.sqrt(flips + noise**2), np.array(reports)), strict=True))


def simulated(people, runs, source):
    """Figure 5: estimates of the bias by each method, from so many runs on fresh flips of the coin."""
    curator, local = Laplace(sensitivity=1, epsilon=EPSILON), RandomizedResponse(epsilon=EPSILON)
    flips, more, again = (bernoulli(SHARE, runs * people, source).reshape(runs, people) for _ in range(3))
    a, b = local.constants
    noisy = curator.draw(Private(more.sum(axis=1)), source)
    reported = local.draw(Private(again.astype(np.int64)), source).sum(axis=1)
    estimates = (flips.mean(axis=1), noisy / people, a * reported / people - b)
    return dict(zip(METHODS, estimates, strict=True))


def distributions(people):
    """Figure 5 (b): for each method the estimates that can occur and how likely each is, exactly."""
    count = np.arange(people + 1)
    local = RandomizedResponse(epsilon=EPSILON)
    stays, turns = local.chances
    a, b = local.constants
    flips, reports = _binomial(people, float(SHARE)), _binomial(people, turns + float(SHARE) * (stays - turns))
    far = np.arange(-60, 61)
    noisy = np.convolve(flips, Laplace(sensitivity=1, epsilon=EPSILON).law.mass(far))
    laws = (
        (count / people, flips),
        (np.arange(-60, people + 61) / people, noisy),
        (a * count / people - b, reports),
    )
    return dict(zip(METHODS, laws, strict=True))


def exponential(x):
    """Figure 6: e^x and the three curves around it."""
    return {"$e^x$": np.exp(x), "$1 + x$": 1 + x, "$1 + x + x^2$": 1 + x + x**2, "$1 + 2x$": 1 + 2 * x}


def _binomial(people, chance):
    return np.array([comb(people, k) * chance**k * (1 - chance) ** (people - k) for k in range(people + 1)])


def figure3(axes):
    outputs, zero, one = close_laws()
    odds = np.exp(0.25)
    band = {"step": "mid", "color": "#1b6ca8", "alpha": 0.15, "lw": 0, "label": "within $e^{1/4}$ of blue"}
    axes.step(outputs, zero, where="mid", color="#1b6ca8", label="P: the count is 0")
    axes.step(outputs, one, where="mid", color="#c8553d", label="Q: the count is 1")
    axes.fill_between(outputs, zero / odds, zero * odds, **band)
    axes.set(xlabel="output (count + noise)", ylabel="probability", ylim=(0, None), xlim=(-14, 15))
    axes.legend(loc="upper right")


def figure4(axes):
    places, outputs = np.linspace(-15, 15, 601), np.arange(-15, 16)
    drawn = masses(outputs)
    for (scale, curve), shade in zip(densities(places).items(), (0.95, 0.75, 0.55, 0.4), strict=True):
        (line,) = axes.plot(places, curve, color=(0.1, 0.42, 0.66, shade), label=f"$\\lambda$ = {scale}")
        axes.plot(outputs, drawn[scale], "o", ms=2.6, color=line.get_color())
    axes.set(xlabel="noise", ylabel="density of the note (lines), our probability (points)")
    axes.set(xlim=(-15, 15), ylim=(0, None))
    axes.legend()


def figure5(left, right):
    source, fine = Source.replay(5), np.unique(np.geomspace(50, 5000, 60).astype(int))
    runs = {people: simulated(people, RUNS, source) for people in SIZES}
    for method, curve in deviations(fine).items():
        colour, dash = METHODS[method]
        left.plot(fine, curve, dash, color=colour, label=method)
        left.plot(SIZES, [runs[n][method].std() for n in SIZES], "o", ms=3.5, mfc=inside(dash, colour), color=colour)
    left.set(xscale="log", yscale="log", xlabel="people, n", ylabel="standard deviation of the estimated share")
    left.set(title="(a) lines: exact laws; points: 10,000 runs")
    for axis, ticks in ((left.xaxis, SIZES), (left.yaxis, (0.005, 0.01, 0.02, 0.05, 0.1, 0.2))):
        axis.set_ticks(ticks, [f"{tick:,}" for tick in ticks])
        axis.set_ticks([], minor=True)
    left.legend()
    for method, (estimates, chances) in distributions(100).items():
        width = estimates[1] - estimates[0]
        colour, dash = METHODS[method]
        right.step(estimates, chances / width, where="mid", ls=dash, color=colour)
        seen, often = np.unique(np.rint((runs[100][method] - estimates[0]) / width), return_counts=True)
        right.plot(estimates[0] + seen * width, often / RUNS / width, "o", ms=2, mfc=inside(dash, colour), color=colour)
    for edge in (0, 1):
        right.axvline(edge, color="#bbbbbb", ls="--", lw=1)
    right.set(xlim=(-0.55, 1.15), ylim=(0, None), xlabel="estimated share (true: 0.25; dashed: 0 and 1)")
    right.set(ylabel="probability density", title="(b) the estimates for 100 people")


def inside(dash, colour):
    """Return how a dot on a line is filled: not where the line is dashed."""
    return colour if dash == "-" else "white"


def figure6(axes):
    x = np.linspace(-1, 1.5, 251)
    styles = (("-", "#1b6ca8"), ("--", "#3a8f5c"), ("--", "#7b5ea7"), ("--", "#c8553d"))
    for (name, curve), (line, colour) in zip(exponential(x).items(), styles, strict=True):
        axes.plot(x, curve, line, color=colour, label=name)
    axes.axvspan(0, 1, color="#000000", alpha=0.04, lw=0)
    axes.set(xlabel="x (shaded: 0 to 1, where the order holds)", ylabel="value", xlim=(-1, 1.5), ylim=(-1, 5))
    axes.legend()


def draw(folder):
    """Write the four pictures, the same bytes each time."""
    import matplotlib as mpl

    mpl.use("svg")
    import matplotlib.pyplot as plt

    mpl.rcParams.update(STYLE)
    for number, (draw_it, width) in enumerate(((figure3, 1), (figure4, 1), (figure5, 2), (figure6, 1)), start=3):
        figure, axes = plt.subplots(1, width, figsize=(5.2 * sqrt(width) * (1.2 if width > 1 else 1), 3.4))
        draw_it(*np.atleast_1d(axes))
        figure.tight_layout()
        figure.savefig(Path(folder) / f"figure{number}.svg", metadata={"Date": None})
        plt.close(figure)


if __name__ == "__main__":
    draw(FOLDER)
