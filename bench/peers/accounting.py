# SPDX-License-Identifier: Apache-2.0
"""dp-accounting's prices of the plans in bench/accounting.py: seconds, and the epsilons between which the truth lies."""

import functools
import json
import sys

from clock import fastest
from dp_accounting import dp_event
from dp_accounting.pld import pld_privacy_accountant
from dp_accounting.pld import privacy_loss_distribution as losses

STEP = 1e-4


def main(plan: dict) -> None:
    delta = plan["delta"]
    sampled = functools.partial(
        losses.from_gaussian_mechanism, plan["sigma"], sampling_prob=plan["rate"], value_discretization_interval=STEP
    )
    print(
        json.dumps(
            {
                "mixed seconds": fastest(lambda: priced(plan), repeats=1),
                "mixed ceiling": priced(plan),
                "mixed floor": mixed(plan, above=False).get_epsilon_for_delta(delta),
                "sampled seconds": fastest(lambda: sampled().self_compose(plan["steps"]), repeats=2),
                "sampled ceiling": sampled().self_compose(plan["steps"]).get_epsilon_for_delta(delta),
                "lattice ceiling": lattice(plan, above=True).get_epsilon_for_delta(delta),
                "lattice floor": lattice(plan, above=False).get_epsilon_for_delta(delta),
            }
        )
    )


def priced(plan: dict) -> float:
    """A plan as a user writes it: one event after the other."""
    accountant = pld_privacy_accountant.PLDAccountant(value_discretization_interval=STEP)
    for epsilon in plan["laplace"]:
        accountant.compose(dp_event.LaplaceDpEvent(1 / epsilon))
    for rho in plan["gaussian"]:
        accountant.compose(dp_event.GaussianDpEvent((2 * rho) ** -0.5))
    return accountant.get_epsilon(plan["delta"])


def mixed(plan: dict, *, above: bool) -> losses.PrivacyLossDistribution:
    found = losses.from_gaussian_mechanism((2 * sum(plan["gaussian"])) ** -0.5, **options(above=above))
    for epsilon in plan["laplace"]:
        found = found.compose(losses.from_laplace_mechanism(1 / epsilon, **options(above=above)))
    return found


def lattice(plan: dict, *, above: bool) -> losses.PrivacyLossDistribution:
    one = losses.from_discrete_laplace_mechanism(plan["uses of"], sensitivity=1, **options(above=above))
    return one.self_compose(plan["uses"])


def options(*, above: bool) -> dict:
    return {"pessimistic_estimate": above, "use_connect_dots": above, "value_discretization_interval": STEP}


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
