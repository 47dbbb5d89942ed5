# SPDX-License-Identifier: Apache-2.0
"""Sealed keys, counted by how they begin, and sealed again."""

from diffident.privacy.mechanisms.in_cells import in_cells
from diffident.privacy.private import Private
from diffident.privacy.unseal import unseal


def test_keys_are_counted_by_how_they_begin():
    sealed = Private({("A", 1): 5, ("A", None): 2, ("B", 1): 1, (None, 3): 9})
    found = in_cells(sealed, (("B",), ("A",), ("C",), (None,)))
    assert isinstance(found, Private)
    assert unseal(found).tolist() == [[1], [2], [0], [1]]
    assert unseal(in_cells(Private({(1,): 5, (2,): 2}), ((),))).tolist() == [[2]]
    assert unseal(in_cells(sealed, ())).shape == (0, 1)
