# SPDX-License-Identifier: Apache-2.0
"""The price of plans: how long it takes, and how close to the truth it is, beside dp-accounting."""

import json
from fractions import Fraction

import peer
from clock import fastest
from report import row, show

from diffident.privacy import accounting
from diffident.privacy.accounting.shifted import Shifted
from diffident.privacy.accounting.subsampled import Subsampled
from diffident.privacy.laws import DiscreteGaussian
from diffident.privacy.mechanisms import Gaussian, Laplace

DELTA = 1e-6
REACH = 1000  # so many units of noise: nearly the continuous laws that the peer knows
RATE, STEPS = Fraction(1, 1000), 10_000
OFTEN, USES = Fraction(1, 10), 100
EPSILONS = [Fraction(1000 + number, 100_000) for number in range(1000)]
RHOS = [epsilon**2 for epsilon in EPSILONS]
PLAN = {
    "delta": DELTA,
    "laplace": [float(epsilon) for epsilon in EPSILONS],
    "gaussian": [float(rho) for rho in RHOS],
    "sigma": 1.0,
    "rate": float(RATE),
    "steps": STEPS,
    "uses of": float(OFTEN),
    "uses": USES,
}


def main() -> None:
    theirs = peer.run("dp-accounting", "accounting.py", json.dumps(PLAN))
    mixed = [Laplace(sensitivity=REACH, epsilon=epsilon) for epsilon in EPSILONS]
    mixed += [Gaussian(sensitivity=REACH, rho=rho) for rho in RHOS]
    spread = 1 << 20
    sampled = [(Subsampled(Shifted(DiscreteGaussian(Fraction(spread**2)), spread), RATE), STEPS)]
    lattice = [(Laplace(sensitivity=1, epsilon=OFTEN), USES)]
    compare("1,000 Laplace and 1,000 Gaussian parts", mixed, theirs, "mixed", seconds=0.2)
    compare("10,000 subsampled Gaussian steps", sampled, theirs, "sampled", seconds=0.1)
    compare("100 discrete Laplace at 0.1", lattice, theirs, "lattice")


def compare(name: str, plan: list, theirs: dict[str, float], key: str, seconds: float | None = None) -> None:
    found = float(accounting.epsilon(plan, delta=DELTA))
    took = fastest(lambda: accounting.epsilon(plan, delta=DELTA))
    row(f"{name}: price", took, seconds, theirs.get(f"{key} seconds"))
    row(f"{name}: epsilon, the peer's from above", found, None, theirs.get(f"{key} ceiling"), times=1.01, unit="")
    floor = theirs.get(f"{key} floor")
    if floor is not None:
        row(f"{name}: the peer's from below, over ours", floor, None, found, times=1, unit="")


if __name__ == "__main__":
    main()
    show()
