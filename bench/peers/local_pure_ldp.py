# SPDX-License-Identifier: Apache-2.0
"""pure-LDP: nanoseconds a person for an answer that is perturbed and added up, its randomness insecure."""

import json
import sys
import warnings

from clock import fastest
from pure_ldp.frequency_oracles.direct_encoding import DEClient, DEServer
from pure_ldp.frequency_oracles.hadamard_response import HadamardResponseClient, HadamardResponseServer
from pure_ldp.frequency_oracles.local_hashing import LHClient, LHServer
from pure_ldp.frequency_oracles.unary_encoding import UEClient, UEServer

MANY = 2_000


def main(options: int) -> None:
    warnings.simplefilter("ignore")
    hadamard = HadamardResponseServer(1, options)
    pairs = {
        "response": (DEClient(1, options), DEServer(1, options)),
        "unary": (UEClient(1, options, use_oue=True), UEServer(1, options, use_oue=True)),
        "hashing": (LHClient(1, options, use_olh=True), LHServer(1, options, use_olh=True)),
        "hadamard": (HadamardResponseClient(1, options, hadamard.get_hash_funcs()), hadamard),
    }
    print(json.dumps({name: nanoseconds(*pair, options) for name, pair in pairs.items()}))


def nanoseconds(client: object, server: object, options: int) -> float:
    def all_of_them() -> None:
        for person in range(MANY):
            server.aggregate(client.privatise(person % options + 1))

    return 1e9 * fastest(all_of_them, repeats=2) / MANY


if __name__ == "__main__":
    main(int(sys.argv[1]))
