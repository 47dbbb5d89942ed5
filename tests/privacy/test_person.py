# SPDX-License-Identifier: Apache-2.0
"""The two ways in which a table can change by one person."""

import pytest

from diffident.privacy.person import Neighbours


def test_replacing_is_removing_and_adding():
    assert [Neighbours(name).moves for name in ("add_remove", "replace")] == [1, 2]


def test_there_is_no_third_way():
    with pytest.raises(ValueError, match="not a valid Neighbours"):
        Neighbours("rows")
