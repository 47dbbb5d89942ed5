# SPDX-License-Identifier: Apache-2.0
"""What every mechanism is: parameters that are public, a loss, an event, an error law, and one way to draw."""

from typing import Any, Protocol

from numpy.typing import NDArray

from diffident.privacy.event import Event
from diffident.privacy.loss import Loss
from diffident.privacy.private import Private
from diffident.randomness.source import Source


class Mechanism(Protocol):
    """A randomised function of private values whose every parameter may be printed in a certificate."""

    @property
    def loss(self) -> Loss:
        """What one draw can tell about a person."""
        ...

    @property
    def event(self) -> Event:
        """One draw, as public data."""
        ...

    def error(self, confidence: object = 0.95) -> float:
        """Return the smallest t such that the error stays within t with at least this probability."""
        ...

    def draw(self, values: Private[Any], source: Source) -> NDArray[Any]:
        """Return the noisy values, shaped like the given ones."""
        ...

    def release(self, values: object) -> Any:  # noqa: ANN401 - a number for a number, an array for an array
        """Draw once with fresh randomness; the one door for every mechanism."""
        drawn = self.draw(Private(values), Source.fresh())
        return drawn.item() if drawn.ndim == 0 else drawn
