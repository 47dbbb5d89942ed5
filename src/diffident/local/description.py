# SPDX-License-Identifier: Apache-2.0
"""Protocols as plain data, and back: the thresholds in it must be those that follow from the parameters."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from diffident.errors import Refused
from diffident.exact.spelling import shown
from diffident.local.device import VERSION
from diffident.local.duchi import Duchi
from diffident.local.hadamard import Hadamard
from diffident.local.hashing import Hashing
from diffident.local.hybrid import Hybrid
from diffident.local.laplace_each import LaplaceEach
from diffident.local.lasting_hashing import LastingHashing
from diffident.local.lasting_response import LastingResponse
from diffident.local.lasting_unary import LastingUnary
from diffident.local.piecewise import Piecewise
from diffident.local.protocol import Protocol
from diffident.local.response import Response
from diffident.local.several_of import SeveralOf
from diffident.local.square_wave import SquareWave
from diffident.local.subset_selection import SubsetSelection
from diffident.local.unary import Unary

KINDS: Mapping[str, type[Any]] = {
    each.kind: each
    for each in (
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
}


class NotAProtocol(Refused):
    """Data that describes no protocol that is known here."""

    code = "not_a_protocol"
    sentence = "This describes no protocol that is known here: {wrong}."
    remedy = "Give what as_json() returned, from this version of Diffident or an earlier one."


def from_json(stored: object) -> Protocol:
    """Return the protocol that is described.

    >>> from_json(Response(options=4, epsilon=1).as_json())
    Response(options=4, epsilon='1')
    """
    match stored:
        case {"protocol": str(kind), "version": version, **rest} if kind in KINDS:
            if type(version) is not int or version != VERSION:
                raise NotAProtocol(wrong=f"version {shown(version)}, and {VERSION} is known")
            return _built(KINDS[kind], {str(name): value for name, value in rest.items()}, stored)
        case {"protocol": given}:
            raise NotAProtocol(wrong=f"protocol {shown(given)}")
        case _:
            raise NotAProtocol(wrong="protocol or version are missing")


def _built(kind: type[Any], rest: Mapping[str, Any], stored: object) -> Protocol:
    given = {name: _number(value) for name, value in rest.items() if name != "device"}
    try:
        protocol: Protocol = kind(**given)
    except TypeError:
        raise NotAProtocol(wrong=f"{kind.__name__} is not made of these parameters") from None
    if protocol.as_json() != stored:
        raise NotAProtocol(wrong="its thresholds are not those that follow from its parameters")
    return protocol


def _number(value: object) -> object:
    """Return a fraction, or a power of a half, that is spelled as such; and everything else as it is."""
    match value:
        case [low, high]:
            return [_number(low), _number(high)]
        case str() if ratio := re.fullmatch(r"(-?[0-9]{1,300})/([1-9][0-9]{0,300})", value):
            return Fraction(int(ratio[1]), int(ratio[2]))
        case str() if power := re.fullmatch(r"2\^-([0-9]{1,4})", value):
            return Fraction(1, 1 << int(power[1]))
        case _:
            return value
