# SPDX-License-Identifier: Apache-2.0
"""A value computed from people's rows: it cannot be printed, compared, branched on, iterated or pickled."""

from dataclasses import dataclass, field
from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Private(Generic[T]):
    """A sealed value; only a mechanism may open it (`privacy/unseal`).

    >>> Private(12)
    Private(...)
    """

    _value: T = field()

    def __repr__(self) -> str:
        return "Private(...)"

    def _never(self, *_: object) -> NoReturn:
        raise TypeError("a private value cannot be compared, counted, iterated, formatted or stored; release it first")

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __len__ = __iter__ = _never
    __int__ = __float__ = __index__ = __contains__ = __format__ = __reduce_ex__ = __array__ = _never
    __hash__ = None  # type: ignore[assignment]  # a digest of a private value would be a comparison
