# SPDX-License-Identifier: Apache-2.0
"""Pairs of laws in many digits, and how far apart they are: sums of masses only, nothing of the formulas under test."""

import math
from itertools import product

import numpy as np
from mpmath import mp, mpf


def of(fraction):
    return mpf(fraction.numerator) / fraction.denominator


def two_sided(scale, wide):
    """Return the discrete Laplace law from -wide to wide, normalised there."""
    heights = {z: mp.exp(-abs(z) / of(scale)) for z in range(-wide, wide + 1)}
    return normal(heights)


def bell(variance, wide=None):
    """Return the discrete Gaussian law, far enough for 60 digits."""
    far = wide or 20 * (math.isqrt(math.ceil(variance)) + 1)
    return normal({z: mp.exp(-(mpf(z) ** 2) / (2 * of(variance))) for z in range(-far, far + 1)})


def normal(heights):
    whole = mp.fsum(heights.values())
    return {place: height / whole for place, height in heights.items()}


def moved(law, by):
    return {place + by: mass for place, mass in law.items()}


def mixed(shares):
    """Return the mixture of laws, each with its share."""
    mixture = {}
    for share, law in shares:
        for place, mass in law.items():
            mixture[place] = mixture.get(place, 0) + share * mass
    return mixture


def independent(*laws):
    """Return the joint law of independent outcomes."""
    return {
        tuple(place for place, _ in cells): mp.fprod(mass for _, mass in cells)
        for cells in product(*(law.items() for law in laws))
    }


def excess(law, other, c):
    """Return the largest P(S) - c Q(S)."""
    return mp.fsum(max(mass - c * other.get(place, 0), 0) for place, mass in law.items())


def moment(law, other, order):
    """Return the sum of P^a Q^(1 - a)."""
    return mp.fsum(mass**order * other[place] ** (1 - order) for place, mass in law.items() if mass)


def renyi(law, other, order):
    return mp.log(moment(law, other, order)) / (order - 1)


def of_atoms(atoms, c):
    """Return the largest P(S) - c Q(S) of atoms, and what they count as told; floats do, for atoms err by 1e-12."""
    gaps = np.maximum(atoms.p - float(c) * atoms.q, 0)
    return mpf(math.fsum(gaps)) + mpf(atoms.only_p) + mpf(atoms.error)


def covers(atoms, law, other, places):
    """Return whether at none of these c the laws are further apart than the atoms; 25 digits count."""
    return all(excess(law, other, c) <= of_atoms(atoms, c) + mpf(10) ** -25 for c in places)


def odds(*epsilons):
    """Return e^epsilon for each of these and its negative."""
    return [mp.exp(sign * mpf(epsilon)) for epsilon in epsilons for sign in (1, -1)]
