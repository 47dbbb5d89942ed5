# SPDX-License-Identifier: Apache-2.0
"""The attacks of the lectures, one a file: each on a naive release, and on answers of Diffident to the same need."""

from diffident.lab.attacks.attack import Attack
from diffident.lab.attacks.averaging import Averaging
from diffident.lab.attacks.differencing import Differencing
from diffident.lab.attacks.downcoding import Downcoding
from diffident.lab.attacks.far_bin import FarBin
from diffident.lab.attacks.frequencies import Frequencies
from diffident.lab.attacks.genome import Genome
from diffident.lab.attacks.homogeneity import Homogeneity
from diffident.lab.attacks.intersection import Intersection
from diffident.lab.attacks.linkage import Linkage
from diffident.lab.attacks.lone_row import LoneRow
from diffident.lab.attacks.minimality import Minimality
from diffident.lab.attacks.ratings import RatedFilms
from diffident.lab.attacks.reconstruction import Reconstruction
from diffident.lab.attacks.searches import Searches
from diffident.lab.attacks.smoking import Smoking
from diffident.lab.attacks.weights import Weights

ATTACKS = (
    LoneRow,
    Linkage,
    Homogeneity,
    Intersection,
    Minimality,
    Downcoding,
    RatedFilms,
    Searches,
    Differencing,
    Averaging,
    Reconstruction,
    Frequencies,
    Genome,
    FarBin,
    Weights,
    Smoking,
)

__all__ = ["ATTACKS", "Attack"]
