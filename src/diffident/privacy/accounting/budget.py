# SPDX-License-Identifier: Apache-2.0
"""The promise of a lifetime, and what a loss costs under it: whole numbers that add up, rounded against ourselves."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.number import Delta, Epsilon, whole
from diffident.exact.spelling import plain
from diffident.privacy.accounting.renyi import divergence
from diffident.privacy.convert import approx_to_pure, surprise
from diffident.privacy.loss import Approx, Loss, LossDistribution, Pure

UNIT = 10**9  # units to one of epsilon, or of divergence
DELTA_UNIT = 10**18  # units to one of delta
MOST_PROMISED = 100  # a promise above this epsilon promises nothing
SET_ASIDE = Fraction(1, 20)  # of delta, for parts that may fail; the rest turns divergence into epsilon
MOST_UNITS = 10**40


class PromiseIncomplete(Refused):
    """Half of what an approximate promise needs."""

    code = "promise_incomplete"
    sentence = "An approximate promise needs a delta and a typical question, and {missing} is missing."
    remedy = 'Write Budget(epsilon=3, delta="1e-6", typical="0.1"), or Budget(epsilon=3) for a pure promise.'


class BudgetKindMismatch(Refused):
    """A loss that no epsilon alone bounds, under a promise that is nothing else."""

    code = "budget_kind_mismatch"
    sentence = "A pure promise of epsilon {epsilon} cannot pay for noise that may fail or has no largest loss."
    remedy = 'Use Laplace noise, or promise Budget(epsilon={epsilon}, delta="1e-6", typical="0.1") from the start.'


class PromiseTooSmall(Refused):
    """An approximate promise under which not even one typical question fits."""

    code = "promise_too_small"
    sentence = (
        "Not one question of epsilon {typical} fits under epsilon {epsilon} when a delta must be paid for as well."
    )
    remedy = "Promise Budget(epsilon={epsilon}), which suits few large questions, or a smaller typical question."


@dataclass(frozen=True, slots=True)
class Price:
    """What is deducted: units of the promise (10^-9 of its epsilon or divergence), and of its delta (10^-18).

    One price is at most another only if both numbers are; many prices are neither more nor less than each other.

    >>> Price(2, 1) + Price(3, 0) <= Price(5, 1), Price(2, 1) <= Price(3, 0)
    (True, False)
    """

    units: int
    delta_units: int = 0

    def __post_init__(self) -> None:
        whole(self.units, name="units", at_least=0, at_most=MOST_UNITS)
        whole(self.delta_units, name="delta_units", at_least=0, at_most=MOST_UNITS)

    def __add__(self, other: "Price") -> "Price":
        return Price(self.units + other.units, self.delta_units + other.delta_units)

    def __le__(self, other: "Price") -> bool:
        return self.units <= other.units and self.delta_units <= other.delta_units

    def __lt__(self, other: "Price") -> bool:
        return self <= other and self != other


NOTHING = Price(0, 0)


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Budget:
    """A promise that everything ever released together is epsilon-private, or (epsilon, delta)-private.

    An approximate promise fixes one Renyi order for good, the one under which most questions like the typical one fit.

    Guarantee:
        If releases are chosen one after the other, each after seeing all before, and their prices add up to at most
        `cap` whatever was seen, then all of them together are (epsilon, delta)-private.
    Because:
        budget.proof.md.
    Checked by: tests/privacy/accounting/test_budget.py::test_what_fits_keeps_the_promise_by_the_oracles_optimistic_estimate

    >>> Budget(epsilon=3)
    <a promise of epsilon 3 for ever>
    """

    epsilon: Fraction
    delta: Fraction
    typical: Fraction | None
    order: Fraction | None

    def __init__(self, *, epsilon: object, delta: object = None, typical: object = None) -> None:
        promised = Epsilon.of(epsilon, cap=MOST_PROMISED).value
        if (delta is None) != (typical is None):
            raise PromiseIncomplete(missing="delta" if delta is None else "typical")
        at_most = Fraction(0) if delta is None else Delta.of(delta).required().value
        usual = None if typical is None else Epsilon.of(typical, cap=promised).value
        object.__setattr__(self, "epsilon", promised)
        object.__setattr__(self, "delta", at_most)
        object.__setattr__(self, "typical", usual)
        object.__setattr__(self, "order", None if usual is None else _order_for(promised, _kept(at_most), usual))
        if usual is not None and self.typical_questions == 0:
            raise PromiseTooSmall(typical=plain(usual), epsilon=plain(promised))

    @property
    def cap(self) -> Price:
        """The most that all prices together may be.

        Guarantee:
            See the class.
        Because:
            Rounded down: what is left of epsilon when delta's larger part has turned a divergence into it; and the
            smaller part of delta.
        Checked by: tests/privacy/accounting/test_budget.py::test_the_cap_is_converted_back_to_the_promise
        """
        if self.order is None:
            return Price(math.floor(self.epsilon * UNIT))
        left = self.epsilon - surprise(self.order, _kept(self.delta))
        return Price(max(math.floor(left * UNIT), 0), math.floor(self.delta * SET_ASIDE * DELTA_UNIT))

    @property
    def delta_per_question(self) -> Fraction:
        """The delta that a question's own epsilon is read with unless it says otherwise: public, one digit long.

        As many typical questions as fit could each fail with this probability.
        """
        if self.typical is None:
            return Fraction(0)
        share = self.cap.delta_units // self.typical_questions
        digits = len(str(share)) - 1
        return Fraction(share // 10**digits * 10**digits, DELTA_UNIT)

    @property
    def typical_questions(self) -> int:
        """How many typical questions fit, if nothing else is asked."""
        return 0 if self.typical is None else self.cap.units // self.price(Pure(self.typical)).units

    def price(self, *parts: Loss, stated: Approx | None = None) -> Price:
        """Return what these parts of one request cost, `stated` being what is known of all of them together.

        Guarantee:
            See the class: it is not below the parts' losses in the currency of the promise.
        Because:
            Pure: the sum of epsilons. Approximate: at the promise's order, the sum of the parts' larger divergences,
            and of the probabilities with which they fail; or the same of `stated`, whichever is the smaller share of
            the promise. Both are public, both are bounds, and each number is rounded up.
        Checked by: tests/privacy/accounting/test_budget.py::test_prices_are_not_below_the_losses

        >>> Budget(epsilon=3).price(Pure(Fraction(1, 3)))
        Price(units=333333334, delta_units=0)
        """
        summed = sum((self._price_of(part) for part in parts), NOTHING)
        if stated is None:
            return summed
        return min(summed, self._price_of(stated), key=self.share)

    def share(self, price: Price) -> Fraction:
        """Return which part of the promise this takes: of its units or of its delta, whichever is more."""
        cap = self.cap
        shares = ((price.units, cap.units), (price.delta_units, cap.delta_units))
        return max(Fraction(asked, max(most, 1)) for asked, most in shares)

    def __repr__(self) -> str:
        if self.typical is None:
            return f"<a promise of epsilon {plain(self.epsilon)} for ever>"
        return (
            f"<a promise of epsilon {plain(self.epsilon)} for ever, but for a probability of {float(self.delta):g}; "
            f"it fits {self.typical_questions} questions of epsilon {plain(self.typical)}>"
        )

    def _price_of(self, loss: Loss) -> Price:
        if self.order is None:
            return Price(math.ceil(self._epsilon_of(loss) * UNIT))
        spent, failed = divergence(loss, self.order)
        return Price(math.ceil(spent * UNIT), math.ceil(failed * DELTA_UNIT))

    def _epsilon_of(self, loss: Loss) -> Fraction:
        """Return the largest loss, which a pure promise needs to know."""
        pure = approx_to_pure(loss) if isinstance(loss, Approx) else loss
        largest = pure.epsilon if isinstance(pure, Pure | LossDistribution) else None
        if largest is None:
            raise BudgetKindMismatch(epsilon=plain(self.epsilon))
        return largest


def _kept(delta: Fraction) -> Fraction:
    """Return the part of delta that turns a divergence into an epsilon."""
    return delta * (1 - SET_ASIDE)


@lru_cache(maxsize=256)
def _order_for(epsilon: Fraction, delta: Fraction, typical: Fraction) -> Fraction:
    """Return about the order under which most questions fit, if every other one is Gaussian and the rest anything pure.

    Rational throughout, so alike on every machine: five orders to a power of ten, then those around the best of them.
    """
    gaussian = typical**2 / (4 * enclosure.log(1 / delta).low)  # about the rho that makes (typical, delta)

    def fit(above: Fraction) -> Fraction:
        order = 1 + above
        return (epsilon - surprise(order, delta)) / (divergence(Pure(typical), order)[0] + order * gaussian)

    decade = [Fraction(step, 100) for step in (100, 158, 251, 398, 631)]
    near = max((step * Fraction(10) ** power for power in range(-2, 9) for step in decade), key=fit)
    return 1 + max((near * Fraction(parts, 100) for parts in range(64, 160, 4)), key=fit)
