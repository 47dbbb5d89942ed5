# SPDX-License-Identifier: Apache-2.0
"""What every mechanism is: parameters that are public, a loss, an event, an error law, and one way to draw."""

import math
from fractions import Fraction
from typing import Any, Protocol

from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.spelling import plain, shown
from diffident.privacy.event import Event
from diffident.privacy.loss import Loss
from diffident.privacy.private import Private
from diffident.randomness.source import Source

WIDEST = 1 << 60  # the largest scale for which noise is drawn


class OneOfTwo(Refused):
    """Two ways to say the same thing, of which exactly one is due."""

    code = "one_of_two"
    sentence = "{mechanism} takes either {one} or {other}."
    remedy = "Give exactly one of the two."


class NotYesOrNo(Refused):
    """Something else where True or False is due; a word would count as yes whatever it says."""

    code = "not_yes_or_no"
    sentence = "{name} must be True or False, not {given}."
    remedy = "Write {name}=True or {name}=False."


class NoiseTooWide(Refused):
    """Noise that our exact draws do not reach, and nobody could use."""

    code = "noise_too_wide"
    sentence = "This needs noise of scale {scale}, and 2^60 is the most."
    remedy = "Ask for a larger epsilon or rho, or bound the sensitivity further."


class Mechanism(Protocol):
    """A randomised function of private values whose every parameter may be printed in a certificate."""

    __slots__ = ()

    @property
    def loss(self) -> Loss:
        """What one draw can tell about a person."""
        ...

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        ...

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in self.event.parameters.items())
        return f"{type(self).__name__}({given})"

    def error(self, confidence: object = 0.95) -> float:
        """Return the smallest t such that the error stays within t with at least this probability."""
        ...

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return what may be published of the values."""
        ...

    def release(self, values: object) -> Any:  # noqa: ANN401 - a number for a number, an array for an array
        """Draw once with fresh randomness; the one door for every mechanism."""
        drawn = self.draw(Private(values), Source.fresh())
        return drawn.item() if drawn.ndim == 0 else drawn


def settle(mechanism: object, **facts: object) -> None:
    """Write the checked parameters of a frozen mechanism or protocol, once, while it is constructed."""
    for name, fact in facts.items():
        object.__setattr__(mechanism, name, fact)


def told(name: str, **facts: Fraction | int | None) -> Event:
    """Return an event with the parameters that were given, as text."""
    return Event(name, {fact: _written(value) for fact, value in facts.items() if value is not None})


def _written(value: Fraction | int) -> str:
    return str(value) if isinstance(value, bool) else plain(value)


def yes_or_no(given: object, *, name: str) -> bool:
    """Return the answer that somebody gave to a question about the data."""
    if type(given) is not bool:
        raise NotYesOrNo(name=name, given=shown(given))
    return given


def not_too_wide(scale: Fraction) -> Fraction:
    """Return the scale of some noise, if it can be drawn."""
    if scale > WIDEST:
        raise NoiseTooWide(scale=shown(math.ceil(scale)))
    return scale
