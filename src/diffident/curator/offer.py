# SPDX-License-Identifier: Apache-2.0
"""An offer: everything public decided, before anything is paid. Preview shows it, the walk accepts it."""

from typing import Protocol

from diffident.engine.engine import Engine
from diffident.ledger.entry import Charge
from diffident.randomness.source import Source


class Offer(Protocol):
    """A question, a batch or a model fit, with its price."""

    @property
    def charge(self) -> Charge:
        """What will be deducted, and the identity of the answer."""
        ...

    def perform(self, engine: Engine, source: Source) -> bytes:
        """Look and blur: the bytes to publish."""
        ...
