# SPDX-License-Identifier: Apache-2.0
"""A certificate in words: its noise, its price, and the paragraph for a paper."""

from fractions import Fraction
from typing import Any, Final

from diffident.curator.reading import Reading
from diffident.curator.written import Plain
from diffident.exact.spelling import plain
from diffident.privacy.accounting.budget import Budget, Price
from diffident.question.aggregates import Aggregate
from diffident.question.expression import columns_of
from diffident.question.question import cell_name
from diffident.show.text import number, percent

NOISE: Final = {
    "laplace": "discrete Laplace",
    "gaussian": "discrete Gaussian",
    "joint_exponential": "joint exponential",
}
NAMING: Final = {"key_selection": "key selection", "gaussian_threshold": "a Gaussian threshold"}


def methods(core: Plain, reading: Reading, confidence: Fraction) -> str:
    """Return a paragraph for a paper."""
    clamped = [f"{each['column']} clamped to {said(each['low'])}-{said(each['high'])}" for each in core["bounds"]]
    by = " and ".join(group["by"] for group in core["groups"])
    part = core.get("part")
    put = [f"of the people put to one part by {part['by']}"] if part else []
    limits = ", ".join([*put, core["counts"], *clamped])
    return (
        f"{_statistics(reading)}{f' by {by}' if by else ''} with differential privacy "
        f"({_private(core)} per {_person(core)} under add/remove neighbours, {_mechanisms(core)}; {limits}) "
        f"by {core['written by'].capitalize()}. Intervals are {percent(confidence)} noise intervals; "
        "bounding was not corrected for."
    )


def noise(core: Plain) -> str:
    """Return which noise is on what, in words."""
    blurred = [f"{_name(part)} on the {part['in words']}" for part in core["parts"]]
    return ", ".join([*blurred, *(f"groups named by {by} from how many people have each" for by in _naming(core))])


def paid(core: Plain) -> str:
    """Return the price in words.

    >>> price = {"units": 250_000_000, "delta_units": 0, "epsilon": Fraction(1, 4), "delta": 0}
    >>> paid({"price": price, "promise": {"epsilon": 3, "delta": 0, "typical": None}})
    'epsilon 0.25 of a promise of 3, paid once'
    """
    promise, price, together = core["promise"], core["price"], core.get("together")
    once = f"paid once for {together['questions']} questions together" if together else "paid once"
    if promise["typical"] is None:
        return f"epsilon {said(Fraction(price['units'], 10**9))} of a promise of {said(promise['epsilon'])}, {once}"
    share = budget(core).share(Price(price["units"], price["delta_units"]))
    return f"{_private(core)}, {percent(Fraction(round(share * 10**5), 10**5))} of the promise, {once}"


def budget(core: Plain) -> Budget:
    """Return the promise that a certificate names."""
    promise = core["promise"]
    if promise["typical"] is None:
        return Budget(epsilon=Fraction(promise["epsilon"]))
    return Budget(**{name: Fraction(promise[name]) for name in ("epsilon", "delta", "typical")})


def said(given: Any) -> str:  # noqa: ANN401 - a whole number or a fraction
    """Return a number of a certificate, exactly."""
    return plain(Fraction(given))


def _private(core: Plain) -> str:
    price = core["price"]
    delta = f", delta {float(price['delta']):g}" if price["delta"] else ""
    return f"epsilon {number(Fraction(price['epsilon']))}{delta}"


def _person(core: Plain) -> str:
    return "row" if core["protects"]["each_row"] else str(core["protects"]["person"])


def _name(part: Plain) -> str:
    return NOISE[part["mechanism"]["mechanism"]]


def _mechanisms(core: Plain) -> str:
    names = list(dict.fromkeys(map(_name, core["parts"])))
    named = "".join(f"; groups named by {by}" for by in _naming(core))
    return f"{' and '.join(names)} mechanism{'s' * (len(names) > 1)}{named}"


def _naming(core: Plain) -> list[str]:
    """Return what named hidden groups, if anything did."""
    selection = core.get("selection")
    return [NAMING[selection["mechanism"]["mechanism"]]] if selection else []


def _statistics(reading: Reading) -> str:
    """Return the statistics that are shown, by name, and what was done to them."""
    shown = {name for output in reading.after.outputs for name in columns_of(output.formula)}
    found = [_statistic(cell) for number, (cell, _) in enumerate(reading.cells) if cell_name(number) in shown]
    *others, last = found or ["the choice of groups"]
    text = f"{', '.join(others)} and {last}" if others else last
    return f"{text[0].upper()}{text[1:]} {'were' if others else 'was'} released"


def _statistic(cell: Aggregate) -> str:
    return f"{cell.name} of {' and '.join(map(str, cell.formulas)) or 'rows'}"
