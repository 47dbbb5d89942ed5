# SPDX-License-Identifier: Apache-2.0
"""Some columns of a sealed table of integers, sealed again."""

from typing import Any

from numpy.typing import NDArray

from diffident.privacy.private import Private
from diffident.privacy.unseal import unseal


def columns(sealed: Private[NDArray[Any]], first: int, width: int) -> Private[NDArray[Any]]:
    """Return so many columns from the first one on; nothing is learned about what they hold."""
    return Private(unseal(sealed)[:, first : first + width])
