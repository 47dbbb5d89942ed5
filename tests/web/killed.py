# SPDX-License-Identifier: Apache-2.0
"""Forks, for each path that it is told, a process that stores reports; kills it, and says what it had acknowledged."""

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])

from diffident.randomness.source import Source
from diffident.web.survey import codes, reports
from diffident.web.survey.store import Store
from web.survey import PAPER, read, told

LINE = 65  # a code in hexadecimal, and the end of the line
SURVEY = read(PAPER.replace("contact", "invitations = false\ncontact"))


def store_reports(path, acknowledge):
    """Store reports, eight waiting at a time, and acknowledge each that is on the disk."""
    store = Store(path, SURVEY.digest)
    body = reports.checked(SURVEY, told(SURVEY, [1]), 1)
    while True:
        fresh = [codes.hashed(codes.new(Source.fresh())) for _ in range(8)]
        waiting = [store.do(reports.accept(SURVEY, store, code, body, 1)) for code in fresh]
        for code, future in zip(fresh, waiting, strict=True):
            future.result()
            os.write(acknowledge, code.hex().encode() + b"\n")


def acknowledged_until_killed(path):
    """Return what a process acknowledged that was killed after some of it, wherever it was then."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        store_reports(path, writing)
    os.close(writing)
    told_, enough = b"", Source.fresh().bits(4) * LINE
    while len(told_) < enough and (part := os.read(reading, 65536)):
        told_ += part
    os.kill(child, signal.SIGKILL)
    while part := os.read(reading, 65536):
        told_ += part
    os.waitpid(child, 0)
    os.close(reading)
    return told_.decode().replace("\n", " ")


if __name__ == "__main__":
    print("ready", flush=True)
    for line in sys.stdin:
        print(acknowledged_until_killed(Path(line.strip())), flush=True)
