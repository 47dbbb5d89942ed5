# SPDX-License-Identifier: Apache-2.0
"""Nobody is trusted: each answer is randomised before it leaves the person. One protocol a file."""

from diffident.local.choose import choose
from diffident.local.crossed import crossed
from diffident.local.description import from_json
from diffident.local.duchi import Duchi
from diffident.local.hadamard import Hadamard
from diffident.local.hashing import Hashing
from diffident.local.hybrid import Hybrid
from diffident.local.laplace_each import LaplaceEach
from diffident.local.lasting_hashing import LastingHashing
from diffident.local.lasting_response import LastingResponse
from diffident.local.lasting_unary import LastingUnary
from diffident.local.piecewise import Piecewise
from diffident.local.prefix_search import PrefixSearch
from diffident.local.protocol import Protocol
from diffident.local.response import Response
from diffident.local.several import Several
from diffident.local.several_of import SeveralOf
from diffident.local.square_wave import SquareWave
from diffident.local.subset_selection import SubsetSelection
from diffident.local.unary import Unary

PROTOCOLS = (
    Response,
    Unary,
    SubsetSelection,
    Hashing,
    Hadamard,
    LaplaceEach,
    Duchi,
    Piecewise,
    Hybrid,
    SquareWave,
    SeveralOf,
    LastingResponse,
    LastingUnary,
    LastingHashing,
)

__all__ = [
    "PROTOCOLS",
    "Duchi",
    "Hadamard",
    "Hashing",
    "Hybrid",
    "LaplaceEach",
    "LastingHashing",
    "LastingResponse",
    "LastingUnary",
    "Piecewise",
    "PrefixSearch",
    "Protocol",
    "Response",
    "Several",
    "SeveralOf",
    "SquareWave",
    "SubsetSelection",
    "Unary",
    "choose",
    "crossed",
    "from_json",
]
