# SPDX-License-Identifier: Apache-2.0
"""Exact noise beside numpy's floats, which are neither exact nor secret, and beside libraries for privacy."""

import itertools
import json
from fractions import Fraction
from functools import partial

import numpy as np
import peer
from clock import race
from report import row, show

from diffident.privacy.mechanisms import Gaussian, Laplace
from diffident.privacy.private import Private
from diffident.randomness.gaussian import discrete_gaussian
from diffident.randomness.laplace import discrete_laplace
from diffident.randomness.source import Source

MANY = 1_000_000
ROUNDS = 20
SCALES = {"10": 10, "1,000": 1000, "2^40": 1 << 40}
TIMES = {"10": 1.0, "1,000": 2.2, "2^40": 3.0}  # of numpy's time
PEERS = {"opendp": 1 / 100, "diffprivlib": 1}  # of their times


def main() -> None:
    drawn = {f"{law} {name}": seconds for name in SCALES for law, seconds in beside_numpy(name).items()}
    for library, times in PEERS.items():
        theirs = peer.run(library, f"noise_{library}.py", json.dumps(SCALES))
        for draws in theirs or drawn:
            row(
                f"a draw of {draws}, beside {library}",
                ours(drawn[draws]),
                None,
                theirs.get(draws),
                times=times,
                unit="ns",
            )
    for name, scale in SCALES.items():
        row(f"a new sampler of scale {name}", 1000 * new(scale), 10, unit="ms")
    for mechanism in (Laplace(sensitivity=1, epsilon="0.001"), Gaussian(sensitivity=1, rho="0.000001")):
        one(mechanism)


def beside_numpy(name: str) -> dict[str, float]:
    """Race a million exact draws against a million floats, of each law; return our seconds."""
    scale, source, floats = SCALES[name], Source.fresh(), np.random.default_rng()
    laplace, normal, exact_laplace, exact_gaussian = race(
        partial(floats.laplace, 0.0, float(scale), MANY),
        partial(floats.normal, 0.0, float(scale), MANY),
        partial(discrete_laplace, Fraction(scale), MANY, source),
        partial(discrete_gaussian, Fraction(scale) ** 2, MANY, source),
        repeats=ROUNDS,
    )
    row(f"10^6 Laplace {name}, beside numpy", 1000 * exact_laplace, None, 1000 * laplace, times=TIMES[name], unit="ms")
    row(f"10^6 Gaussian {name}, beside numpy", 1000 * exact_gaussian, None, 1000 * normal, times=TIMES[name], unit="ms")
    return {"Laplace": exact_laplace, "Gaussian": exact_gaussian}


def new(scale: int) -> float:
    """Return the seconds of a few draws at a scale that was never asked for before, of the slower law."""
    source, others = Source.fresh(), itertools.count(1)
    laplace = partial(lambda: discrete_laplace(scale + Fraction(next(others), 7919), 10, source))
    gaussian = partial(lambda: discrete_gaussian((scale + Fraction(next(others), 7919)) ** 2, 10, source))
    return max(race(laplace, gaussian, repeats=ROUNDS))


def one(mechanism: Laplace | Gaussian, times: int = 100) -> None:
    """Time one draw within a request, and one release, which draws a key of its own."""
    name, sealed, source = type(mechanism).__name__, Private(100), Source.fresh()
    drawn, released = race(
        lambda: [mechanism.draw(sealed, source) for _ in range(times)],
        lambda: [mechanism.release(100) for _ in range(times)],
        repeats=10 * ROUNDS,
    )
    row(f"one {name} draw within a request", 1e6 * drawn / times, 15, unit="us")
    row(f"one {name} release", 1e6 * released / times, 30, unit="us")


def ours(seconds: float) -> float:
    """Return nanoseconds a draw."""
    return 1e9 * seconds / MANY


if __name__ == "__main__":
    main()
    show()
