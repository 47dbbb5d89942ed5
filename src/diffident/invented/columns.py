# SPDX-License-Identifier: Apache-2.0
"""Made-up tables as columns: a numpy array for each name, and the same as an Arrow table."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

Columns: TypeAlias = Mapping[str, NDArray[Any]]


def as_arrow(columns: Columns) -> "pa.Table":
    """Return columns as an Arrow table."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    return pa.table({name: pa.array(values) for name, values in columns.items()})


def some(columns: Columns, chosen: NDArray[Any]) -> Columns:
    """Return the rows that a mask or a list of places chooses."""
    return {name: values[chosen] for name, values in columns.items()}


def words(chosen: NDArray[Any], of: tuple[str, ...]) -> NDArray[Any]:
    """Return the words at these places of a list.

    >>> words(np.array([1, 0, 1]), ("no", "yes")).tolist()
    ['yes', 'no', 'yes']
    """
    return np.take(np.array(of, dtype=object), chosen)
