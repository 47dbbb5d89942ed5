# SPDX-License-Identifier: Apache-2.0
"""multi-freq-ldpy: nanoseconds a person for an answer that is perturbed and added up, its randomness insecure."""

import json
import sys

import numpy as np
from clock import fastest
from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Aggregator_MI as GRR_Aggregator
from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Client
from multi_freq_ldpy.pure_frequency_oracles.LH import LH_Aggregator_MI as LH_Aggregator
from multi_freq_ldpy.pure_frequency_oracles.LH import LH_Client
from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Aggregator_MI as UE_Aggregator
from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Client

MANY = 2_000


def main(options: int) -> None:
    answers = np.arange(MANY) % options
    print(
        json.dumps(
            {
                "response": nanoseconds(
                    lambda: GRR_Aggregator([GRR_Client(each, options, 1) for each in answers], options, 1)
                ),
                "unary": nanoseconds(lambda: UE_Aggregator([UE_Client(each, options, 1) for each in answers], 1)),
                "hashing": nanoseconds(
                    lambda: LH_Aggregator([LH_Client(each, options, 1) for each in answers], options, 1)
                ),
            }
        )
    )


def nanoseconds(action: object) -> float:
    return 1e9 * fastest(action, repeats=2) / MANY


if __name__ == "__main__":
    main(int(sys.argv[1]))
