# SPDX-License-Identifier: Apache-2.0
"""An error in place of a price: how long it takes to find the price, and how often answers keep what was promised."""

from fractions import Fraction

import numpy as np
from clock import fastest
from report import row

import diffident as dd
from diffident.question.aggregates.aggregate import Noisy
from diffident.randomness.source import Source

SOLVED_IN = 50  # milliseconds
PEOPLE = 4000
DRAWS = 20_000
PROMISES = {"pure": {"epsilon": 3}, "approximate": {"epsilon": 3, "delta": "1e-6", "typical": "0.1"}}
BOTH = "SELECT ward, COUNT(*) AS n, AVG(stay) AS stay, VAR_POP(age) AS v FROM visits GROUP BY ward"
COUNT = "SELECT ward, COUNT(*) AS n FROM visits GROUP BY ward"
MEAN = "SELECT ward, AVG(stay) AS stay FROM visits GROUP BY ward"


def main() -> None:
    for name, promise in PROMISES.items():
        curator = visits(promise)
        found = iter(range(10**9))

        def solve(curator=curator, found=found):
            curator.offer(BOTH, within={"stay": 5 + next(found) / 1000, "n": 60})

        row(f"within: solve for two errors, {name}", 1000 * fastest(solve), SOLVED_IN, unit="ms")
        exact = [kept_count(curator, within) for within in (12, 40, 150, 1000)]
        row(f"counts within what was promised, fewest of 100, {name}", 100 * min(exact), unit="of 100")
        row(f"counts within what was promised, most of 100, {name}", 100 * max(exact), 96, unit="of 100")
        row(f"means at a limit within what was promised, {name}", 100 * kept_mean(curator), unit="of 100")


def visits(promise):
    import pandas as pd

    data = pd.DataFrame({"patient": range(30), "ward": list("AB") * 15, "stay": [1.0] * 30, "age": [30] * 30})
    return dd.protect(
        data,
        name="visits",
        person="patient",
        rows_per_person=3,
        groups_per_person=2,
        columns={
            "ward": dd.categories("A", "B", "C"),
            "stay": dd.bounds(0, 60, source="codebook"),
            "age": dd.bounds(0, 110, source="codebook"),
        },
        budget=dd.Budget(**promise),
        ledger="memory",
        expected_people=PEOPLE,
    )


def kept_count(curator, within):
    (one,) = curator.offer(COUNT, within={"n": within}).noise
    return 1 - one.law.tail(within + 1)


def kept_mean(curator):
    """Return how often a mean of people who all lie at a limit, where it strays most, is within 3 of what it is."""
    offer = curator.offer(MEAN, within={"stay": 3})
    ((part,), (one,)) = offer.plan.parts, offer.noise
    measurement, rows = part.measurement, PEOPLE // 3
    noise = one.law.draw(2 * DRAWS, Source.fresh()).reshape(DRAWS, 2)
    cells = (np.array([0, rows * measurement.span]) + noise).tolist()
    found = offer.sheet.cells[0][0].finish(Noisy(measurement, cells, one.law), Fraction(1, 2))
    return sum(each.value <= 3 for each in found) / DRAWS


if __name__ == "__main__":
    from report import show

    main()
    show()
