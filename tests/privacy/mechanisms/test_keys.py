# SPDX-License-Identifier: Apache-2.0
"""Undeclared keys: what counts as one, in which order they stand, and how their deltas add up."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.errors import Refused
from diffident.privacy.mechanisms import GaussianThreshold, KeySelection, LaplaceThreshold
from diffident.privacy.mechanisms.keys import FINE, NotKeys, alone, counted, listed
from diffident.privacy.private import Private
from diffident.randomness.source import Source

OF_KEYS = [KeySelection, LaplaceThreshold, GaussianThreshold]
DELTAS = [Fraction(1, 10**5), Fraction(1, 2**60), Fraction(1, 3)]
KEYS = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=3)),
    lambda key: st.lists(key, max_size=3).map(tuple),
    max_leaves=5,
)


@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize("keys", [1, 2, 3, 10, 97])
def test_the_deltas_of_all_keys_together_are_no_more(delta, keys):
    """And two steps more would be too much: nothing but the rounding is given away."""
    one = alone(delta, keys)
    assert 1 - (1 - one) ** keys <= delta < 1 - (1 - one - 2 * FINE) ** keys


@pytest.mark.parametrize("delta", DELTAS)
@pytest.mark.parametrize("keys", [10**6, 10**15])
def test_the_delta_of_one_of_very_many_keys_is_more_than_its_share(delta, keys):
    """By Bernoulli's inequality delta/k is sound; -ln(1 - delta)/k is the limit."""
    assert delta / keys - FINE <= alone(delta, keys) <= delta / keys / (1 - delta)


@given(st.dictionaries(KEYS, st.integers(0, 2**70)))
def test_every_key_keeps_its_number_whatever_the_order(people):
    keys, numbers = counted(Private(people))
    assert dict(zip(keys, numbers.tolist(), strict=True)) == people
    assert len(keys) == len(people)
    assert counted(Private(dict(reversed(people.items()))))[0] == keys


def test_keys_stand_in_one_order():
    people = dict.fromkeys([("b", 1), "b", 3, None, "a", -1, (), ("a", None), ("a", 2)], 1)
    keys = [None, -1, 3, "a", "b", (), ("a", None), ("a", 2), ("b", 1)]
    assert counted(Private(people))[0] == keys
    assert listed(keys).tolist() == keys


@pytest.mark.parametrize("mechanism", OF_KEYS)
def test_the_order_in_which_keys_come_is_not_released(mechanism):
    people = {"b": 60, (1, "a"): 60, None: 60, 7: 60}
    built = mechanism(epsilon=5, delta="1e-5")
    for tape in range(20):
        drawn = {
            tuple(map(str, built.draw(Private({key: people[key] for key in order}), Source.replay(tape)).tolist()))
            for order in permutations(people)
        }
        assert len(drawn) == 1


@pytest.mark.parametrize(
    "given", [None, 3, "Alice", ["Alice"], [("Alice", 1)], {b"Alice": 1}, {0.5: 1}, {("Alice", 0.5): 1}, {np.True_: 1}]
)
def test_what_is_no_mapping_of_keys_is_refused_without_being_shown(given):
    with pytest.raises(NotKeys) as refused:
        counted(Private(given))
    assert refused.value.facts == {}


def test_a_key_that_is_nested_without_end_is_refused():
    key = ()
    for _ in range(5000):
        key = (key,)
    with pytest.raises(NotKeys):
        counted(Private({key: 1}))


@pytest.mark.parametrize("count", [1.0, "1", None, True, [1], [1, 2], np.array([3])])
def test_a_number_of_people_is_an_integer(count):
    with pytest.raises(Refused) as refused:
        counted(Private({"Alice": count}))
    assert "Alice" not in str(refused.value)


@pytest.mark.parametrize("mechanism", OF_KEYS)
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"delta": 0}, "delta_required"),
        ({"keys_per_person": 0}, "number_out_of_range"),
        ({"minimum": 0}, "number_out_of_range"),
        ({"minimum": 1.5}, "number_not_whole"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(mechanism, change, code):
    with pytest.raises(Refused) as refused:
        mechanism(**{"epsilon": 1, "delta": "1e-6", **change})
    assert refused.value.code == code


@pytest.mark.parametrize("mechanism", OF_KEYS)
def test_groups_below_the_minimum_are_never_released_and_nothing_makes_an_empty_list(mechanism):
    built = mechanism(epsilon=10, delta="1e-5", minimum=500)
    assert built.release({}).tolist() == []
    assert built.release({"a": 499, "b": 0, "c": -(10**30)}).tolist() == []
    assert len(built.release({"a": 10**30, "b": 499})) == 1
