# SPDX-License-Identifier: Apache-2.0
"""Curators of neighbouring hospitals, as replays ask them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from diffident.curator.curator import Curator
from diffident.invented.neighbours import BEDS, LABS, TESTS, VISITS, WARD, WARDS, Pair, arrow
from diffident.privacy.accounting.budget import Budget
from diffident.question.limits import Bounds, Categories

Declared: TypeAlias = dict[str, Bounds | Categories]

NARROW: Final = {"rows_per_person": 5, "groups_per_person": 3, "rows_per_group": 2}
WIDE: Final = {"rows_per_person": 60, "groups_per_person": 60, "rows_per_group": 1}  # where Gaussian noise is smaller
PURE: Final[Mapping[str, Any]] = {"budget": {"epsilon": 100}, "limits": NARROW}
APPROXIMATE: Final[Mapping[str, Any]] = {
    "budget": {"epsilon": 100, "delta": "1e-6", "typical": "0.3"},
    "limits": WIDE,
}


def curator(
    hospital: Pair,
    *,
    wards: Sequence[str] = WARDS,
    secret: str | None = None,
    promise: Mapping[str, Any] = PURE,
    **more: Any,  # noqa: ANN401 - whatever else a curator takes
) -> Curator:
    """Return a curator of a hospital; one that is compared with another has its secret."""
    visits, labs = hospital
    found = Curator(name="hospital", budget=Budget(**promise["budget"]), ledger="memory", person="patient", **more)
    found.engine.secret = secret or found.engine.secret
    stays: Declared = {
        "ward": Categories.of(*wards, source="ward list"),
        "stay": Bounds.of(0, 60, source="codebook"),
        "age": Bounds.of(-5, 110, source="codebook"),
    }
    levels: Declared = {
        "test": Categories.of(*TESTS, source="order form"),
        "level": Bounds.of(0, 12, source="codebook"),
    }
    return (
        found.add(arrow(visits, VISITS), name="visits", person="patient", columns=stays, **promise["limits"])
        .add(arrow(labs, LABS), name="labs", person="patient", rows_per_person=4, columns=levels)
        .add(arrow(BEDS, WARD), name="wards", public=True, columns={"floor": Categories.of(1, 2, 3)})
    )
