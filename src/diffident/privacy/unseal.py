# SPDX-License-Identifier: Apache-2.0
"""Opens a Private. The import contract lets mechanisms in, and nobody else."""

from typing import TypeVar

from diffident.privacy.private import Private

T = TypeVar("T")


def unseal(sealed: Private[T]) -> T:
    """Return the value; whoever calls this owes a proof."""
    return sealed._value  # noqa: SLF001 - the one place that may
