# SPDX-License-Identifier: Apache-2.0
"""The same question under each kind of trust, from everybody down to nobody."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from diffident.exact.spelling import plain
from diffident.privacy.region import Region
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.collected import Plain
from diffident.privacy.tradeoff.law import ErrorLaw
from diffident.privacy.tradeoff.numbers import Number, Numbers, Unknown
from diffident.privacy.tradeoff.rough import roughly
from diffident.privacy.tradeoff.setting import Setting, Trust
from diffident.privacy.tradeoff.shuffled import Shuffled
from diffident.privacy.tradeoff.solve import found

WHO: Final = {
    Trust.CURATOR: "trusted curator",
    Trust.SHUFFLER: "shuffled reports",
    Trust.NOBODY: "randomised at each person",
}
NO_DELTA, ONE_REPORT = "needs a delta", "the shuffler a report, readers one in a crowd"


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One way to collect: what would stand in the unknown's place, and who learns what about one person.

    Without a value the answer is exact whatever stands there, or nothing that could stand there is enough, or it cannot
    be told without a delta: `instead` says which.
    """

    who: str
    value: Number | None
    by_normal_law: Number | None
    learned: str
    is_exact: bool = False
    instead: str = "out of reach"

    def as_json(self) -> dict[str, object]:
        """Return the alternative as plain data."""
        told = (("value", self.value), ("by_normal_law", self.by_normal_law))
        values = {name: as_plain(number) for name, number in told}
        return {"who": self.who, **values, "exact": self.is_exact, "learned": self.learned}


def alternatives(setting: Setting, unknown: Unknown, numbers: Numbers, *, people_known: bool) -> Iterator[Alternative]:
    """Yield a row for each way to collect that the question has an answer for."""
    if setting.sampled and unknown is not Unknown.EPSILON:
        yield _row("no privacy", Plain(share=setting.share, width=setting.width), unknown, numbers, "everything")
    elif setting.release.is_average and not setting.sampled:
        yield Alternative(
            who="no privacy", value=None, by_normal_law=None, learned="everything", is_exact=True, instead="exact"
        )
    for trust in setting.trusts:
        if trust is Trust.SHUFFLER and setting.delta is None:
            way = Alternative(who=WHO[trust], value=None, by_normal_law=None, learned=ONE_REPORT, instead=NO_DELTA)
            yield from [way] if people_known else []
            continue
        under = setting.under(trust)
        law = law_of(under)
        if people_known or not law.people_matter:
            row = _row(WHO[trust], law, unknown, numbers, "")
            together = None if row.value is None else numbers.with_(_finding(unknown), row.value)
            yield row if together is None else replace(row, learned=_learned(under, law, together))


def _finding(unknown: Unknown) -> Unknown:
    """Return which number an answer stands for: a confidence that was found is not one that was asked for."""
    return unknown if unknown in {Unknown.PEOPLE, Unknown.EPSILON} else Unknown.NOTHING


def _row(who: str, law: ErrorLaw, unknown: Unknown, numbers: Numbers, learned: str) -> Alternative:
    near = roughly(law, unknown, numbers)
    return Alternative(who=who, value=found(law, unknown, numbers, near), by_normal_law=near, learned=learned)


def _learned(setting: Setting, law: ErrorLaw, numbers: Numbers) -> str:
    """Return who learns what about one person."""
    epsilon = numbers.epsilon
    readers = f"readers epsilon {plain(epsilon)}" + ("" if setting.delta is None else f", delta {plain(setting.delta)}")
    if setting.trust is Trust.CURATOR:
        return f"the curator everything, {readers}"
    if isinstance(law, Shuffled):
        return f"the shuffler a report of epsilon {float(law.report(numbers.people, epsilon)):.3g}, {readers}"
    answer = "a noisy value" if setting.release.has_bounds else "a randomised answer"
    return f"{answer}: {math.ceil(100 * Region.of(epsilon).best_guess)} of 100 guesses right at best"


def as_plain(number: Number | None) -> int | float | None:
    """Return a number as JSON writes it."""
    return float(number) if isinstance(number, Fraction) else number
