# SPDX-License-Identifier: Apache-2.0
"""How long a plan takes to find each number, and the figures of randomised response by the normal law and exactly."""

from clock import fastest
from report import row, show

from diffident.privacy.accounting import Budget, calibrate, report
from diffident.privacy.tradeoff import named, together, tradeoff

AT_MOST = 10  # milliseconds
ALL_OF_THEM = 100  # for twenty questions at once
NUMBERS = {"confidence": "0.95", "people": 50_000, "epsilon": "0.5"}
TOTALS = {"people": None}  # their error does not depend on it
PLANS = {  # each with a distance that the other numbers nearly keep
    "count": {"within": 8, **TOTALS},
    "sum": {"within": 400, "bounds": (0, 60), **TOTALS},
    "histogram": {"within": 30, "cells": 12, **TOTALS},
    "choice": {"within": 30, "cells": 1000, **TOTALS},
    "top": {"within": 90, "cells": 1000, "take": 5, **TOTALS},
    "threshold": {"within": 150, "cells": 1000, "take": 5, **TOTALS},
    "categories": {"within": 40, "delta": "1e-6", **TOTALS},
    "counted_categories": {"within": 60, "delta": "1e-6", **TOTALS},
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
SHUFFLED = {"trust": "shuffler", "delta": "1e-6", "people": 50_000}
IN_BATCHES = {  # each with as many options as a report has
    "share": {"release": "share", "within": "0.01"},
    "share, sampled": {"release": "share", "within": "0.01", "sampling": "simple"},
    "mean": {"release": "mean", "bounds": (0, 60), "within": "0.5"},
    "share of six": {"release": "share", "cells": 6, "within": "0.01"},
    "histogram of twelve": {"release": "histogram", "cells": 12, "within": 500},
}
AVERAGES = {"share", "mean"}
PICKED = {"choice", "top", "threshold", "categories", "counted_categories"}
AT_HOME = {"count": 700, "sum": 60_000, "histogram": 2000, "mean": 1}  # other distances for those
ASKED = {"within": "0.01", "confidence": "0.95", "epsilon": 1, "trust": "nobody"}


def main() -> None:
    for unknown in ("within", "confidence", "people", "epsilon"):
        slowest, name = max((_milliseconds(release, **asked), name) for name, release, asked in _questions(unknown))
        row(f"tradeoff: {unknown}, slowest of all: {name}", slowest, AT_MOST, unit="ms")
    for name, asked in IN_BATCHES.items():
        slowest, unknown = max(
            (_milliseconds(**{**NUMBERS, **SHUFFLED, **asked, number: None}), number) for number in _sought(asked)
        )
        row(f"tradeoff: shuffled {name}, slowest of all: {unknown}", slowest, AT_MOST, unit="ms")
    row("twenty questions under one promise", 1000 * fastest(_twenty, repeats=5), ALL_OF_THEM, unit="ms")
    sampled, alone = tradeoff("share", **ASKED, sampling="simple"), tradeoff("share", **ASKED)
    row("randomised response, 0.01, 95 %: people by the normal law", sampled.by_normal_law, 44_971, unit="people")
    row("the same by exact tails", sampled.people, 45_118, unit="people")
    row("the same when only noise counts, by the normal law", alone.by_normal_law, 35_368, unit="people")
    row("the same by exact tails, noise only", alone.people, unit="people")


def _sought(asked):
    return [
        number
        for number in ("within", "confidence", "people", "epsilon")
        if number != "people" or asked["release"] in AVERAGES
    ]


def _twenty():
    """Plan twenty different questions under one promise."""
    kinds = [
        ("count", {}, 30),
        ("sum", {"bounds": (0, 60)}, 900),
        ("mean", {"bounds": (0, 60), "people": 5000}, 1),
        ("histogram", {"cells": 12}, 40),
    ]
    asked = [
        {"release": kind, **more, "within": within * (5 + number) / 7, "confidence": "0.95"}
        for number in range(5)
        for kind, more, within in kinds
    ]
    return together(asked, promise=Budget(epsilon=1))


def _questions(unknown):
    """Yield every question that can be asked with this number left out."""
    for release, plan in PLANS.items():
        for way, more in WAYS.items():
            asked = {**NUMBERS, **plan, **more}
            if "trust" in more:
                asked["within"] = AT_HOME.get(release, asked["within"])
            if unknown == "people" and "trust" in more and release not in AVERAGES:
                continue
            if asked[unknown] is None or not _makes_sense(release, more):
                continue
            yield f"{release} {way}".strip(), release, {**asked, unknown: None}


def _makes_sense(release, more):
    """Who picks by counts is a curator; a delta of its own is of no use to all of them, and is part of others."""
    if release in PICKED:
        return not more or (more == WAYS["declared"] and "categories" not in release)
    return release in AVERAGES or "sampling" not in more


def _milliseconds(release, **asked):
    def answer():
        for found in (calibrate.variance_of_one, calibrate.variance_of_many, report._most_told, named._threshold):  # noqa: SLF001 - as if asked for the first time
            found.cache_clear()
        return tradeoff(release, **asked)

    return 1000 * fastest(answer, repeats=5)


if __name__ == "__main__":
    main()
    show()
