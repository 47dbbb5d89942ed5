# SPDX-License-Identifier: Apache-2.0
"""The form of the Deployments Registry (registry.opendp.org) as YAML, filled in as far as a certificate knows.

What only the publisher knows is left empty. Text is written as JSON strings, which are YAML as well.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from diffident.curator.paragraph import noise
from diffident.curator.reading import Reading
from diffident.curator.written import Plain
from diffident.show.text import number


def registry(core: Plain, reading: Reading, target: str) -> str:
    """Return the form, filled in."""
    return "\n".join(_lines(_form(core, reading, target))) + "\n"


def _form(core: Plain, reading: Reading, target: str) -> Plain:
    """Return the form as parts in parts."""
    return {
        "status": "Draft",
        "registry_authors": [],
        "tier": 3,
        "deployment": {
            "name": core["curator"],
            "data_curator": "",
            "description": f"Answer to: {reading.asked}",
            "intended_use": core["purpose"] or "",
            "data_product_type": "Summary statistics",
            "publication_date": "",
            "data_product_region": "",
            "data_product_sector": "",
            "dp_flavor": {
                "name": "Pure DP" if core["promise"]["typical"] is None else "Approximate DP",
                "data_domain": target,
                "unprotected_quantities": _unprotected(core),
            },
            "privacy_loss": _loss(core),
            "model": _model(core),
            "accounting": {
                "post_processing": "Names, order, HAVING, LIMIT and intervals are computed from released integers.",
                "composition": "Prices of all releases add up under one lifetime promise, kept in a ledger.",
            },
            "implementation": _implementation(core),
            "additional_information": "",
        },
    }


def _loss(core: Plain) -> Plain:
    promise, person = core["promise"], core["protects"]
    delta = {} if promise["typical"] is None else {"delta": float(promise["delta"])}
    who = f"One {person['person']}; adjacent data sets differ by adding or removing one with all their rows."
    return {
        "privacy_unit": "Row" if person["each_row"] else "Person",
        "privacy_unit_description": who,
        "privacy_parameters": {"epsilon": float(promise["epsilon"]), **delta},
        "privacy_parameters_description": _parameters(core),
    }


def _model(core: Plain) -> Plain:
    return {
        "model_name": "Central",
        "actors": "A trusted curator holds the data; whoever asks sees answers only. All who ask are taken to collude.",
        "is_many_release": True,
        "is_interactive": True,
        "is_dynamic": max(core["tables"].values()) > 1,
    }


def _implementation(core: Plain) -> Plain:
    drawn = "drawn exactly in whole numbers from system randomness, so no floating point is involved in it"
    return {
        "pre_processing_eda_hyperparameter_tuning": "None on the data: limits and categories were declared.",
        "mechanisms": f"{noise(core)}; {drawn}. {core['written by'].capitalize()}.",
        "justification": "",
    }


def _unprotected(core: Plain) -> str:
    declared = [f"limits of {each['column']} ({each['source'] or 'no source given'})" for each in core["bounds"]]
    listed = [f"groups of {each['by']} ({each['source'] or 'no source given'})" for each in core["groups"]]
    return "; ".join(["Declared, not taken from the data: the promise", *declared, *listed])


def _parameters(core: Plain) -> str:
    price = core["price"]
    delta = f" and delta {float(price['delta']):g}" if price["delta"] else ""
    return f"The lifetime promise; this answer takes epsilon {number(Fraction(price['epsilon']))}{delta} of it."


def _lines(given: Plain, indent: int = 0) -> Iterator[str]:
    for name, value in given.items():
        if isinstance(value, dict):
            yield f"{'':{indent}}{name}:"
            yield from _lines(value, indent + 2)
        else:
            yield f"{'':{indent}}{name}: {_scalar(value)}"


def _scalar(value: Any) -> str:  # noqa: ANN401 - text, a number, yes or no, or an empty list
    return json.dumps(value, ensure_ascii=False)
