# SPDX-License-Identifier: Apache-2.0
"""OpenDP's exact noise on integers: nanoseconds a draw, of vectors, where it is quickest."""

import json
import sys

import opendp.prelude as dp
from clock import fastest

MANY = 20_000


def main(scales: dict[str, int]) -> None:
    dp.enable_features("contrib")
    vectors = dp.vector_domain(dp.atom_domain(T="i64"))
    makers = {
        "Laplace": (dp.m.make_laplace, dp.l1_distance(T="i64")),
        "Gaussian": (dp.m.make_gaussian, dp.l2_distance(T="i64")),
    }
    print(
        json.dumps(
            {
                f"{law} {name}": nanoseconds(make(vectors, distance, scale=float(scale)))
                for name, scale in scales.items()
                for law, (make, distance) in makers.items()
            }
        )
    )


def nanoseconds(measurement: dp.Measurement) -> float:
    zeros = [0] * MANY
    return 1e9 * fastest(lambda: measurement(zeros), repeats=3) / MANY


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
