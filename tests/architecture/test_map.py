# SPDX-License-Identifier: Apache-2.0
"""The tree in ARCHITECTURE.md is the one on the disk, each file with the first words it says about itself."""

from architecture.plan import drawn, written


def test_the_map_is_the_house():
    assert written() == drawn(), "run `make map`"
