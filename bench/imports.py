# SPDX-License-Identifier: Apache-2.0
"""What `import diffident` costs beside `import numpy`, each in a fresh interpreter."""

import subprocess
import sys

from clock import fastest
from report import row, show


def main() -> None:
    ours, numpy = (_milliseconds(f"import {name}") for name in ("diffident", "numpy"))
    nothing = _milliseconds("pass")
    row("import diffident, above import numpy", ours - numpy, 40, unit="ms")
    row("import diffident, above an empty interpreter", ours - nothing, peer=numpy - nothing, unit="ms")


def _milliseconds(statement: str) -> float:
    return 1000 * fastest(lambda: subprocess.run([sys.executable, "-c", statement], check=True), repeats=7)


if __name__ == "__main__":
    main()
    show()
