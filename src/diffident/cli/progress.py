# SPDX-License-Identifier: Apache-2.0
"""What takes long says so, second by second, where somebody watches; and leaves no trace."""

import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

PATIENCE: Final = 2.0  # seconds before anything is said
STEP: Final = 1.0
CLEAR: Final = "\r\x1b[K"


@contextmanager
def telling(doing: str, *, patience: float = PATIENCE) -> Generator[None, None, None]:
    """Say on the error channel what is being done, once it has taken `patience` seconds; only to a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = threading.Event()
    teller = threading.Thread(target=_tell, args=(doing, patience, done), daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()


def _tell(doing: str, patience: float, done: threading.Event) -> None:
    seconds = patience
    if done.wait(patience):
        return
    while True:
        sys.stderr.write(f"{CLEAR}  {doing}, {seconds:.0f} s")
        sys.stderr.flush()
        if done.wait(STEP):
            break
        seconds += STEP
    sys.stderr.write(CLEAR)
    sys.stderr.flush()
