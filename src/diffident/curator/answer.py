# SPDX-License-Identifier: Apache-2.0
"""THE WALK: an offer is paid, looked at, blurred, published. Nothing else turns rows into numbers that leave."""

from diffident.curator.offer import Offer
from diffident.engine.engine import Engine
from diffident.ledger.ledger import Ledger
from diffident.randomness.source import Source


def answered(offer: Offer, engine: Engine, ledger: Ledger) -> bytes:
    """Pay, look, blur, publish.

    Guarantee:
        What leaves was paid for durably before a row was read, or was published before; and it is read back from the
        ledger.
    Because:
        `reserve` returns the published bytes or takes the price in one transaction; only behind it does anything look,
        and only `publish` lets bytes out.
    Checked by: tests/curator/test_walk.py::test_the_price_is_gone_before_the_first_row_is_read
    """
    with ledger.reserve(offer.charge) as claim:
        return claim.published or claim.publish(offer.perform(engine, Source.fresh()))
