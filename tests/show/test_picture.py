# SPDX-License-Identifier: Apache-2.0
"""A picture has a table that says the same: every mark is in it, and every interval."""

from dataclasses import replace

import pytest

from diffident.show.picture import Hue, Points
from show.pictures import PICTURE


def test_every_mark_is_in_the_table():
    assert PICTURE.names == ["", "people (number)", "error (days)", "from", "to"]
    assert PICTURE.rows == [
        ["Ash", 1.0, 3.0, 1.0, 5.0],
        ["<Elm>", 10.0, -4.0, -6.0, -2.0],
        ["moved", 1.0, 3.0, 1.0, 5.0],
        ["moved", 10.0, -4.0, -6.0, -2.0],
        ["law", 1.0, 1.0, None, None],
        ["law", 10.0, 2.0, None, None],
        ["asked", None, 2.5, None, None],
        ["people", 5, None, None, None],
    ]


def test_without_points_there_is_no_interval_to_tell():
    exact = replace(PICTURE, marks=PICTURE.marks[2:])
    assert exact.names == ["", "people (number)", "error (days)"]
    assert exact.rows[0] == ["law", 1.0, 1.0]


def test_a_point_cannot_be_told_without_its_interval():
    bare = Points(label="bare", hue=Hue.NOISE, x=(1.0, 2.0), y=(1.0, 2.0), low=(0.0,), high=(2.0, 3.0))
    with pytest.raises(ValueError, match="shorter"):
        _ = bare.rows


def test_noise_sampling_and_what_is_assumed_never_share_a_hue():
    assert len({hue.value for hue in Hue}) == len(Hue) == 3
