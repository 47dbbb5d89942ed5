# SPDX-License-Identifier: Apache-2.0
"""Key selection: which undeclared categories may be named, each with the largest probability that privacy allows."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.exact.number import decimal
from diffident.privacy.loss import Approx
from diffident.privacy.mechanisms.chance import WORD, Chance, decide
from diffident.privacy.mechanisms.keys import OfKeys, alone, counted, listed
from diffident.privacy.mechanisms.mechanism import settle
from diffident.privacy.private import Private
from diffident.randomness.source import Source

LARGEST = 10**6  # people in a group that is not certain to be named
BITS = 256


class EpsilonTooThin(Refused):
    """An epsilon that, split over all keys of a person, would hardly name anything."""

    code = "epsilon_too_thin"
    sentence = "Epsilon is {each} for each of {keys} keys: even groups of a million people might not be named."
    remedy = "Ask for a larger epsilon, or count each person with fewer keys."


@dataclass(frozen=True, slots=True, init=False, repr=False)
class KeySelection(OfKeys):
    """Names each key with a probability that depends on how many people have it; says nothing about how many.

    >>> KeySelection(epsilon=1, delta="1e-5").error(confidence=0.5)
    12.0
    """

    name: ClassVar[str] = "key_selection"
    digits: NDArray[np.uint64] = field(compare=False)

    def __init__(self, *, epsilon: object, delta: object, keys_per_person: object = 1, minimum: object = 1) -> None:
        OfKeys.__init__(self, epsilon=epsilon, delta=delta, keys_per_person=keys_per_person, minimum=minimum)
        each, chance = self._each
        if 2 * math.log(1 / chance) > LARGEST * each:
            raise EpsilonTooThin(each=f"{float(each):.3g}", keys=self.keys_per_person)
        settle(self, digits=_digits(each, chance))

    @property
    def _each(self) -> tuple[Fraction, Fraction]:
        """What is promised about each key."""
        return self.epsilon / self.keys_per_person, alone(self.delta, self.keys_per_person)

    @property
    def loss(self) -> Approx:
        """What one draw can tell about a person.

        Guarantee:
            The released keys of neighbours are (epsilon, delta)-close.
        Because:
            One person more or less changes the counts of at most `keys_per_person` keys by one. The probabilities of
            neighbouring counts are (epsilon/k, d)-close both ways, by their definition, and k of these compose to
            k * epsilon/k and 1 - (1 - d)^k: key_selection.proof.md.
        Checked by: tests/contracts/test_mechanisms.py::test_the_loss_covers_what_neighbours_show
        """
        return Approx(self.epsilon, self.delta)

    def error(self, confidence: object = 0.95) -> float:
        """Return the smallest group that is named with at least this probability."""
        sure = decimal(confidence, name="confidence", above=0, below=1)
        least = np.uint64(min(math.ceil(sure * (1 << WORD)), (1 << WORD) - 1))
        return float(int(np.searchsorted(self.digits, least)) + self.minimum - 1)

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return the keys that are named, in their own order.

        Guarantee:
            Each key is named with exactly the probability that `chances` gives for its count less (minimum - 1), for 0
            at least; whether one key is named tells nothing about the others.
        Because:
            `decide` is exact; the order in which the keys came plays no part.
        Checked by: tests/privacy/mechanisms/test_key_selection.py::test_keys_follow_the_law_and_not_its_neighbour
        """
        keys, people = counted(values)
        certain = self.digits.size - 1
        counts = np.clip(np.clip(people, 0, certain + self.minimum) - (self.minimum - 1), 0, certain).astype(np.int64)
        likely = decide(self.digits[counts], lambda place: self._chance(int(counts[place])), source)
        return listed([keys[place] for place in np.flatnonzero(likely | (counts == certain))])

    def _chance(self, count: int) -> Chance:
        def known(bits: int) -> Enclosure:
            low, high = next(islice(chances(*self._each, bits), count, None))
            return Enclosure(Fraction(low, 1 << bits), Fraction(high, 1 << bits))

        return known


def chances(epsilon: Fraction, delta: Fraction, bits: int) -> Iterator[tuple[int, int]]:
    """Enclose the probabilities to name a key that 0, 1, 2, ... people have, in units of 2^-bits, as long as below 1.

    Guarantee:
        Each is the largest that is (epsilon, delta)-close to the one before, both ways; the first is 0.
    Because:
        pi(i) = min{e^epsilon pi(i-1) + delta, 1 - e^-epsilon (1 - pi(i-1) - delta), 1} (Desfontaines, Voss, Gipson and
        Mandayam 2022), from both ends of what is known of pi(i-1), with which all of it rises. Only what follows a
        pi(i-1) of at least 1 - delta is 1: then a key that is not named has a probability of at most delta.
    Checked by: tests/privacy/mechanisms/test_key_selection.py::test_chances_are_those_of_the_closed_form
    """
    unit = 1 << bits
    more, less = enclosure.exp(epsilon, bits), enclosure.exp(-epsilon, bits)
    grows, grows_most = math.floor(more.low * unit), math.ceil(more.high * unit)
    shrinks, shrinks_most = math.floor(less.low * unit), math.ceil(less.high * unit)
    step, step_most = math.floor(delta * unit), math.ceil(delta * unit)
    low = high = 0
    while low < unit:
        yield low, high
        left, left_most = max(unit - high - step_most, 0), max(unit - low - step, 0)
        low = min((grows * low >> bits) + step, unit + (-shrinks_most * left_most >> bits))
        high = min(step_most - (-grows_most * high >> bits), unit - (shrinks * left >> bits))


@lru_cache(maxsize=64)
def _digits(epsilon: Fraction, delta: Fraction) -> NDArray[np.uint64]:
    """Return the first 64 bits of the probability for each count, and all ones for those that are certain."""
    bits = BITS
    while True:
        known = [(low >> (bits - WORD), high >> (bits - WORD)) for low, high in chances(epsilon, delta, bits)]
        if all(low == high for low, high in known):
            break
        bits *= 2
    digits = np.array([*(low for low, _ in known), (1 << WORD) - 1], np.uint64)
    digits.flags.writeable = False
    return digits
