# SPDX-License-Identifier: Apache-2.0
"""The door: what somebody asks, read, solved and answered."""

from typing import Final

from diffident.errors import Refused
from diffident.exact.number import LARGEST_WHOLE, Epsilon, whole
from diffident.privacy.accounting.budget import Budget
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.collected import Plain
from diffident.privacy.tradeoff.law import ErrorLaw
from diffident.privacy.tradeoff.lifetime import Rhythm, promised
from diffident.privacy.tradeoff.numbers import Number, Numbers, Unknown, left_out
from diffident.privacy.tradeoff.planned import Tradeoff
from diffident.privacy.tradeoff.rough import roughly
from diffident.privacy.tradeoff.search import as_confidence
from diffident.privacy.tradeoff.setting import ArgumentNotUsed, Setting, chosen
from diffident.privacy.tradeoff.solve import found

MOST_OF_A_HOUSEHOLD = 1000


class PeopleDoNotHelp(Refused):
    """A total gets no better with people, and when they randomise their own answers it gets worse."""

    code = "people_do_not_help"
    sentence = "More people do not make a {release} more accurate."
    remedy = "Give people and leave out another number, or plan a share or a mean."


class OutOfReach(Refused):
    """Nothing that could be put in the place of the unknown would do."""

    code = "out_of_reach"
    sentence = "No {unknown} is enough: {reason}."
    remedy = "Allow a larger distance or a lower confidence, ask more people, or spend a larger epsilon."


def tradeoff(  # noqa: PLR0913 - four numbers and what they are about, all by name
    release: object,
    *,
    within: object = None,
    confidence: object = None,
    people: object = None,
    epsilon: object = None,
    delta: object = None,
    bounds: object = None,
    cells: object = None,
    take: object = None,
    groups_per_person: object = None,
    share: object = None,
    trust: object = "curator",
    sampling: object = "none",
    neighbours: object = None,
    household: object = 4,
    promise: Budget | None = None,
    every: object = None,
) -> Tradeoff:
    """Return a plan with all four numbers: the one of `within`, `confidence`, `people`, `epsilon` that is left out is found.

    `release` is "count", "sum", "mean", "share" or "histogram"; "choice" of the candidate that most people have, out of
    `cells`, or "top": of the best `take` of them, where the error is how many people fewer have one that is chosen;
    "threshold": which of `cells` counts reach one, until `take` do; "categories" that nobody has declared, or
    "counted_categories" with their numbers, where `within` is the smallest group that is named. `trust` is "curator",
    "shuffler" or "nobody". Error means noise only, unless sampling="simple" says that people are a simple random sample
    of those whom it is about. Nothing is read from data: a share that is not given counts as the one where answers are
    least exact. Under a `promise` it is told how often that pays for the question, and how long one lasts `every` "day",
    "week", "month", "quarter" or "year".

    >>> tradeoff("share", within="0.01", confidence="0.95", epsilon=1, trust="nobody", sampling="simple").people
    45118
    """
    described = {"trust": trust, "sampling": sampling, "neighbours": neighbours, "bounds": bounds}
    counted = {"cells": cells, "take": take, "groups_per_person": groups_per_person}
    if every is not None and promise is None:
        raise ArgumentNotUsed(name="every", subject="a plan without a promise")
    setting = Setting.of(release, **described, **counted, share=share, delta=delta)
    given = {"within": within, "confidence": confidence, "people": people, "epsilon": epsilon}
    law = law_of(setting)
    unknown = left_out(needs_people=law.people_matter, **given)
    if unknown is Unknown.PEOPLE and not law.more_people_help:
        raise PeopleDoNotHelp(release=setting.release.value)
    numbers, near = _solved(law, setting, unknown, Numbers.of(**given))
    return Tradeoff(
        setting=setting,
        unknown=unknown,
        numbers=numbers,
        people=None if people is None and unknown is not Unknown.PEOPLE else numbers.people,
        coverage=as_confidence(law.coverage(numbers.within, numbers.people, numbers.epsilon)),
        by_normal_law=near,
        household=whole(household, name="household", at_least=1, at_most=MOST_OF_A_HOUSEHOLD),
        promise=None if promise is None else promised(promise),
        every=None if every is None else chosen(Rhythm, every, name="every"),
    )


def _solved(law: ErrorLaw, setting: Setting, unknown: Unknown, known: Numbers) -> tuple[Numbers, Number | None]:
    """Return all four numbers, and what the normal law says about the one that was left out."""
    near = roughly(law, unknown, known)
    number = found(law, unknown, known, near)
    if number is None:
        raise OutOfReach(unknown=_NAMES[unknown], reason=_reason(setting, unknown, known))
    return known.with_(unknown, number), near


def _reason(setting: Setting, unknown: Unknown, known: Numbers) -> str:
    """Return why nothing will do: chance alone, if a sample is too small even without noise, or else the noise."""
    if setting.sampled and unknown is Unknown.EPSILON:
        needed = found(Plain(share=setting.share, width=setting.width), Unknown.PEOPLE, known, known.people)
        if needed is None or needed > known.people:
            return f"who happens to be asked calls for {needed or LARGEST_WHOLE} people, before any noise"
    return "the noise is too large even then"


_NAMES: Final = {
    Unknown.PEOPLE: f"number of people up to {LARGEST_WHOLE:,}",
    Unknown.EPSILON: f"epsilon up to {Epsilon.most}",
    Unknown.WITHIN: "distance up to half of what lies between the bounds",
}
