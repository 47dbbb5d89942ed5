# SPDX-License-Identifier: Apache-2.0
"""Every function that privacy rests on says what it guarantees, why, and which test tries to refute it."""

import ast
from fnmatch import fnmatch

import pytest

from architecture.references import named_tests
from architecture.tree import DEFINITIONS

RESTS = {  # files: the functions in them that privacy rests on
    "exact/enclosure.py": "*",
    "exact/rounding.py": "*",
    "randomness/*.py": "*",
    "privacy/convert.py": "*",
    "privacy/group.py": "*",
    "privacy/reach.py": "*",
    "privacy/accounting/*.py": "*",
    "privacy/laws/*.py": "draw",
    "privacy/mechanisms/*.py": "draw",
    "privacy/mechanisms/?*.py": "loss",
    "local/thresholds.py": "at_*",
    "local/window.py": "moved_on",
    "local/sets.py": "*",
    "local/lasting.py": "calibrated",
    "local/[!_]*.py": "loss",
    "ledger/charges.py": "*",
    "ledger/ledger.py": "reserve",
    "ledger/claim.py": "publish",
    "ledger/owner.py": "alive",
    "ledger/witness.py": "check",
    "ledger/verify.py": "verify",
    "ledger/burn.py": "burn",
    "consent/limit.py": "limit",
    "lab/attacks/bound.py": "*",
    "question/plan.py": "planned",
    "curator/answer.py": "answered",
    "curator/priced.py": "perform",
    "curator/price?.py": "priced",
    "curator/seen.py": "named",
    "engine/order.py": "*",
    "engine/bounded.py": "sums",
    "engine/listed.py": "*",
    "engine/view.py": "view",
    "engine/duckdb.py": "sums",
    "engine/duckd?.py": "counts",
    "engine/duck?b.py": "feed",
    "learn/contribution.py": "*",
    "learn/layout.py": "blocks",
    "learn/layou?.py": "within",
    "learn/sums.py": "l2_squared",
    "learn/passes.py": "noise_for",
    "learn/passe?.py": "total",
    "learn/fit.py": "perform",
    "learn/fi?.py": "priced",
    "learn/f?t.py": "price_of",
}
PARTS = ("Guarantee:", "Because:", "Checked by:")


def rests_on(found):
    """Privacy rests on public functions of these files, and on methods of the names given; properties only tell."""
    name = found.node.name
    wanted = [names for files, names in RESTS.items() if fnmatch(found.module.name, files)]
    public = found.owner is None and not name.startswith("_")
    return not found.is_abstract and any(name == names or (names == "*" and public) for names in wanted)


FOUNDATIONS = [found for found in DEFINITIONS if rests_on(found)]


@pytest.mark.parametrize("found", FOUNDATIONS, ids=str)
def test_it_says_what_it_guarantees_and_why(found):
    said = ast.get_docstring(found.node) or ""
    assert [part for part in PARTS if part not in said] == []


@pytest.mark.parametrize("found", FOUNDATIONS, ids=str)
def test_the_test_that_would_refute_it_exists(found):
    checks = named_tests((ast.get_docstring(found.node) or "").partition("Checked by:")[2])
    assert checks
    assert [str(check) for check in checks if not check.exists()] == []
