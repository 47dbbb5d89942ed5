# SPDX-License-Identifier: Apache-2.0
"""What a fit promises, as a paragraph for people: under which promise, for which price, by which passes."""

from diffident.curator.written import Plain
from diffident.exact.spelling import plain
from diffident.show.text import table


def statement(core: Plain) -> str:
    """Return what a certificate says of a fit, in words."""
    passes, price = len(core["parts"]), core["price"]
    kinds = {part["mechanism"]["mechanism"] for part in core["parts"]}
    noise = "exact Gaussian noise" if kinds == {"gaussian"} else "exact Laplace noise"
    failing = f" (delta {float(price['delta']):g})" if price["delta"] else ""
    under = f'under the promise "{core["curator"]}"' if core["curator"] else "as a promise of its own"
    who = "row, taken for a person" if core["protects"]["each_row"] else core["protects"]["person"]
    rows = core["limits"]["rows_per_person"]
    counts = "" if rows == 1 else f", who counts with at most {rows} rows"
    alone = (
        "" if core["curator"] else " Every other fit or question on the same people adds its own epsilon to this one."
    )
    return (
        f"Fitted {under} for epsilon {plain(price['epsilon'])}{failing}: {passes} "
        f"{'pass' if passes == 1 else 'passes'}, each a sum of one bounded vector of integers per {who}{counts}, plus "
        f"{noise}.{alone} Scoring it on these people is another question."
    )


def lines(core: Plain) -> str:
    """Return the features of a fit with their limits, as a table."""
    rows = [[str(name), plain(low), plain(high)] for name, low, high in core["features"]]
    return table(["feature", "from", "to"], rows)
