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
from diffident.privacy.tradeoff.solve import found

WHO: Final = {Trust.CURATOR: "trusted curator", Trust.NOBODY: "randomised at each person"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternative:
    """One way to collect: what would stand in the unknown's place, and who learns what about one person.

    Without a value the answer is exact whatever stands there, or nothing that could stand there is enough.
    """

    who: str
    value: Number | None
    by_normal_law: Number | None
    learned: str
    is_exact: bool = False

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
        yield Alternative(who="no privacy", value=None, by_normal_law=None, learned="everything", is_exact=True)
    for trust in setting.trusts:
        law = law_of(setting.under(trust))
        if people_known or not law.people_matter:
            row = _row(WHO[trust], law, unknown, numbers, "")
            spent = row.value if unknown is Unknown.EPSILON else numbers.epsilon
            yield row if spent is None else replace(row, learned=_learned(setting.under(trust), Fraction(spent)))


def _row(who: str, law: ErrorLaw, unknown: Unknown, numbers: Numbers, learned: str) -> Alternative:
    near = roughly(law, unknown, numbers)
    return Alternative(who=who, value=found(law, unknown, numbers, near), by_normal_law=near, learned=learned)


def _learned(setting: Setting, epsilon: Fraction) -> str:
    """Return who learns what about one person."""
    if setting.trust is Trust.CURATOR:
        delta = "" if setting.delta is None else f", delta {plain(setting.delta)}"
        return f"the curator everything, readers epsilon {plain(epsilon)}{delta}"
    answer = "a noisy value" if setting.release.has_bounds else "a randomised answer"
    return f"{answer}: {math.ceil(100 * Region.of(epsilon).best_guess)} of 100 guesses right at best"


def as_plain(number: Number | None) -> int | float | None:
    """Return a number as JSON writes it."""
    return float(number) if isinstance(number, Fraction) else number
