# SPDX-License-Identifier: Apache-2.0
"""Key selection: the chance of being named for every size of a group, up to certainty."""

import math
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from contracts.fit import fits
from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.privacy.mechanisms import KeySelection, key_selection
from diffident.privacy.mechanisms.key_selection import chances
from diffident.privacy.mechanisms.keys import alone
from diffident.privacy.private import Private
from diffident.randomness.source import Source

BITS, TOP = 256, 2**64
PROMISES = [
    (Fraction(1), Fraction(1, 10**5)),
    (Fraction(1, 3), Fraction(1, 10**5)),
    (Fraction(10), Fraction(1, 10**6)),
    (Fraction(1, 50), Fraction(1, 2**60)),
    (Fraction(5, 2), Fraction(1, 4)),
]


def known(epsilon, delta):
    """Return the enclosed chances for 0, 1, 2, ... people, and certainty at the end."""
    ends = chances(epsilon, delta, BITS)
    return [*(Enclosure(Fraction(low, 1 << BITS), Fraction(high, 1 << BITS)) for low, high in ends), Enclosure.of(1)]


def closed_form(epsilon, delta):
    """Desfontaines, Voss, Gipson and Mandayam 2022, Theorem 1, in enclosures."""
    e = enclosure.exp(epsilon, BITS)
    first = 1 + math.floor((enclosure.log(((e + 2 * delta - 1) / (delta * (e + 1))).low, BITS) / epsilon).low)
    rising = [(enclosure.exp(n * epsilon, BITS) - 1) / (e - 1) * delta for n in range(first + 1)]
    rest = 1 + (e - 1) / delta * (1 - rising[-1])
    last = first + math.floor((enclosure.log(rest.low, BITS) / epsilon).low)
    falling = [
        1 - enclosure.exp(-m * epsilon, BITS) * (1 - rising[-1] + delta / (e - 1)) + delta / (e - 1)
        for m in range(1, last - first + 1)
    ]
    return [*rising, *falling, Enclosure.of(1)]


@pytest.mark.parametrize(("epsilon", "delta"), PROMISES)
def test_chances_are_those_of_the_closed_form(epsilon, delta):
    """As many as that has, too: certainty begins neither a person too early nor too late."""
    ours, theirs = known(epsilon, delta), closed_form(epsilon, delta)
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert one.low <= other.high
        assert other.low <= one.high
        assert one.high - one.low < Fraction(1, 2**128)


def close(p, q, epsilon, delta):
    """Whether no event certainly refutes that two chances of one thing are (epsilon, delta)-close."""
    odds = enclosure.exp(epsilon, BITS).high
    pairs = [(p, q), (q, p), (1 - p, 1 - q), (1 - q, 1 - p)]
    return all(one.low <= odds * other.high + delta for one, other in pairs)


@pytest.mark.parametrize(("epsilon", "delta"), PROMISES)
def test_what_is_drawn_is_close_for_one_person_more_or_less_up_to_certainty(epsilon, delta):
    """Of the mechanism as built, from nobody to two people more than are certain; a promise a tenth smaller is broken."""
    built = KeySelection(epsilon=epsilon, delta=min(delta, Fraction(1, 10**5)))
    promise = built.epsilon, built.delta
    numbers = [int(first) for first in built.digits]
    drawn = [Enclosure(Fraction(first, TOP), Fraction(first + 1, TOP)) for first in numbers[:-1]] + [
        Enclosure.of(1)
    ] * 2
    assert drawn[0].low == 0
    assert all(close(p, q, *promise) for p, q in pairwise(drawn))
    for tenth in ((promise[0] * Fraction(9, 10), promise[1]), (promise[0], promise[1] * Fraction(9, 10))):
        assert not all(close(p, q, *tenth) for p, q in pairwise(drawn))


@pytest.mark.parametrize(("epsilon", "delta"), PROMISES)
def test_no_larger_chance_would_be_as_close(epsilon, delta):
    ours = known(epsilon, delta)
    more = Enclosure.of(Fraction(1, 10**30))
    assert not any(close(p, q + more, epsilon, delta) for p, q in pairwise(ours[:-1]))


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("keys_per_person", [1, 3])
def test_keys_follow_the_law_and_not_its_neighbour(keys_per_person):
    """A hundred keys of each size, named independently; the least size here is hardly ever named, the largest always."""
    mechanism = KeySelection(epsilon=2 * keys_per_person, delta="1e-5", keys_per_person=keys_per_person, minimum=3)
    law = known(Fraction(2), alone(Fraction(1, 10**5), keys_per_person))
    sizes = range(2, len(law) + 2)
    people, tape = {(size, name): size for size in sizes for name in range(100)}, Source.replay(1)
    named = [key[0] for _ in range(60) for key in mechanism.draw(Private(people), tape).tolist()]
    shares = {size: 6000 * float(law[size - 2].low) for size in sizes}
    counted = np.bincount(named, minlength=len(law) + 2)
    assert counted[2] == 0
    assert counted[len(law) + 1] == 6000
    for size, expected in shares.items():
        if 600 < expected < 5400:
            both = [True] * counted[size] + [False] * (6000 - counted[size])
            assert fits(both, {True: expected / 6000, False: 1 - expected / 6000}, 1e-9)
            off = expected / 6000 * (1.1 if expected < 3000 else 0.9)
            assert not fits(both, {True: off, False: 1 - off}, 1e-9) or expected < 2000
    assert any(2000 <= expected < 5400 for expected in shares.values())


def test_a_tie_asks_for_more_digits_of_the_very_chance():
    """The first 64 bits are those of the chance for this size; what follows decides on either side of the next."""
    mechanism, size = KeySelection(epsilon=1, delta="1e-5"), 9
    exact = known(Fraction(1), Fraction(1, 10**5))[size]
    first, second = math.floor(exact.low * TOP), math.floor(exact.low * TOP**2) % TOP
    for word, named in ((second - 1, ["a"]), (second, None), (second + 1, [])):
        tape = b"".join(number.to_bytes(8, "little") for number in (first, word))
        drawn = mechanism.draw(Private({"a": size}), Source.replay(tape)).tolist()
        assert named is None or drawn == named


def test_digits_that_are_not_certain_yet_are_computed_further(monkeypatch):
    key_selection._digits.cache_clear()
    usual = KeySelection(epsilon=1, delta="1e-5").digits
    key_selection._digits.cache_clear()
    monkeypatch.setattr(key_selection, "BITS", 66)
    assert KeySelection(epsilon=1, delta="1e-5").digits.tolist() == usual.tolist()
    key_selection._digits.cache_clear()


@pytest.mark.parametrize("minimum", [1, 5, 10**15])
def test_sizes_beyond_the_chances_are_certain_and_those_below_never_named(minimum):
    mechanism = KeySelection(epsilon=3, delta="1e-5", minimum=minimum)
    certain = mechanism.digits.size - 1 + minimum - 1
    people = {"no": minimum - 1, "none": -(2**80), "yes": certain, "more": certain + 1, "most": 10**400}
    for _ in range(50):
        assert mechanism.release(people).tolist() == ["more", "most", "yes"]


@pytest.mark.parametrize("confidence", ["1e-9", "0.5", "0.95", "0.9999999"])
def test_the_error_bar_is_the_smallest_group_named_so_often(confidence):
    for minimum in (1, 4):
        mechanism = KeySelection(epsilon=1, delta="1e-5", minimum=minimum)
        law, size = known(Fraction(1), Fraction(1, 10**5)), int(mechanism.error(confidence)) - minimum + 1
        assert law[size - 1].high < Fraction(confidence) <= law[size].low


def test_an_epsilon_that_names_nothing_is_refused():
    with pytest.raises(Refused, match="epsilon_too_thin"):
        KeySelection(epsilon=1, delta="1e-6", keys_per_person=10**6)
