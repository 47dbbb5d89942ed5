# SPDX-License-Identifier: Apache-2.0
"""A plan with all four numbers: what was found, what it promises people, and how it compares."""

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from diffident.exact.rounding import round_up
from diffident.privacy.accounting.budget import Budget
from diffident.privacy.group import of_group
from diffident.privacy.loss import Approx, Pure
from diffident.privacy.region import Region
from diffident.privacy.tradeoff.beside import Beside
from diffident.privacy.tradeoff.catalogue import law_of
from diffident.privacy.tradeoff.compare import Alternative, alternatives, as_plain
from diffident.privacy.tradeoff.lifetime import Lifetime, Rhythm
from diffident.privacy.tradeoff.numbers import Number, Numbers, Unknown
from diffident.privacy.tradeoff.setting import Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class Tradeoff:
    """What was planned, and the number that was found.

    `within`, `confidence`, `people` and `epsilon` go together; `found` names the one that was left out, and
    `by_normal_law` is what a textbook would have put in its place. `coverage` is how surely the error stays within the
    distance. People who do not matter and were not given are None.
    """

    setting: Setting
    unknown: Unknown
    numbers: Numbers
    people: int | None
    coverage: Fraction
    by_normal_law: Number | None
    household: int
    promise: Budget | None = None
    every: Rhythm | None = None

    @property
    def found(self) -> str:
        """The name of the number that was left out, or "nothing"."""
        return self.unknown.value

    @property
    def value(self) -> Number:
        """The number that was found; if none was left out, the confidence that is reached."""
        return self.coverage if self.unknown is Unknown.NOTHING else getattr(self.numbers, self.found)

    @property
    def within(self) -> Fraction:
        """How far the release may be from the truth."""
        return self.numbers.within

    @property
    def confidence(self) -> Fraction:
        """How surely it is to stay within that distance."""
        return self.numbers.confidence

    @property
    def epsilon(self) -> Fraction:
        """What the release may tell about one person."""
        return self.numbers.epsilon

    @property
    def delta(self) -> Fraction:
        """The probability with which epsilon may fail."""
        return self.setting.delta or Fraction(0)

    @property
    def holds(self) -> bool:
        """Whether the four numbers go together; what was found always does."""
        return self.coverage >= self.confidence

    @property
    def mechanism(self) -> str:
        """What is done to the data, in a few words."""
        return law_of(self.setting).mechanism

    @property
    def odds(self) -> float:
        """The factor by which the odds of any outcome change at most if one person changes, rounded up."""
        return round_up(self._region.odds.high)

    @property
    def best_guess(self) -> float:
        """How often a guess about one person is right at best, if both cases were equally likely before."""
        return self._region.best_guess

    @property
    def for_household(self) -> tuple[Fraction, Fraction]:
        """What the release may tell about a household together: its epsilon and delta."""
        grouped = cast("Approx", of_group(Approx(self.epsilon, self.delta), self.household))  # it stays approximate
        return grouped.epsilon, grouped.delta

    @property
    def loss(self) -> Pure | Approx:
        """What the release may tell, as prices are made of."""
        return Approx(self.epsilon, self.delta) if self.delta else Pure(self.epsilon)

    @property
    def beside(self) -> Beside | None:
        """The noise beside who happens to be asked, if people are a sample."""
        return Beside.of(self.setting, self.numbers)

    @property
    def lifetime(self) -> Lifetime | None:
        """How often the promise pays for it, if there is one."""
        return None if self.promise is None else Lifetime(promise=self.promise, loss=self.loss, every=self.every)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What ought to be thought over before anybody is asked."""
        if self.people is None:
            return ()
        useless = self.epsilon * self.people < 1
        exposed = self.delta * self.people * 100 > 1
        said = (
            (useless, "epsilon is below 1/people: the noise is as large as anything that could be found"),
            (exposed, "delta is above 0.01/people: with that probability somebody may be exposed; make it smaller"),
        )
        return tuple(text for applies, text in said if applies)

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The same question under each kind of trust, solved when it is looked at."""
        known = self.people is not None
        return tuple(alternatives(self.setting, self.unknown, self.numbers, people_known=known))

    def as_json(self) -> dict[str, object]:
        """Return the plan as plain data."""
        grouped = self.for_household
        return {
            **self.setting.as_json(),
            "within": float(self.within),
            "confidence": float(self.confidence),
            "people": self.people,
            "epsilon": float(self.epsilon),
            "delta": float(self.delta),
            "found": self.found,
            "holds": self.holds,
            "coverage": float(self.coverage),
            "by_normal_law": as_plain(self.by_normal_law),
            "mechanism": self.mechanism,
            "odds": self.odds,
            "best_guess": self.best_guess,
            "household": {"people": self.household, "epsilon": float(grouped[0]), "delta": float(grouped[1])},
            "sample": None if self.beside is None else self.beside.as_json(),
            "promise": None if self.lifetime is None else self.lifetime.as_json(),
            "warnings": list(self.warnings),
            "alternatives": [each.as_json() for each in self.alternatives],
        }

    def __str__(self) -> str:
        from diffident.privacy.tradeoff.words import told  # noqa: PLC0415 - words speak about plans

        return told(self)

    @property
    def _region(self) -> Region:
        return Region.of(self.epsilon, self.delta)
