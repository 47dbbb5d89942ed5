# SPDX-License-Identifier: Apache-2.0
"""Protocols for randomised answers: speed beside other libraries, variance, people needed, and a whole distribution."""

import tracemalloc
from functools import partial

import numpy as np
import peer
from clock import fastest
from report import row, show

from diffident.local import Hadamard, Hashing, Hybrid, Response, SquareWave, SubsetSelection, Unary

MANY, OPTIONS = 1_000_000, 100
GOALS = {"response": 50, "hadamard": 50, "unary": 1000, "hashing": 1000}  # ns a person, perturbed and added up
TIMES = {"response": 1 / 10, "hadamard": 1 / 10, "unary": 1 / 40, "hashing": 1 / 40}  # of the peers' time
PEERS = ("pure-ldp", "multi-freq-ldpy")
STATED = [
    ("response, 4 options", Response(options=4, epsilon=1), 1.60),
    ("subset selection, 128 options", SubsetSelection(options=128, epsilon=1), 3.61),
    ("Hadamard", Hadamard(options=100, epsilon=1), 4.68),
    ("optimised unary", Unary(options=100, epsilon=1), 3.68),
    ("hashing", Hashing(options=100, epsilon=1), 3.68),
]


def main() -> None:
    speed()
    large()
    for name, protocol, stated in STATED:
        row(f"n times the variance, {name}", protocol.variance(0), 1.02 * stated, unit="")
    row(
        "n times the variance, hybrid mean at worst", Hybrid(bounds=(-1, 1), epsilon=1).variance(), 1.02 * 4.29, unit=""
    )
    row("people for 3 points at epsilon 1", Response(epsilon=1).people("0.03"), 4997, unit="people")
    row("square wave, beta(5, 2), 10^5 people: distance", wave(), 0.005, unit="W1")


def speed() -> None:
    """Perturb and add up a million answers about a hundred options, and let the peers do the same."""
    answers = np.random.default_rng(1).integers(0, OPTIONS, MANY)
    kinds = {"response": Response, "hadamard": Hadamard, "unary": Unary, "hashing": Hashing}
    theirs = {library: peer.run(library, f"local_{library.replace('-', '_')}.py", OPTIONS) for library in PEERS}
    for name, kind in kinds.items():
        protocol = kind(options=OPTIONS, epsilon=1)
        ours = 1e9 * fastest(lambda p=protocol: p.estimate(p.perturb(answers)).values) / MANY
        row(f"{name}, a person", ours, GOALS[name], unit="ns")
        for library in PEERS:
            if name in theirs[library]:
                row(f"{name}, beside {library}", ours, None, theirs[library][name], times=TIMES[name], unit="ns")


def large() -> None:
    """Estimate from ten million reports that come in parts."""
    for protocol in (
        Response(options=OPTIONS, epsilon=1),
        Hadamard(options=OPTIONS, epsilon=1),
        Hashing(options=OPTIONS, epsilon=1),
        Unary(options=OPTIONS, epsilon=1),
    ):
        part = protocol.perturb(np.zeros(MANY, np.int64))
        again = partial(lambda p, reports: p.estimate(iter([reports] * 10)).values, protocol, part)
        row(f"10^7 reports, {protocol.kind}", fastest(again, 1), 5)
        tracemalloc.start()
        again()
        row(f"memory beside the reports, {protocol.kind}", tracemalloc.get_traced_memory()[1] / 2**20, 200, unit="MiB")
        tracemalloc.stop()


def wave(times: int = 40) -> float:
    """Return the mean distance between a distribution and what is found of it."""
    protocol, far, chance = SquareWave(bounds=(0, 1), epsilon=1), [], np.random.default_rng(1)
    for _ in range(times):
        values = np.sort(chance.beta(5, 2, 100_000))
        found = protocol.estimate(protocol.perturb(values))
        below = np.searchsorted(values, found.edges) / values.size
        far.append(np.trapezoid(np.abs(below - np.concatenate([[0], np.cumsum(found.values)])), found.edges))
    return float(np.mean(far))


if __name__ == "__main__":
    main()
    show()
