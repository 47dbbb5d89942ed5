# SPDX-License-Identifier: Apache-2.0
"""How long a plan takes to find each number, and the figures of randomised response by the normal law and exactly."""

from clock import fastest
from report import row, show

from diffident.privacy.accounting import calibrate
from diffident.privacy.tradeoff import tradeoff

AT_MOST = 10  # milliseconds
NUMBERS = {"confidence": "0.95", "people": 50_000, "epsilon": "0.5"}
TOTALS = {"people": None}  # their error does not depend on it
PLANS = {  # each with a distance that the other numbers nearly keep
    "count": {"within": 8, **TOTALS},
    "sum": {"within": 400, "bounds": (0, 60), **TOTALS},
    "histogram": {"within": 30, "cells": 12, **TOTALS},
    "choice": {"within": 30, "cells": 1000, **TOTALS},
    "share": {"within": "0.01"},
    "mean": {"within": "0.5", "bounds": (0, 60)},
}
WAYS = {
    "": {},
    "declared": {"neighbours": "replace"},
    "delta": {"delta": "1e-6"},
    "sample": {"sampling": "simple"},
    "sample and delta": {"sampling": "simple", "delta": "1e-6"},
    "home": {"trust": "nobody", "epsilon": 1, "people": 50_000},
    "sample and home": {"trust": "nobody", "sampling": "simple", "epsilon": 1},
}
AT_HOME = {"count": 700, "sum": 60_000, "histogram": 2000, "mean": 1}  # other distances for those
ASKED = {"within": "0.01", "confidence": "0.95", "epsilon": 1, "trust": "nobody"}


def main() -> None:
    for unknown in ("within", "confidence", "people", "epsilon"):
        slowest, name = max((_milliseconds(release, asked), name) for name, release, asked in _questions(unknown))
        row(f"tradeoff: {unknown}, slowest of all: {name}", slowest, AT_MOST, unit="ms")
    sampled, alone = tradeoff("share", **ASKED, sampling="simple"), tradeoff("share", **ASKED)
    row("randomised response, 0.01, 95 %: people by the normal law", sampled.by_normal_law, 44_971, unit="people")
    row("the same by exact tails", sampled.people, 45_118, unit="people")
    row("the same when only noise counts, by the normal law", alone.by_normal_law, 35_368, unit="people")
    row("the same by exact tails, noise only", alone.people, unit="people")


def _questions(unknown):
    """Yield every question that can be asked with this number left out."""
    for release, plan in PLANS.items():
        for way, more in WAYS.items():
            asked = {**NUMBERS, **plan, **more}
            if "trust" in more:
                asked["within"] = AT_HOME.get(release, asked["within"])
            if unknown == "people" and "trust" in more and release not in {"share", "mean"}:
                continue
            if asked[unknown] is None or not _makes_sense(release, more):
                continue
            yield f"{release} {way}".strip(), release, {**asked, unknown: None}


def _makes_sense(release, more):
    averages, has_no_way = {"share", "mean"}, release == "choice" and ("delta" in more or "trust" in more)
    return not has_no_way and (release in averages or "sampling" not in more)


def _milliseconds(release, asked):
    def answer():
        calibrate.variance_of_one.cache_clear()
        calibrate.variance_of_many.cache_clear()
        return tradeoff(release, **asked)

    return 1000 * fastest(answer, repeats=5)


if __name__ == "__main__":
    main()
    show()
