# SPDX-License-Identifier: Apache-2.0
"""The bytes of an answer: its groups, the integers released of each part, the law of their noise, and the certificate.

They are what was paid for, and nothing else: no name that somebody chose, no statistic that somebody read from them, no
order, no confidence. Whoever asks for another statistic of the same parts reads the same bytes.

A version fixes what each field means, for good. Version 1: `cells` has the groups, each a list of its keys' values, in
the order in which integers follow. `parts` has what was measured, each with `measures` (a measurement, see `written`),
`law` (its name and its scale or variance) and `integers` (for each cell those of each column; noise is in them).
`certificate` says how it was made; it has a version of its own. Answers that were paid for together stand in one `batch`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from diffident.curator import written
from diffident.curator.written import Plain
from diffident.errors import Refused
from diffident.exact import canonical
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.words.by_keys import Cell

VERSION: Final = 1


class AnswerFromLater(Refused):
    """Bytes of an answer of a version that is not known here."""

    code = "answer_version_unknown"
    sentence = "This answer was written in version {version} of its form, and only version {known} is known here."
    remedy = "Read it with the version of Diffident that wrote it, or a later one."


@dataclass(frozen=True, slots=True)
class Published:
    """An answer as it is stored: positions and integers."""

    cells: tuple[Cell, ...]
    parts: tuple[Noisy, ...]
    certificate: Plain


def write(cells: Sequence[Cell], parts: Sequence[Noisy], certificate: Plain) -> bytes:
    """Return the bytes of an answer."""
    return canonical.encode(
        {
            "version": VERSION,
            "cells": [[written.write_value(value) for value in cell] for cell in cells],
            "parts": [_part(part) for part in parts],
            "certificate": certificate,
        }
    )


def bundle(answers: Sequence[bytes]) -> bytes:
    """Return the bytes of several answers that were paid for together."""
    return canonical.encode({"version": VERSION, "batch": [canonical.decode(each) for each in answers]})


def each_of(stored: bytes) -> list[bytes]:
    """Return the bytes of each answer: of the only one, or of those of a batch."""
    said: Any = canonical.decode(stored)
    return [canonical.encode(each) for each in said["batch"]] if "batch" in said else [stored]


def read(stored: bytes) -> Published:
    """Return what the bytes of an answer say."""
    said: Any = canonical.decode(stored)
    if said["version"] != VERSION:
        raise AnswerFromLater(version=said["version"], known=VERSION)
    cells = tuple(tuple(written.value(value) for value in cell) for cell in said["cells"])
    return Published(cells, tuple(_noisy(part) for part in said["parts"]), said["certificate"])


def _part(noisy: Noisy) -> Plain:
    return {
        "measures": written.write(noisy.measurement),
        "law": written.write_law(noisy.law),
        "integers": [list(cell) for cell in noisy.cells],
    }


def _noisy(part: Plain) -> Noisy:
    return Noisy(written.measurement(part["measures"]), part["integers"], written.law(part["law"]))
