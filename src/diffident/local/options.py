# SPDX-License-Identifier: Apache-2.0
"""The options of a question: so many, or named ones; and answers as their numbers."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.number import whole
from diffident.exact.spelling import shown
from diffident.privacy.mechanisms.integers import integers
from diffident.privacy.mechanisms.randomized_response import NotAnOption
from diffident.privacy.private import Private

MOST: Final = 10**6


class OptionsAlike(Refused):
    """Options of which two have the same name, or that are no text."""

    code = "options_not_names"
    sentence = "Options must be a number of them, or a list of different, non-empty texts."
    remedy = 'Write options=4, or options=["never", "once", "often"].'


class OneOptionEach(Refused):
    """Several options of one person, where a report protects one."""

    code = "one_option_each"
    sentence = (
        "{protocol} protects one option of each person; with several ones a report would tell several times epsilon."
    )
    remedy = "Ask with SeveralOf(options={options}, epsilon=...), which protects all of a person's options together."


def named(options: object, *, most: int = MOST) -> tuple[str, ...] | int:
    """Return how many options there are, or their names.

    >>> named(3), named(["no", "yes"])
    (3, ('no', 'yes'))
    """
    if not isinstance(options, Sequence) or isinstance(options, str | bytes):
        return whole(options, name="options", at_least=2, at_most=most)
    names = tuple(each for each in options if type(each) is str and each)
    if len(names) < len(options) or len(set(names)) < len(names):
        raise OptionsAlike
    whole(len(names), name="options", at_least=2, at_most=most)
    return names


def how_many(options: tuple[str, ...] | int) -> int:
    """Return how many options there are."""
    return options if isinstance(options, int) else len(options)


def labels(options: tuple[str, ...] | int) -> tuple[str, ...]:
    """Return the names of options; those without a name are called by their number."""
    return tuple(map(str, range(options))) if isinstance(options, int) else options


def numbered(values: object, options: tuple[str, ...] | int, *, protocol: str) -> NDArray[Any]:
    """Return answers, given as names or numbers of options, as numbers."""
    names = {} if isinstance(options, int) else {name: number for number, name in enumerate(options)}
    if names and not isinstance(values, np.ndarray):
        values = [
            names.get(value, value)
            for value in ([values] if isinstance(values, str) else np.array(values, object).tolist())
        ]
    if not isinstance(values, np.ndarray | list | tuple):
        values = [values]
    return chosen(values, how_many(options), protocol=protocol)


def chosen(values: object, many: int, *, protocol: str) -> NDArray[Any]:
    """Return answers that are numbers of options, one from each person, or refuse them without showing them."""
    answers = integers(Private(values))
    if answers.ndim != 1:
        raise OneOptionEach(protocol=protocol, options=shown(many))
    if answers.size and not 0 <= answers.min() <= answers.max() < many:
        raise NotAnOption(last=many - 1)
    return answers
