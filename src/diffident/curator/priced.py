# SPDX-License-Identifier: Apache-2.0
"""A question as an offer: plan, noise, price, expected error, and how it is performed."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from diffident.curator import published
from diffident.curator.certificate import certified
from diffident.engine.engine import Engine
from diffident.exact import canonical
from diffident.exact.number import Delta, Epsilon
from diffident.exact.rounding import down_to
from diffident.ledger.entry import Charge
from diffident.privacy.accounting.budget import UNIT, Budget
from diffident.privacy.mechanisms.columns import columns
from diffident.privacy.mechanisms.gaussian import Gaussian
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.privacy.mechanisms.need import Blur
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.catalog import Catalog
from diffident.question.plan import Plan, planned
from diffident.question.question import Question, identity
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True)
class Priced:
    """A question, what will be looked at, the noise of each part, and what will be charged."""

    question: Question
    catalog: Catalog
    plan: Plan
    noise: tuple[Laplace | Gaussian, ...]
    charge: Charge
    certificate: Mapping[str, object]

    def perform(self, engine: Engine, source: Source) -> bytes:
        """Look and blur.

        Guarantee:
            The bytes are a function of the question, the catalog, and one draw of each part's mechanism.
        Because:
            The sums stay sealed until a mechanism draws; what is computed from the draws is written, nothing else.
        Checked by: tests/curator/test_walk.py::test_neighbours_move_what_is_blurred_by_no_more_than_the_reach
        """
        sums = engine.sums(self.plan.look)
        drawn = [
            Noisy(
                part.measurement, mechanism.draw(columns(sums, part.first, part.width), source).tolist(), mechanism.law
            )
            for part, mechanism in zip(self.plan.parts, self.noise, strict=True)
        ]
        statistics = [(cell, self.part_of(place)) for place, cell in enumerate(self.question.cells)]
        return published.written(self.plan.look.by.cells, statistics, drawn, dict(self.certificate))

    def part_of(self, cell: int) -> int:
        """Return the number of the part that a statistic is computed from."""
        wanted = self.plan.wanted[cell]
        return next(place for place, part in enumerate(self.plan.parts) if part.measurement.covers(wanted))

    def expected(self, confidence: Fraction) -> list[float | None]:
        """Return the half-width of each statistic in a cell of ordinary size, None where no planning fact tells it.

        Nobody is asked: an ordinary cell has as many people as were expected, divided by the number of cells.
        """
        people, cells = self.plan.limits.expected_people, len(self.plan.look.by.cells)
        rows = None if people is None else people / cells
        return [
            cell.foresee(self.noise[part].law, self.plan.parts[part].measurement, confidence, rows)
            for part, cell in ((self.part_of(place), cell) for place, cell in enumerate(self.question.cells))
        ]


def priced(  # noqa: PLR0913 - a price depends on all of it
    question: Question,
    catalog: Catalog,
    *,
    curator: str,
    budget: Budget,
    epsilon: Epsilon,
    delta: Delta,
    versions: Mapping[str, int],
    purpose: str | None = None,
) -> Priced:
    """Decide everything public about an answer; read no row.

    Guarantee:
        The price is not below the loss of what `perform` releases, and depends on nothing but the arguments.
    Because:
        Each part's mechanism is built for the part's reach (`planned`), which bounds what one person moves; parts are
        released together, so their losses add up under the promise (`Budget.price`).
    Checked by: tests/curator/test_walk.py::test_the_price_is_the_sum_of_what_is_drawn
    """
    plan = planned(question, catalog)
    each = down_to(epsilon.value / len(plan.parts), Fraction(1, UNIT)), delta.value / len(plan.parts)
    noise = tuple(Blur(part.reach).at(*each) for part in plan.parts)
    price = budget.price(*(mechanism.loss for mechanism in noise))
    said = {"curator": curator, "question": identity(question), "purpose": purpose, "versions": dict(versions)}
    drawn = [mechanism.event.as_json() for mechanism in noise]
    key = canonical.digest(
        {**said, "limits": plan.explained, "noise": drawn, "price": [price.units, price.delta_units]}
    )
    certificate = certified(
        curator=curator, question=question, catalog=catalog, plan=plan, noise=noise, budget=budget, price=price
    )
    charge = Charge(curator, key, price, (purpose,) if purpose else (), canonical.encode(certificate))
    return Priced(question, catalog, plan, noise, charge, certificate)
