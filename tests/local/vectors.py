# SPDX-License-Identifier: Apache-2.0
"""Test vectors: random words, an answer, and the report that every version of the device's code must make of them."""

import itertools
import json
import sys
from pathlib import Path

from diffident.local import (
    Duchi,
    Hadamard,
    Hashing,
    Hybrid,
    LastingHashing,
    LastingResponse,
    LastingUnary,
    Piecewise,
    Response,
    SeveralOf,
    SquareWave,
    SubsetSelection,
    Unary,
    device,
)
from diffident.randomness.source import Source

COMMITTED = Path(__file__).with_name("vectors-1.json")
LONGEST = 512  # words
PROTOCOLS = [
    Response(options=2, epsilon=1),
    Response(options=5, epsilon="0.5"),
    Response.from_die(stay=4, sides=6),
    Unary(options=6, epsilon=1),
    Unary(options=4, epsilon=2, form="symmetric"),
    SubsetSelection(options=9, epsilon=1),
    SubsetSelection(options=40, epsilon=2),
    Hashing(options=30, epsilon=1),
    Hashing(options=10**6, epsilon=1),
    Hadamard(options=100, epsilon=1),
    Duchi(bounds=(0, 1), epsilon="0.4"),
    Piecewise(bounds=(0, 120), epsilon=2),
    Hybrid(bounds=(0, 10), epsilon=1),
    SquareWave(bounds=(0, 10), epsilon=1),
    SeveralOf(options=5, epsilon=1),
    SeveralOf(options=50, epsilon=9),
    LastingResponse(options=3, epsilon=1, lifetime=2),
    LastingUnary(options=5, epsilon=1, lifetime=2),
    LastingHashing(options=30, epsilon=1, lifetime=2),
]


def vectors(count, tape):
    """Yield so many vectors, the protocols in turn."""
    source = Source.replay(tape)
    for protocol, _ in zip(itertools.cycle(PROTOCOLS), range(count), strict=False):
        plan, words = protocol.device(), []
        draw = device.Draw(lambda words=words: words.append(source.bits(64)) or words[-1])
        answer = source.bits(64) % plan["answers"]
        inner = getattr(protocol, "inner", protocol)
        seed = [source.bits(64) % size for size in inner.ranges[:-1]] if hasattr(inner, "ranges") else []
        memo = device.remember(plan, draw) if "once" in plan else []
        told = device.report(plan, answer, draw, seed, memo)
        yield {"plan": plan, "answer": answer, "seed": seed, "words": [str(word) for word in words], "report": told}


def replayed(vector):
    """Return the report of a vector."""
    words = iter(map(int, vector["words"]))
    draw, plan = device.Draw(words.__next__), vector["plan"]
    memo = device.remember(plan, draw) if "once" in plan else []
    return device.report(plan, vector["answer"], draw, vector["seed"], memo)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(list(vectors(int(sys.argv[2]), 1))) + "\n", encoding="utf-8")
