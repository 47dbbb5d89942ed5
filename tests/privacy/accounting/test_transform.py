# SPDX-License-Identifier: Apache-2.0
"""What numpy's transforms lose, against transforms in whole numbers: compose.proof.md allows for several times as much."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diffident.privacy.accounting.compose import LEVEL, UNIT
from privacy.accounting.transforms import BITS, length, transform, turns, wholes

MARGIN = 32  # how many times more is allowed for than is ever lost here
ROOTS = 4.3 * UNIT  # how far off the proof lets one root be; twice this is not reached by all steps together


def vectors(points):
    """Yield masses of all kinds that are composed, and worse: steep, jagged, alone, of both signs, far apart in size."""
    places, tape = np.arange(points), np.random.default_rng(points)
    yield np.ones(points)
    yield np.where(places % 2, 1.0, -1.0)
    yield np.exp(-places / 3.0)
    yield np.exp(-((places - points / 2) ** 2) / points)
    yield np.where(places == points - 1, 1.0, 1e-9)
    yield tape.standard_normal(points)
    yield tape.random(points) ** 40
    yield np.exp(-40 * tape.random(points)) * np.sign(tape.standard_normal(points))
    yield np.cos(2 * np.pi * places * (points // 3) / points)


def lost(vector):
    """Return what a transform there and a transform back lose, relative to the lengths of what they should be."""
    points = len(vector)
    real, imaginary = transform(wholes(vector), wholes(np.zeros(points)))
    found = np.fft.rfft(vector)
    half = points // 2 + 1
    there = [wholes(found.real) - real[:half], wholes(found.imag) - imaginary[:half]]
    inner = slice(1, half - 1)  # the other half mirrors these
    error = math.hypot(*map(length, there), *(length(part[inner]) for part in there))
    return error / math.hypot(length(real), length(imaginary)), _lost_back(found, points)


def _lost_back(half, points):
    whole = np.concatenate([half, np.conj(half[-2:0:-1])])
    whole.imag[[0, points // 2]] = 0.0  # as they are for real numbers
    exact, _ = transform(wholes(whole.real), -wholes(whole.imag))
    exact = (exact >> int(math.log2(points))).astype(object)
    return length(wholes(np.fft.irfft(whole[: points // 2 + 1], points)) - exact) / length(exact)


@pytest.mark.parametrize("points", [16, 32, 64, 256, 1024, 4096])
def test_transforms_lose_several_times_less_than_is_allowed(points):
    """One that is a tenth of a millionth off in a single root loses more than that."""
    for vector in vectors(points):
        for one in lost(vector):
            assert MARGIN * one <= LEVEL * math.log2(points)
    spoilt = np.fft.rfft(np.ones(points))
    assert 1e-7 * np.abs(spoilt[0]) > LEVEL * math.log2(points) * math.sqrt(points)


@pytest.mark.deep
def test_long_transforms_lose_several_times_less_too():
    for vector in vectors(1 << 16):
        for one in lost(vector):
            assert MARGIN * one <= LEVEL * 16


@given(st.lists(st.floats(-1, 1, allow_subnormal=False), min_size=64, max_size=64).filter(any))
def test_no_vector_is_found_that_loses_more(numbers):
    for one in lost(np.array(numbers)):
        assert MARGIN * one <= LEVEL * 6


@pytest.mark.parametrize("points", [16, 64, 512, 4096, 1 << 14])
def test_roots_of_unity_are_as_near_as_the_proof_lets_them_be(points):
    """A single one among zeros comes out as powers of one root: nothing is added but zeros, only roots are multiplied."""
    cos, sin = turns(points)
    for place in (1, 2, 3, points // 2 - 1, points - 1):
        alone = np.zeros(points)
        alone[place] = 1.0
        found, powers = np.fft.rfft(alone), np.arange(points // 2 + 1) * place % points
        sign, index = np.where(powers < points // 2, 1, -1), powers % (points // 2)
        off = [wholes(found.real) - sign * cos[index], wholes(found.imag) + sign * sin[index]]
        far = np.max(np.hypot(*(part.astype(np.float64) for part in off))) / 2.0**BITS
        assert far <= 2 * ROOTS
