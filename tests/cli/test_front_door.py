# SPDX-License-Identifier: Apache-2.0
"""The door to Python: `import diffident` offers little, and at no cost before it is used."""

import pickle
import subprocess
import sys

import pytest

import diffident as dd


def test_the_door_leads_to_the_room():
    from diffident.privacy.tradeoff import tradeoff

    assert dd.tradeoff is tradeoff
    assert dd.tradeoff("share", within="0.01", confidence="0.95", epsilon=1, trust="nobody").people > 30_000


def test_what_is_not_there_is_missed_by_name():
    with pytest.raises(AttributeError, match="nothing_here"):
        _ = dd.nothing_here


def test_what_was_planned_travels_to_other_processes():
    plan = dd.tradeoff("count", within=30, confidence="0.95")
    assert pickle.loads(pickle.dumps(plan)) == plan


def test_nothing_is_imported_before_it_is_asked_for():
    program = "import sys, diffident; print(*[name for name in sys.modules if name.startswith(('numpy', 'diffident'))])"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert loaded == ["diffident"]
