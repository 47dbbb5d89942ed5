# SPDX-License-Identifier: Apache-2.0
"""A survey file to begin with, and survey files from lists of questions that were written elsewhere."""

from dataclasses import dataclass
from typing import Final

BEGIN: Final = """# A survey for Diffident. Check it: diffident survey check FILE
name = "{name}"
title = {title}
contact = "survey@example.org"
epsilon = {epsilon}            # what all answers of one person tell together, at most
invitations = true     # a code for each person; false for a link that is open to everybody
batch = 50             # results change when so many new reports are in
retention_days = 365
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as another tool has it."""

    id: str
    kind: str
    text: str
    options: tuple[str, ...] = ()
    bounds: tuple[int, int] | None = None


def drafted(name: str, title: str, questions: list[Asked]) -> str:
    """Return the text of a survey file; each question gets epsilon 1, to be thought about."""
    head = BEGIN.format(name=name, title=quoted(title), epsilon=len(questions))
    return "\n".join([head, *(_part(each) for each in questions)])


def _part(question: Asked) -> str:
    lines = ["[[questions]]", f'id = "{question.id}"', f'kind = "{question.kind}"', f"text = {quoted(question.text)}"]
    if question.options:
        lines.append(f"options = [{', '.join(map(quoted, question.options))}]")
    if question.bounds:
        lines.append(f"bounds = [{question.bounds[0]}, {question.bounds[1]}]")
    return "\n".join([*lines, "epsilon = 1", ""])


def quoted(text: str) -> str:
    r"""Return text as TOML writes it.

    >>> print(quoted('a "b"'))
    "a \"b\""
    """
    signs = {'"': '\\"', "\\": "\\\\"}
    return '"' + "".join(signs.get(s, s if s.isprintable() else f"\\u{ord(s):04x}") for s in text[:2000]) + '"'


EXAMPLE: Final = [
    Asked("drove", "yes_no", "Did you ever drive after drinking?"),
    Asked("often", "scale", "How often do you drink?", ("never", "monthly", "weekly", "daily")),
]
