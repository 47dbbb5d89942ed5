# SPDX-License-Identifier: Apache-2.0
"""A question as an offer: plan, noise, price, expected error, and how it is performed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from diffident.curator import published, seen, written
from diffident.curator.certificate import FOR_EVER, certified
from diffident.curator.reading import Reading
from diffident.curator.written import Plain
from diffident.engine.engine import Engine
from diffident.errors import Refused
from diffident.exact import canonical
from diffident.exact.number import Delta, Epsilon
from diffident.exact.rounding import down_to
from diffident.exact.spelling import plain
from diffident.ledger.entry import Charge
from diffident.privacy.accounting.budget import UNIT, Budget, Price
from diffident.privacy.loss import Approx
from diffident.privacy.mechanisms import need
from diffident.privacy.mechanisms.columns import columns
from diffident.privacy.mechanisms.gaussian import Gaussian
from diffident.privacy.mechanisms.gaussian_threshold import GaussianThreshold
from diffident.privacy.mechanisms.key_selection import KeySelection
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.privacy.mechanisms.need import Blur
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.catalog import Catalog
from diffident.question.expression import Literal, as_plain
from diffident.question.plan import Part, Plan, planned
from diffident.question.question import Question, described
from diffident.question.words import Table
from diffident.question.words.rows import leaves
from diffident.randomness.source import Source

Noise = Laplace | Gaussian
Select = KeySelection | GaussianThreshold


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


@dataclass(frozen=True, slots=True)
class Priced:
    """A question, what will be looked at, the noise of each part, what will be charged, and how it will be read."""

    question: Question
    plan: Plan
    noise: tuple[Noise, ...]
    charge: Charge
    certificate: Plain
    reading: Reading
    select: Select | None = None

    def perform(self, engine: Engine, source: Source) -> bytes:
        """Look and select where categories are hidden, look, blur.

        Guarantee:
            The bytes are a function of the question, the catalog, and one draw of each part's mechanism.
        Because:
            What is seen stays sealed until a mechanism draws. What is looked at next depends on public facts and on the
            categories that a mechanism has drawn; what is computed from the draws is written, nothing else.
        Checked by: tests/curator/test_walk.py::test_neighbours_move_what_is_blurred_by_no_more_than_the_reach
        """
        named = () if self.select is None else seen.named(engine, self.plan, self.select, source)
        looks = seen.all_looks(engine, self.plan, named)
        drawn = [
            Noisy(
                part.measurement,
                mechanism.draw(columns(looks[part.look], part.first, part.width), source).tolist(),
                mechanism.law,
            )
            for part, mechanism in zip(self.plan.parts, self.noise, strict=True)
        ]
        return published.write(self.plan.cells(named), drawn, self.certificate)

    def expected(self, confidence: Fraction) -> list[float | None]:
        """Return the half-width of each statistic in a cell of ordinary size, None where no planning fact tells it.

        Nobody is asked: an ordinary cell has as many people as were expected, divided by the number of cells.
        """
        people, cells = self.plan.limits.expected_people, len(self.plan.cells())
        rows = None if people is None or not cells else people / cells
        return [
            cell.foresee(self.noise[part].law, self.plan.parts[part].measurement, confidence, rows)
            for cell, part in self.reading.cells
        ]


def priced(  # noqa: PLR0913 - a price depends on all of it
    question: Question,
    catalog: Catalog,
    *,
    asked: str,
    curator: str,
    budget: Budget,
    epsilon: Epsilon,
    delta: Delta,
    versions: Mapping[str, int],
    sources: Mapping[str, str],
    purpose: str | None = None,
    lasts: str = FOR_EVER,
) -> Priced:
    """Decide everything public about an answer; read no row.

    Guarantee:
        The price is not below the loss of what `perform` releases, and depends on nothing but the arguments.
    Because:
        Each part's mechanism is built for the part's reach (`planned`), which bounds what one person moves; parts are
        released together, so their losses add up under the promise (`price_of`).
    Checked by: tests/curator/test_priced.py::test_the_price_is_not_below_the_loss
    """
    plan = _in_order(planned(question, catalog))
    shares = len(plan.parts) + (plan.selection is not None)
    each = down_to(epsilon.value / shares, Fraction(1, UNIT))
    noise = tuple(Blur(part.reach).at(each, delta.value / shares) for part in plan.parts)
    select = _selecting(plan, budget, each, delta.value - _failing(noise))
    price = price_of(budget, (*noise, select) if select else noise)
    used = {leaf.name: versions[leaf.name] for leaf in leaves(question.rows) if isinstance(leaf, Table)}
    read = {name: sources[name] for name in used if name in sources}
    said = {"curator": curator, "purpose": purpose, "versions": used, "sources": read}
    key = canonical.digest({**said, **_moving(question, plan, noise, select, price)})
    certificate = certified(
        curator=curator,
        question=question,
        catalog=catalog,
        plan=plan,
        noise=noise,
        select=select,
        budget=budget,
        price=price,
        versions=used,
        purpose=purpose,
        lasts=lasts,
    )
    reading = Reading.of(asked, question, tuple(_part_of(plan, cell) for cell in range(len(question.cells))))
    request = {"epsilon": epsilon.value, "delta": delta.value}
    public = canonical.encode({"certificate": certificate, "reading": reading.as_json(), "request": request})
    charge = Charge(curator, key, price, (purpose,) if purpose else (), public)
    return Priced(question, plan, noise, charge, certificate, reading, select)


def price_of(budget: Budget, noise: Sequence[Noise | Select]) -> Price:
    """Return what mechanisms that are released together cost.

    Guarantee:
        It is not below their losses in the currency of the promise.
    Because:
        Their losses add up. Under an approximate promise all of them together are also private for the sum of their
        epsilons and deltas (basic composition), and `Budget.price` takes the better of the two.
    Checked by: tests/curator/test_priced.py::test_the_price_is_not_below_the_loss
    """
    if budget.typical is None:
        return budget.price(*(mechanism.loss for mechanism in noise))
    together = Approx(sum((one.epsilon or Fraction(0) for one in noise), Fraction(0)), _failing(noise))
    return budget.price(*(mechanism.loss for mechanism in noise), stated=together)


def _failing(noise: Sequence[Noise | Select]) -> Fraction:
    """Return the sum of the deltas of those that have one."""
    return sum((one.delta or Fraction(0) for one in noise if not isinstance(one, Laplace)), Fraction(0))


def _selecting(plan: Plan, budget: Budget, epsilon: Fraction, delta: Fraction) -> Select | None:
    """Return what names hidden categories, if there are any, or refuse under a promise that cannot pay for it."""
    if plan.selection is None:
        return None
    if budget.typical is None:
        raise HiddenNeedsDelta(epsilon=plain(budget.epsilon))
    return need.Select(plan.selection.keys_per_person, plan.selection.minimum).at(epsilon, delta)


def _in_order(plan: Plan) -> Plan:
    """Return a plan with its parts in one order, whatever the order in which statistics needed them."""
    return replace(plan, parts=tuple(sorted(plan.parts, key=_described)))


def _described(part: Part) -> bytes:
    return canonical.encode(written.write(part.measurement))


def _part_of(plan: Plan, cell: int) -> int:
    """Return the number of the part that a statistic is computed from."""
    wanted = plan.wanted[cell]
    return next(place for place, part in enumerate(plan.parts) if part.measurement.covers(wanted))


def _moving(question: Question, plan: Plan, noise: Sequence[Noise], select: Select | None, price: Price) -> Plain:
    """Return what moves the noise and is the same question: rows, keys, limits, parts with their mechanisms, price.

    Which statistics are read from the parts is not in it, nor aliases, HAVING, order, limit or confidence.
    """
    return {
        "rows": described(question.rows),
        "keys": [
            [
                as_plain(key.formula),
                [as_plain(Literal.of(each)) for each in (key.categories.other, *key.categories.values)],
            ]
            for key in question.keys
        ],
        "limits": [plan.bound.groups, plan.bound.each, plan.bound.total],
        "selection": select and select.event.as_json(),
        "parts": [
            [written.write(part.measurement), one.event.as_json()] for part, one in zip(plan.parts, noise, strict=True)
        ],
        "price": [price.units, price.delta_units],
    }
