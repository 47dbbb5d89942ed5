# SPDX-License-Identifier: Apache-2.0
"""Whether noise is ever drawn twice: in forks, in threads, by copies, and in two processes that begin alike."""

import copy
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final

from diffident.errors import Refused
from diffident.lab.audit.finding import Finding
from diffident.randomness.source import Source

WAY: Final = "randomness"
THREADS: Final = 16
BITS: Final = 128
FORK: Final = """
import os
from diffident.randomness.source import Source
source = Source.fresh()
source.bits(8)
child = os.fork()
print(source.bits(128), Source.fresh().bits(128), flush=True)
if child:
    os.waitpid(child, 0)
"""


def checked() -> Iterator[Finding]:
    """Yield whether streams repeat."""
    if hasattr(os, "fork"):
        yield _different("a fork draws other noise", [*_printed(FORK), *_printed(FORK)])
    yield _different("threads draw other noise", _threads(Source.fresh()))
    yield _different("new sources draw other noise", [str(Source.fresh().bits(BITS)) for _ in range(1_000)])
    for name, copied in (("copied", copy.copy), ("pickled", pickle.dumps)):
        yield Finding(item=f"a source cannot be {name}", way=WAY, holds=_refuses(copied), told="refused or not")


def _different(item: str, streams: list[str]) -> Finding:
    repeats = len(streams) - len(set(streams))
    return Finding(item=item, way=WAY, holds=not repeats, told=f"{len(streams):,} streams, {repeats} repeated")


def _printed(program: str) -> list[str]:
    """Return what a process of its own, and those that it forks, draw."""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)  # noqa: S603 - our own words
    return ran.stdout.split()


def _threads(shared: Source) -> list[str]:
    """Return what threads draw from one source."""
    drawn: list[str] = []
    threads = [threading.Thread(target=lambda: drawn.append(str(shared.bits(BITS)))) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return drawn


def _refuses(copied: Callable[[Source], object]) -> bool:
    try:
        copied(Source.fresh())
    except Refused:
        return True
    return False
