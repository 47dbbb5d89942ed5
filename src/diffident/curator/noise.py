# SPDX-License-Identifier: Apache-2.0
"""The noise of one question: a mechanism for each part, and what names hidden categories if there are any."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from diffident.curator.reading import Reading
from diffident.errors import Refused
from diffident.exact.rounding import down_to
from diffident.exact.spelling import plain
from diffident.privacy.accounting import pld
from diffident.privacy.accounting.budget import UNIT, Budget, Price
from diffident.privacy.accounting.pld import NoEpsilonKnown
from diffident.privacy.event import Event
from diffident.privacy.laws import OfRanks
from diffident.privacy.laws.weighted import Law, Weighted
from diffident.privacy.loss import Approx
from diffident.privacy.mechanisms import need
from diffident.privacy.mechanisms.gaussian import Gaussian
from diffident.privacy.mechanisms.gaussian_threshold import GaussianThreshold
from diffident.privacy.mechanisms.joint_exponential import JointExponential
from diffident.privacy.mechanisms.key_selection import KeySelection
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.privacy.mechanisms.need import Blur, Choose
from diffident.question.aggregates import Aggregate
from diffident.question.aggregates.aggregate import NoiseLaw
from diffident.question.catalog import Catalog
from diffident.question.plan import Part, Plan
from diffident.question.question import Question
from diffident.question.ranks import AtRanks

Noise = Laplace | Gaussian | JointExponential
Select = KeySelection | GaussianThreshold
Draw = Callable[[Part, Fraction, Fraction], Noise]  # the noise of a part for an epsilon and a delta


class HiddenNeedsDelta(Refused):
    """Categories that nobody listed, under a promise that nothing ever fails."""

    code = "hidden_needs_delta"
    sentence = (
        "Hidden categories are named by a rule that may fail with a small probability, and a promise of epsilon "
        "{epsilon} alone has room for none."
    )
    remedy = (
        'Declare the list, dd.categories("A", "B"), or promise Budget(epsilon={epsilon}, delta="1e-6", typical="0.1") '
        "from the start."
    )


KINDS: Final[Mapping[str, Callable[..., Noise | Select]]] = {
    "laplace": Laplace,
    "gaussian": Gaussian,
    "joint_exponential": JointExponential,
    "key_selection": KeySelection,
    "gaussian_threshold": GaussianThreshold,
}
FOLLOWS: Final = {"variance", "threshold"}  # parameters of an event that follow from the others


@dataclass(frozen=True, slots=True)
class Sheet:
    """A question before its noise is chosen: what will be measured, and what is read from it."""

    question: Question
    catalog: Catalog
    plan: Plan
    reading: Reading

    @property
    def cells(self) -> tuple[tuple[Aggregate, int], ...]:
        """Every statistic with the number of its part."""
        return self.reading.cells

    @property
    def names(self) -> list[str]:
        """What each statistic is called."""
        return [str(cell) for cell, _ in self.cells]

    @property
    def shares(self) -> int:
        """Among how many a request is divided: the parts, and what names hidden categories."""
        return len(self.plan.parts) + (self.plan.selection is not None)


@dataclass(frozen=True, slots=True)
class Blurring:
    """A mechanism for each part of a plan, in order, and for hidden categories.

    `earlier` is the noise of answers that this one will be combined with, part by part, and `follows` names them.
    """

    noise: tuple[Noise, ...]
    select: Select | None = None
    earlier: tuple[tuple[Law, ...], ...] = ()
    follows: tuple[str, ...] = ()

    def law(self, part: int) -> NoiseLaw:
        """Return how the noise of a part is distributed, once it is combined with that of earlier answers."""
        own = self.noise[part].law
        if not self.earlier or isinstance(own, OfRanks):
            return own
        return Weighted.by_precision([*self.earlier[part], own])

    @classmethod
    def from_json(cls, core: Mapping[str, Any]) -> "Blurring":
        """Return the noise that the core of a certificate tells of."""
        noise = (mechanism_of(part["mechanism"]) for part in core["parts"])
        selection = core["selection"]
        select = mechanism_of(selection["mechanism"]) if selection else None
        return cls(
            tuple(one for one in noise if isinstance(one, Noise)),
            select if isinstance(select, Select) else None,
            follows=tuple(core.get("follows", ())),
        )

    @property
    def mechanisms(self) -> tuple[Noise | Select, ...]:
        """All of them."""
        return (*self.noise, self.select) if self.select else self.noise


def least_spread(part: Part, epsilon: Fraction, delta: Fraction) -> Noise:
    """Return the noise that strays least for an epsilon and a delta."""
    return _chosen(part, epsilon) or Blur(part.reach).at(epsilon, delta)


@dataclass(frozen=True, slots=True)
class Together:
    """The noise of all questions of a request, and what is known of all of it at once, if that is more than of each."""

    blurrings: tuple[Blurring, ...]
    stated: Approx | None = None
    is_batch: bool = True

    @classmethod
    def from_json(cls, cores: Sequence[Mapping[str, Any]]) -> "Together":
        """Return what the cores of the certificates of one request tell of."""
        said = cores[0].get("together") or {}
        stated = said.get("stated")
        return cls(
            tuple(Blurring.from_json(core) for core in cores),
            None if stated is None else Approx(Fraction(stated["epsilon"]), Fraction(stated["delta"])),
            is_batch="together" in cores[0],
        )

    @property
    def mechanisms(self) -> tuple[Noise | Select, ...]:
        """All of them."""
        return tuple(one for blurring in self.blurrings for one in blurring.mechanisms)

    @property
    def private(self) -> Approx:
        """The epsilon and the delta of all of it."""
        epsilon = sum((one.epsilon or Fraction(0) for one in self.mechanisms), Fraction(0))
        return self.stated or Approx(epsilon, failing(self.mechanisms))

    def price(self, budget: Budget) -> Price:
        """Return what it costs under a promise.

        Guarantee:
            It is not below the losses of all mechanisms in the currency of the promise.
        Because:
            Their losses add up. Under an approximate promise all of them together are also private for the sum of their
            epsilons and deltas (basic composition), or for what is stated of them, and `Budget.price` takes the better
            of the two.
        Checked by: tests/curator/test_priced.py::test_the_price_is_not_below_the_loss
        """
        losses = [one.loss for one in self.mechanisms]
        return budget.price(*losses, stated=None if budget.typical is None else self.private)


def keeps(together: Together) -> bool:
    """Whether all mechanisms together are as private as is stated of them.

    Guarantee:
        If so, they are (epsilon, delta)-private.
    Because:
        `pld.epsilon` composes their loss distributions and is an upper bound.
    Checked by: tests/curator/test_batch.py::test_what_is_stated_of_a_batch_is_what_loss_distributions_say
    """
    if together.stated is None:
        return True
    try:
        return pld.epsilon(together.mechanisms, delta=together.stated.delta) <= together.stated.epsilon
    except NoEpsilonKnown:
        return False


def steady(part: Part, epsilon: Fraction, delta: Fraction) -> Noise:
    """Return Laplace noise for an epsilon."""
    del delta
    return _chosen(part, epsilon) or Blur(part.reach).steady(epsilon)


def bell(part: Part, epsilon: Fraction, delta: Fraction) -> Noise:
    """Return Gaussian noise for an epsilon and a delta."""
    return _chosen(part, epsilon) or Blur(part.reach).bell(epsilon, delta)


def _chosen(part: Part, epsilon: Fraction) -> Noise | None:
    """Return what chooses values at ranks, where that is what is measured; nothing is added to them."""
    measured, bound = part.measurement, part.bound
    if not isinstance(measured, AtRanks):
        return None
    grid = measured.grid
    return Choose(measured.ranks, grid.least, grid.most, bound.each, bound.groups, bound.total).at(epsilon)


def blurring(
    sheet: Sheet, epsilons: Sequence[Fraction], delta: Fraction, budget: Budget, draw: Draw = least_spread
) -> Blurring:
    """Return noise for these epsilons, one a part and in order, one more for hidden categories; delta is for all of them.

    Guarantee:
        The mechanisms are for the reach of their parts; their epsilons are at most those given and their deltas come to
        at most delta.
    Because:
        Epsilons are rounded down to what a promise counts in; each part has an equal share of delta, and naming what
        the parts leave.
    Checked by: tests/curator/test_shares.py::test_shares_come_to_no_more_than_was_asked
    """
    each = [down_to(epsilon, Fraction(1, UNIT)) for epsilon in epsilons]
    pairs = zip(sheet.plan.parts, each, strict=False)  # what is left is for hidden categories
    noise = tuple(draw(part, epsilon, delta / sheet.shares) for part, epsilon in pairs)
    return Blurring(noise, _selecting(sheet.plan, budget, each[-1], delta - failing(noise)))


def price_of(budget: Budget, mechanisms: Sequence[Noise | Select]) -> Price:
    """Return what mechanisms that are released together cost, if nothing else is known of all of them at once."""
    select = next((one for one in mechanisms if isinstance(one, Select)), None)
    noise = tuple(one for one in mechanisms if isinstance(one, Noise))
    return Together((Blurring(noise, select),), is_batch=False).price(budget)


def mechanism_of(event: Mapping[str, Any]) -> Noise | Select:
    """Return the mechanism of an event, built from what was asked of it."""
    told = Event.from_json(event)
    return KINDS[told.mechanism](**{name: _parameter(told, name) for name in told.parameters if name not in FOLLOWS})


def _parameter(told: Event, name: str) -> object:
    """Return a parameter of an event: a number, or the list of ranks as it is written."""
    return told.parameters[name] if name == "ranks" else told.number(name)


def law_of(event: Mapping[str, Any]) -> NoiseLaw:
    """Return how noise is distributed that was drawn so."""
    mechanism = mechanism_of(event)
    assert isinstance(mechanism, Noise)  # noqa: S101 - what names categories has no such law, and is no part
    return mechanism.law


def failing(mechanisms: Sequence[Noise | Select]) -> Fraction:
    """Return the sum of the deltas of those that have one."""
    return sum((one.delta or Fraction(0) for one in mechanisms if not isinstance(one, Laplace)), Fraction(0))


def _selecting(plan: Plan, budget: Budget, epsilon: Fraction, delta: Fraction) -> Select | None:
    """Return what names hidden categories, if there are any, or refuse under a promise that cannot pay for it."""
    if plan.selection is None:
        return None
    if budget.typical is None:
        raise HiddenNeedsDelta(epsilon=plain(budget.epsilon))
    return need.Select(plan.selection.keys_per_person, plan.selection.minimum).at(epsilon, delta)
