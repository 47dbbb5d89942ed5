# SPDX-License-Identifier: Apache-2.0
"""A value computed from people's rows: it cannot be printed, compared, branched on, counted, copied or stored."""

from dataclasses import FrozenInstanceError
from typing import Generic, NoReturn, TypeVar

from diffident.errors import Refused

T = TypeVar("T")


class PrivateValue(Refused, TypeError):  # noqa: N818 - a refusal; Python's protocols expect it to be a TypeError too
    """Something wanted to know a value that belongs to people."""

    code = "private_value"
    sentence = "A private value cannot be compared, computed with, counted, iterated, formatted, copied or stored."
    remedy = "Release it with a mechanism first, and work with what that returns."


class Private(Generic[T]):
    """A sealed value; only a mechanism may open it (`privacy/unseal`).

    No dataclass: those compare their fields, hand them to `match`, and list them for whoever asks.

    >>> Private(12)
    Private(...)
    """

    __slots__ = ("_value",)
    __match_args__ = ()
    __array_ufunc__ = None  # numpy's operators step back instead of wrapping the value
    __hash__ = None  # type: ignore[assignment]  # a digest would be a comparison

    _value: T

    def __init__(self, value: T) -> None:
        object.__setattr__(self, "_value", value)

    def __repr__(self) -> str:
        return "Private(...)"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(name)

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(name)

    def _never(self, *_: object, **__: object) -> NoReturn:
        raise PrivateValue

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _never
    __len__ = __iter__ = __next__ = __reversed__ = __contains__ = __getitem__ = _never
    __int__ = __float__ = __complex__ = __index__ = __round__ = __trunc__ = __floor__ = __ceil__ = _never
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _never
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = __pow__ = __rpow__ = _never
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __matmul__ = __rmatmul__ = _never
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __neg__ = __pos__ = __abs__ = __invert__ = _never
    __format__ = __bytes__ = __copy__ = __deepcopy__ = __reduce_ex__ = __getstate__ = _never
    __array__ = __array_function__ = _never
