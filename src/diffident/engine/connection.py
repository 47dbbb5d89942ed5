# SPDX-License-Identifier: Apache-2.0
"""A connection of its own: it finds nothing by chance, holds so much memory at most, and is stopped at a deadline."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from threading import Timer
from typing import Any, Final

MEMORY: Final = "50%"  # of the machine's; what does not fit is written to a folder that nobody else can read
DEADLINE: Final = 600  # seconds that one look may take, unless a curator says otherwise


def connected() -> Any:  # noqa: ANN401 - duckdb has no types that mypy accepts
    """Return a connection of its own, which finds no frame that happens to stand around in Python."""
    import duckdb  # noqa: PLC0415 - slow to import

    folder = _folder(os.getpid())
    return duckdb.connect(
        config={"python_enable_replacements": False, "memory_limit": MEMORY, "temp_directory": folder}
    )


@contextmanager
def within(seconds: float, connection: Any) -> Generator[None]:  # noqa: ANN401 - see above
    """Stop what a connection does after so many seconds; a connection that is at rest takes no notice."""
    alarm = Timer(seconds, connection.interrupt)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()


@cache
def _folder(process: int) -> str:
    """Return the folder of this process for what does not fit into memory, of which nothing is left when it ends."""
    folder = tempfile.mkdtemp(prefix=f"diffident-{process}-")  # read by its owner alone
    atexit.register(_remove, folder, process)
    return folder


def _remove(folder: str, process: int) -> None:
    """Remove a folder, unless this is another process that was forked from its owner."""
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)
