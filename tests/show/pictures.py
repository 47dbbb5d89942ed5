# SPDX-License-Identifier: Apache-2.0
"""A picture with one mark of each kind."""

from diffident.show.picture import Axis, Curve, Hue, Limit, Picture, Points

X, Y, LOW, HIGH = (1.0, 10.0), (3.0, -4.0), (1.0, -6.0), (5.0, -2.0)

PICTURE = Picture(
    title="A title <1>",
    sentence='What it shows, with "quotes" & more.',
    x=Axis(name="people", unit="number", scale="log"),
    y=Axis(name="error", unit="days", scale="symlog", straight_to=2),
    marks=(
        Points(label="noisy", hue=Hue.NOISE, x=X, y=Y, low=LOW, high=HIGH, names=("Ash", "<Elm>")),
        Points(label="moved", hue=Hue.SAMPLING, x=X, y=Y, low=LOW, high=HIGH, mark="s", aside=4),
        Curve(label="law", hue=Hue.SAMPLING, x=X, y=(1.0, 2.0)),
        Limit(label="asked", at=2.5),
        Limit(label="people", at=5, along="x"),
    ),
    footnote="Below zero is noise.",
)
