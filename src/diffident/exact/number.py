# SPDX-License-Identifier: Apache-2.0
"""The numbers that a person chooses, exact and within the range where they mean something.

What counts is the value, not how it is written: 1.0 is a whole number, 1.5 is not, and 0.1 is a tenth.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, Self, TypeAlias

from diffident.errors import NotANumber, Refused
from diffident.exact.spelling import NotFinite, plain, read, shown

LARGEST_WHOLE: Final = 10**15  # nobody has so many rows, people or options
LEAST: Final = Fraction(1, 2**30)  # of an epsilon or a rho; prices are counted in 10^-9
LEAST_DELTA: Final = Fraction(1, 2**60)  # prices are counted in 10^-18

Bound: TypeAlias = Fraction | int | None


class NotWhole(Refused):
    """Something between two whole numbers where a whole one is due; we do not round."""

    code = "number_not_whole"
    sentence = "{name} must be a whole number, not {given}."
    remedy = "Give a whole number, for example {name}={example}."


class NumberOutOfRange(Refused):
    """A number outside the range in which it means something."""

    code = "number_out_of_range"
    sentence = "{name} must be {range}, not {given}."
    remedy = 'Give a number that is {range}, for example {name}="{example}".'


class EpsilonNotFinite(NotFinite):
    """An epsilon that is no number: an answer at infinity would be the exact one."""

    code = "epsilon_not_finite"


class EpsilonNotPositive(NumberOutOfRange):
    """An epsilon of nothing buys nothing."""

    code = "epsilon_not_positive"


class EpsilonAboveCap(NumberOutOfRange):
    """An epsilon so large that the answer would hardly hide anybody."""

    code = "epsilon_above_cap"


class EpsilonBelowFloor(NumberOutOfRange):
    """An epsilon so small that the answer would be noise, and its price less than can be counted."""

    code = "epsilon_below_floor"


class DeltaNotFinite(NotFinite):
    """A delta that is no number."""

    code = "delta_not_finite"


class DeltaNegative(NumberOutOfRange):
    """A delta is a probability."""

    code = "delta_negative"


class DeltaRequired(NumberOutOfRange):
    """What was asked for always fails with some small probability, so delta cannot be 0."""

    code = "delta_required"


class DeltaAboveCap(NumberOutOfRange):
    """A delta so large that people would be exposed by chance."""

    code = "delta_above_cap"


class DeltaBelowFloor(NumberOutOfRange):
    """A delta so small that its price is less than can be counted."""

    code = "delta_below_floor"


class RhoNotFinite(NotFinite):
    """A rho that is no number."""

    code = "rho_not_finite"


class RhoNotPositive(NumberOutOfRange):
    """A rho of nothing buys nothing."""

    code = "rho_not_positive"


class RhoAboveCap(NumberOutOfRange):
    """A rho so large that the answer would hardly hide anybody."""

    code = "rho_above_cap"


class RhoBelowFloor(NumberOutOfRange):
    """A rho so small that the answer would be noise, and its price less than can be counted."""

    code = "rho_below_floor"


@dataclass(frozen=True, slots=True)
class _Range:
    """Numbers between bounds, each included or not; `also_zero` adds a 0 that lies below them."""

    at_least: Bound = None
    at_most: Bound = None
    above: Bound = None
    below: Bound = None
    also_zero: bool = False

    def __contains__(self, value: Fraction | int) -> bool:
        if self.also_zero and value == 0:
            return True
        enough = (self.at_least is None or value >= self.at_least) and (self.above is None or value > self.above)
        return enough and (self.at_most is None or value <= self.at_most) and (self.below is None or value < self.below)

    def __str__(self) -> str:
        words = {"at least": self.at_least, "above": self.above, "at most": self.at_most, "below": self.below}
        said = " and ".join(f"{word} {plain(bound)}" for word, bound in words.items() if bound is not None)
        return f"0 or {said}" if self.also_zero else said

    @property
    def example(self) -> str:
        """Some number that would do: 1, or the one nearest to it, or one between open ends."""
        low = self.at_least if self.at_least is not None else self.above
        high = self.at_most if self.at_most is not None else self.below
        middle = (Fraction(low) + high) / 2 if low is not None and high is not None else None
        ahead = low + 1 if low is not None else None
        candidates = (Fraction(1), low, high, middle, ahead, high - 1 if high is not None else None)
        return plain(next(candidate for candidate in candidates if candidate is not None and candidate in self))

    def admit(
        self, value: Fraction, *, name: str, given: object, refusal: type[Refused] = NumberOutOfRange
    ) -> Fraction:
        """Return the value if it lies within, and refuse it otherwise."""
        if value not in self:
            raise refusal(name=name, given=shown(given), range=self, example=self.example)
        return value


def decimal(  # noqa: PLR0913 - four kinds of bounds, all by name
    given: object,
    *,
    name: str,
    at_least: Bound = None,
    at_most: Bound = None,
    above: Bound = None,
    below: Bound = None,
) -> Fraction:
    """Return the number that somebody wrote, exactly, if it lies in the range.

    >>> decimal("1e-3", name="step"), decimal(0.1, name="step", above=0)
    (Fraction(1, 1000), Fraction(1, 10))
    """
    limits = _Range(at_least, at_most, above, below)
    return limits.admit(read(given, name=name, example=limits.example), name=name, given=given)


def whole(given: object, *, name: str, at_least: int = -LARGEST_WHOLE, at_most: int = LARGEST_WHOLE) -> int:
    """Return the whole number that somebody wrote, if it lies in the range; nothing is rounded.

    >>> whole("3", name="people", at_least=1), whole(3.0, name="people")
    (3, 3)
    """
    limits = _Range(at_least, at_most)
    value = read(given, name=name, example=limits.example)
    if value.denominator != 1:
        raise NotWhole(name=name, given=shown(given), example=limits.example)
    return limits.admit(value, name=name, given=given).numerator


@dataclass(frozen=True, slots=True)
class _Chosen:
    """A privacy number that somebody chose: it lies in its range, or it does not exist."""

    value: Fraction
    name: ClassVar[str]
    example: ClassVar[str]
    most: ClassVar[Fraction]
    not_finite: ClassVar[type[Refused]]
    above_cap: ClassVar[type[Refused]]
    limits: ClassVar[tuple[tuple[_Range, type[Refused]], ...]]

    def __post_init__(self) -> None:
        if type(self.value) is not Fraction:
            raise NotANumber(name=self.name, given=shown(self.value), example=self.example)
        self._refuse_outside(self.limits, self.value, self.value)

    @classmethod
    def of(cls, given: object, *, cap: Bound = None) -> Self:
        """Return the number that somebody wrote, at most `cap`, which is `most` unless a promise says otherwise."""
        value = read(given, name=cls.name, example=cls.example, not_finite=cls.not_finite)
        capped = (_Range(at_most=cls.most if cap is None else cap), cls.above_cap)
        cls._refuse_outside((*cls.limits, capped), value, given)
        return cls(value)

    @classmethod
    def _refuse_outside(cls, limits: Iterable[tuple[_Range, type[Refused]]], value: Fraction, given: object) -> None:
        for limit, refusal in limits:
            if value not in limit:
                raise refusal(name=cls.name, given=shown(given), range=limit, example=cls.example)


@dataclass(frozen=True, slots=True)
class Epsilon(_Chosen):
    """How far the odds of any outcome may move: by a factor of e^epsilon; at most 10 for one question.

    >>> Epsilon.of(0.1) == Epsilon.of("0.1")
    True
    """

    name: ClassVar[str] = "epsilon"
    example: ClassVar[str] = "0.5"
    most: ClassVar[Fraction] = Fraction(10)
    not_finite: ClassVar[type[Refused]] = EpsilonNotFinite
    above_cap: ClassVar[type[Refused]] = EpsilonAboveCap
    limits: ClassVar[tuple[tuple[_Range, type[Refused]], ...]] = (
        (_Range(above=0), EpsilonNotPositive),
        (_Range(at_least=LEAST), EpsilonBelowFloor),
    )


@dataclass(frozen=True, slots=True)
class Delta(_Chosen):
    """The probability with which epsilon may fail: at most 1/100,000 for a promise, always below 1, possibly 0.

    >>> Delta.of("1e-6").value
    Fraction(1, 1000000)
    """

    name: ClassVar[str] = "delta"
    example: ClassVar[str] = "1e-6"
    most: ClassVar[Fraction] = Fraction(1, 10**5)
    not_finite: ClassVar[type[Refused]] = DeltaNotFinite
    above_cap: ClassVar[type[Refused]] = DeltaAboveCap
    limits: ClassVar[tuple[tuple[_Range, type[Refused]], ...]] = (
        (_Range(at_least=0), DeltaNegative),
        (_Range(at_least=LEAST_DELTA, also_zero=True), DeltaBelowFloor),
        (_Range(below=1), DeltaAboveCap),
    )

    def required(self) -> Self:
        """Return this delta for something that needs one, hence not 0."""
        self._refuse_outside([(_Range(above=0), DeltaRequired)], self.value, self.value)
        return self


@dataclass(frozen=True, slots=True)
class Rho(_Chosen):
    """How fast the Renyi divergence grows with its order; at most 2, about an epsilon of 10 with a delta of 1e-5.

    >>> Rho.of("0.5").value
    Fraction(1, 2)
    """

    name: ClassVar[str] = "rho"
    example: ClassVar[str] = "0.1"
    most: ClassVar[Fraction] = Fraction(2)
    not_finite: ClassVar[type[Refused]] = RhoNotFinite
    above_cap: ClassVar[type[Refused]] = RhoAboveCap
    limits: ClassVar[tuple[tuple[_Range, type[Refused]], ...]] = (
        (_Range(above=0), RhoNotPositive),
        (_Range(at_least=LEAST), RhoBelowFloor),
    )
