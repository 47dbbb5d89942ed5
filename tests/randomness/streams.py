# SPDX-License-Identifier: Apache-2.0
"""Print the beginnings of streams: of sources that children inherit when they are forked, and of their own.

    streams.py FORKS INHERITED OWN [forgetful]

Without forks the process prints its own. A forgetful one does not look whether it is still where its streams began.
"""

import os
import sys

from diffident.randomness import source as room
from diffident.randomness.source import Source


def begin(sources, own):
    return [f"{source.bits(128):032x}" for source in [*sources, *(Source.fresh() for _ in range(own))]]


def forked(sources, own):
    """Return what a child says, through a pipe."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(into, "w") as pipe:
            pipe.write("\n".join(begin(sources, own)))
        os._exit(0)
    os.close(into)
    with os.fdopen(out) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said.split()


def main(forks, inherited, own, *forgetful):
    if forgetful:
        room._here = lambda: (0, 0)
    sources = [Source.fresh() for _ in range(int(inherited))]
    begin(sources, 0)
    children = [stream for _ in range(int(forks)) for stream in forked(sources, int(own))]
    print("\n".join(children or begin(sources, int(own))))


if __name__ == "__main__":
    main(*sys.argv[1:])
