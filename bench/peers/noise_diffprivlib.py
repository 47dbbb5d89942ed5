# SPDX-License-Identifier: Apache-2.0
"""diffprivlib's integer noise, from floats: nanoseconds a draw. Its Gaussian takes a time like the scale: the least only."""

import json
import sys

from clock import fastest
from diffprivlib.mechanisms import GaussianDiscrete, Geometric

MANY = 1000


def main(scales: dict[str, int]) -> None:
    found = {
        f"Laplace {name}": nanoseconds(Geometric(epsilon=1.0, sensitivity=scale)) for name, scale in scales.items()
    }
    name, scale = min(scales.items(), key=lambda item: item[1])
    gaussian = GaussianDiscrete(epsilon=1.0, delta=1e-6)
    gaussian._scale = scale  # noqa: SLF001 - it is found from epsilon and delta, and cannot be given
    print(json.dumps(found | {f"Gaussian {name}": nanoseconds(gaussian)}))


def nanoseconds(mechanism: Geometric | GaussianDiscrete) -> float:
    return 1e9 * fastest(lambda: [mechanism.randomise(0) for _ in range(MANY)], repeats=3) / MANY


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
