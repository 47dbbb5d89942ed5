# SPDX-License-Identifier: Apache-2.0
"""Run a script in a peer's own environment, made on first use from peers/<peer>.txt."""

import json
import os
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parent
PEERS = BENCH / "peers"


def run(peer: str, script: str, *args: object) -> dict[str, float]:
    """Return the JSON object that peers/<script> prints as its last line, or {} where the peer does not install.

    The script may import from bench, such as `from clock import fastest`.
    """
    python = _environment(peer)
    if python is None:
        return {}
    command = [python, PEERS / script, *map(str, args)]
    paths = {**os.environ, "PYTHONPATH": str(BENCH)}
    printed = subprocess.run(command, env=paths, check=True, stdout=subprocess.PIPE, text=True).stdout
    return json.loads(printed.splitlines()[-1])


def _environment(peer: str) -> Path | None:
    """Return the peer's Python; its environment is made anew when the list of what it needs has changed."""
    wanted, home = PEERS / f"{peer}.txt", PEERS / ".venvs" / peer
    python, installed = home / "bin" / "python", home / "installed.txt"
    if installed.exists() and installed.read_text() == wanted.read_text():
        return python
    print(f"making an environment for {peer}", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
    made = subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", wanted], check=False)
    if made.returncode:
        print(f"{peer} does not install here; its figures are left out", file=sys.stderr)
        return None
    installed.write_text(wanted.read_text())
    return python
