# SPDX-License-Identifier: Apache-2.0
"""Measure everything and print one table. Pass names to measure only those: `python bench/run.py noise imports`."""

import importlib
import sys

from report import show

SUBJECTS = ("noise", "accounting", "tradeoff", "imports", "ledger", "accuracy", "ask", "within", "local", "survey")


def main(subjects: tuple[str, ...]) -> None:
    for subject in subjects:
        print(f"measuring {subject}", file=sys.stderr)
        importlib.import_module(subject).main()
    show()


if __name__ == "__main__":
    main(tuple(sys.argv[1:]) or SUBJECTS)
