# SPDX-License-Identifier: Apache-2.0
"""Tables in which everybody hides among others: how they are made, which promises they keep, and who stands alone."""

from diffident.lab.anonymity.closeness import closeness, diversity
from diffident.lab.anonymity.groups import candidates, released
from diffident.lab.anonymity.hierarchy import Hierarchy
from diffident.lab.anonymity.mondrian import anonymous
from diffident.lab.anonymity.unique import alone, anonymity, crowd

__all__ = [
    "Hierarchy",
    "alone",
    "anonymity",
    "anonymous",
    "candidates",
    "closeness",
    "crowd",
    "diversity",
    "released",
]
