# SPDX-License-Identifier: Apache-2.0
"""Categories that nobody has declared: how many people have each, in an order that does not tell where they come from."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.number import Delta, Epsilon, whole
from diffident.exact.rounding import down_to
from diffident.privacy.event import Event
from diffident.privacy.mechanisms.integers import integers
from diffident.privacy.mechanisms.mechanism import Mechanism, settle, told
from diffident.privacy.private import Private
from diffident.privacy.unseal import unseal

FINE = Fraction(1, 10**40)  # the delta of one of several keys is a multiple of this
BITS = 256


class NotKeys(Refused):
    """Something else than a number of people for each key. Which key it is, is not shown."""

    code = "not_keys"
    sentence = "Keys are texts, integers, True, False, None and tuples of these, each with a number of people."
    remedy = "Give a mapping from each key to the number of different people who have it."


@dataclass(frozen=True, slots=True, init=False, repr=False)
class OfKeys(Mechanism):
    """What all ways to release undeclared keys have in common.

    The input says for each key how many different people have it; a person has at most `keys_per_person` of them (where
    neighbours replace a person, the two people together). Keys that fewer than `minimum` people have are never released.
    What is released is in the order of the keys.
    """

    name: ClassVar[str]
    epsilon: Fraction
    delta: Fraction
    keys_per_person: int
    minimum: int

    def __init__(self, *, epsilon: object, delta: object, keys_per_person: object = 1, minimum: object = 1) -> None:
        settle(self, epsilon=Epsilon.of(epsilon).value, delta=Delta.of(delta).required().value)
        settle(self, keys_per_person=whole(keys_per_person, name="keys_per_person", at_least=1))
        settle(self, minimum=whole(minimum, name="minimum", at_least=1))

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        promised = {"epsilon": self.epsilon, "delta": self.delta}
        return told(self.name, **promised, keys_per_person=self.keys_per_person, minimum=self.minimum)


def counted(sealed: Private[Any]) -> tuple[list[Any], NDArray[Any]]:
    """Open private keys, in their own order whatever the order they come in, and how many people have each."""
    given = unseal(sealed)
    if not isinstance(given, Mapping):
        raise NotKeys
    try:
        keys = sorted(given, key=_order)
    except RecursionError:
        raise NotKeys from None
    people = integers(Private([given[key] for key in keys]))
    if people.ndim != 1:
        raise NotKeys
    return keys, people


def alone(delta: Fraction, keys: int) -> Fraction:
    """Return the delta that each of so many independent keys may have.

    Guarantee:
        1 - (1 - alone(delta, keys))^keys <= delta.
    Because:
        The root is enclosed and what is left of 1 rounded down.
    Checked by: tests/privacy/mechanisms/test_keys.py::test_the_deltas_of_all_keys_together_are_no_more

    >>> alone(Fraction(1, 10**6), 1)
    Fraction(1, 1000000)
    """
    if keys == 1:
        return delta
    kept = enclosure.exp(enclosure.log(1 - delta, BITS).high / keys, BITS).high
    return down_to(1 - kept, FINE)


def listed(keys: list[Any]) -> NDArray[Any]:
    """Return keys as an array of one dimension, tuples too."""
    return np.fromiter(keys, dtype=object, count=len(keys))


def _order(key: object) -> tuple[int, Any]:
    """Return where a key stands: no kind of key is compared with another, so no mixture can fail."""
    match key:
        case None:
            return 0, 0
        case Integral():
            return 1, int(key)
        case str():
            return 2, key
        case tuple():
            return 3, tuple(_order(part) for part in key)
        case _:
            raise NotKeys
