# SPDX-License-Identifier: Apache-2.0
"""Rows for the tests of this room: ordinary ones, and those that break careless arithmetic."""

from fractions import Fraction

import numpy as np

from diffident.learn.layout import Feature, Layout

ODD = [np.nan, np.inf, -np.inf, 1e308, -1e308, 5e-324, -0.0, 3.0, -3.0, 2.9999999999999996, 1e30, 2.0**63, -(2.0**63)]
FEATURES = tuple(Feature.between(f"x{place}", Fraction(-3), Fraction(3 + place)) for place in range(5))


def layouts(features=FEATURES):
    """Return every kind of layout."""
    return [
        Layout.of_length(features, target, has_constant=constant, length=length)
        if length != 0
        else Layout(features, target, constant)
        for target in (None, 3, Feature.between("y", Fraction(-1), Fraction(1)))
        for constant in (False, True)
        for length in (None, "0.5", 3, 0)
    ]


def batch(rows=500, seed=0, width=5):
    """Return columns with ordinary numbers and odd ones among them."""
    random = np.random.default_rng(seed)
    values = random.normal(size=(rows, width + 1)) * 2
    odd = random.random(values.shape) < 0.2
    values[odd] = random.choice(ODD, size=int(odd.sum()))
    return {**{f"x{place}": values[:, place] for place in range(width)}, "y": np.round(values[:, -1])}


def part_of(columns, places):
    return {name: values[places] for name, values in columns.items()}
