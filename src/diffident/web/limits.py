# SPDX-License-Identifier: Apache-2.0
"""How much one request may bring, and how often one address may come."""

import json
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from starlette.requests import Request

from diffident.errors import Refused

LARGEST: Final = 64 * 1024  # bytes of a request
ADDRESSES: Final = 10_000  # that are remembered at most


class RequestTooLarge(Refused):
    """A request with more than any of ours has."""

    code = "request_too_large"
    sentence = "A request may have {most} bytes."
    remedy = "Send one report at a time."


class RequestUnreadable(Refused):
    """A request whose body is not the JSON that is due."""

    code = "request_unreadable"
    sentence = "The request cannot be read: {problem}."
    remedy = "Send JSON with each key once, as the page does."


class TooManyRequests(Refused):
    """An address that comes too often."""

    code = "too_many_requests"
    sentence = "{most} reports a minute are taken from one address."
    remedy = "Wait a minute; nothing is lost, the report is kept on this device."


async def body(request: Request) -> bytes:
    """Return the body of a request, or refuse as soon as it is too large."""
    taken = bytearray()
    async for part in request.stream():
        taken += part
        if len(taken) > LARGEST:
            raise RequestTooLarge(most=LARGEST)
    return bytes(taken)


def read_json(sent: bytes) -> Any:  # noqa: ANN401 - JSON
    """Return the JSON that was sent; readers differ about a key that stands twice, so it is refused."""
    try:
        return json.loads(sent.decode(), object_pairs_hook=_once, parse_float=_no_float, parse_constant=_no_float)
    except (ValueError, RecursionError):
        raise RequestUnreadable(problem="it is not JSON, or too deeply nested") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RequestUnreadable(problem="a key stands twice")
    return found


def _no_float(_: str) -> None:
    raise RequestUnreadable(problem="numbers are whole")


class Rate:
    """At most so many within a minute from each address. Addresses are forgotten, and never written."""

    def __init__(self, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.clock = most, clock
        self.seen: dict[str, deque[float]] = {}

    def admit(self, address: str) -> None:
        """Count a request, or refuse it."""
        now = self.clock()
        if len(self.seen) > ADDRESSES:
            self.seen = {each: times for each, times in self.seen.items() if times[-1] > now - 60}
        times = self.seen.setdefault(address, deque())
        while times and times[0] <= now - 60:
            times.popleft()
        if len(times) >= self.most:
            raise TooManyRequests(most=self.most)
        times.append(now)
