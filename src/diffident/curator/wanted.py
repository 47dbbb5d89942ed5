# SPDX-License-Identifier: Apache-2.0
"""What somebody wants of an answer: for which price or with which error, for which purpose, how surely."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Protocol, TypedDict, TypeVar, Unpack

from diffident.curator.noise import Blurring, Sheet, Together
from diffident.curator.shares import STATISTICS, Shares
from diffident.curator.shown import USUAL
from diffident.curator.within import Within
from diffident.errors import Refused
from diffident.exact.number import Delta, Epsilon, decimal
from diffident.privacy.accounting.budget import Budget

Door = TypeVar("Door", bound=Callable[..., Any])
HOW: Final = {"epsilon", "within", "total_within"}


class PriceOrError(Refused):
    """A question with neither a price nor an error, or with both."""

    code = "price_or_error"
    sentence = "A question is asked for a price or for an error, and {given} was said."
    remedy = (
        'Write epsilon="0.5", or within={{"stay": 0.5}} for the least price that keeps stay within 0.5; a command takes '
        "--epsilon 0.5 or --within stay=0.5, and diffident preview without either shows what usual prices buy."
    )


class Wanted(TypedDict, total=False):
    """What can be said beside a question.

    `epsilon` is the total of the request, divided so that errors are alike: `weights` and `balance` say how. `within`
    asks for errors in place of it, of noise alone; `total_within` for those of noise and a simple sample.
    """

    epsilon: object
    delta: object
    weights: object
    balance: str
    within: Mapping[str, object]
    total_within: Mapping[str, object]
    purpose: str | None
    confidence: object


def spelled_out(door: Door) -> Door:
    """Let whoever looks at a function see what it takes, word by word: a notebook completes these."""
    signature = inspect.signature(door)
    words = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        for name, kind in Wanted.__annotations__.items()
    ]
    others = [each for each in signature.parameters.values() if each.kind is not inspect.Parameter.VAR_KEYWORD]
    door.__signature__ = signature.replace(parameters=[*others, *words])  # type: ignore[attr-defined]  # inspect reads it
    return door


class Rule(Protocol):
    """How the noise of a request is chosen."""

    def blurring(self, sheets: Sequence[Sheet], budget: Budget) -> list[Blurring]:
        """Return the noise of each of its questions."""
        ...


@dataclass(frozen=True, slots=True)
class Again:
    """The very noise of before: what was paid for is computed, whatever has been learned since about planning."""

    together: Together

    def blurring(self, sheets: Sequence[Sheet], budget: Budget) -> list[Blurring]:
        """Return that."""
        del sheets, budget
        return list(self.together.blurrings)


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody wants, read: whether it can be had is seen beside a plan."""

    rule: Rule
    purpose: str | None
    confidence: Fraction


def request(promise: Budget, **wanted: Unpack[Wanted]) -> Request:
    """Return what somebody wrote, or refuse it."""
    sure = decimal(wanted.get("confidence", USUAL), name="confidence", above=0, below=1)
    return Request(_rule(promise, sure, **wanted), wanted.get("purpose"), sure)


def at(wanted: Wanted, epsilon: str) -> Wanted:
    """Return the same for a price."""
    return {**wanted, "epsilon": epsilon}


def _rule(promise: Budget, sure: Fraction, **wanted: Unpack[Wanted]) -> Rule:
    given = wanted.get("delta")
    delta = promise.delta_per_question if given is None else Delta.of(given).value
    epsilon, within, total = (wanted.get(name) for name in ("epsilon", "within", "total_within"))
    if (epsilon is None) == (within is None and total is None):
        raise PriceOrError(given="neither" if epsilon is None else "both")
    if epsilon is None:
        return Within(wanted.get("within") or {}, wanted.get("total_within") or {}, sure, delta)
    return Shares(Epsilon.of(epsilon).value, delta, wanted.get("weights"), wanted.get("balance", STATISTICS))
