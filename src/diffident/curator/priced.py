# SPDX-License-Identifier: Apache-2.0
"""A question as an offer: plan, noise, price, expected error, and how it is performed."""

from dataclasses import dataclass, replace
from fractions import Fraction

from diffident.curator import published, seen, written
from diffident.curator.account import Account
from diffident.curator.blended import blended
from diffident.curator.certificate import certified
from diffident.curator.goal import people_in
from diffident.curator.noise import Blurring, Noise, Select, Sheet, Together
from diffident.curator.parts import charged
from diffident.curator.reading import Reading
from diffident.curator.written import Plain
from diffident.engine.engine import Engine
from diffident.exact import canonical
from diffident.ledger.entry import Charge
from diffident.privacy.accounting.budget import Budget, Price
from diffident.question.aggregates.aggregate import Noisy
from diffident.question.catalog import Catalog
from diffident.question.expression import Literal, as_plain
from diffident.question.plan import Part, Plan, planned
from diffident.question.question import Question, described
from diffident.question.words import Table
from diffident.question.words.rows import leaves
from diffident.randomness.source import Source


@dataclass(frozen=True, slots=True)
class Priced:
    """A question, what will be looked at, the noise of each part, what will be charged, and how it will be read."""

    sheet: Sheet
    blurring: Blurring
    charge: Charge
    certificate: Plain

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
            Noisy(part.measurement, mechanism.draw(seen.part(looks, part), source).tolist(), mechanism.law)
            for part, mechanism in zip(self.plan.parts, self.noise, strict=True)
        ]
        return published.write(self.plan.cells(named), drawn, self.certificate)

    @property
    def question(self) -> Question:
        """What is asked."""
        return self.sheet.question

    @property
    def plan(self) -> Plan:
        """What will be looked at and measured."""
        return self.sheet.plan

    @property
    def reading(self) -> Reading:
        """How the answer will be read."""
        return self.sheet.reading

    @property
    def noise(self) -> tuple[Noise, ...]:
        """The mechanism of each part."""
        return self.blurring.noise

    @property
    def select(self) -> Select | None:
        """What names hidden categories."""
        return self.blurring.select

    def errors(self, confidence: Fraction) -> dict[str, float | None]:
        """Return the half-width of each statistic in the smallest group, None where no planning fact tells it.

        Nobody is asked: how many people a group has is what was expected.
        """
        rows = people_in(self.sheet)
        errors = (
            cell.foresee(self.blurring.law(part), self.plan.parts[part].measurement, confidence, rows)
            for cell, part in self.sheet.cells
        )
        return dict(zip(self.sheet.names, errors, strict=True))


def sheet_of(question: Question, catalog: Catalog, budget: Budget, *, asked: str) -> Sheet:
    """Return the plan of a question and how it is read; no row is read and no noise chosen."""
    plan = _in_order(blended(planned(question, catalog), question.cells, budget))
    parts = tuple(_part_of(plan, cell) for cell in range(len(question.cells)))
    return Sheet(question, catalog, plan, Reading.of(asked, question, parts))


def priced(sheet: Sheet, blurring: Blurring, account: Account, together: Together | None = None) -> Priced:
    """Decide everything public about an answer, which may be one of several that are released together; read no row.

    Guarantee:
        The price is not below the loss of what `perform` releases, and depends on nothing but the arguments.
    Because:
        Each part's mechanism is built for the part's reach (`planned`), which bounds what one person moves; parts are
        released together, so their losses add up under the promise (`Together.price`).
    Checked by: tests/curator/test_priced.py::test_the_price_is_not_below_the_loss
    """
    question, all_noise = sheet.question, together or Together((blurring,), is_batch=False)
    price = all_noise.price(account.budget)
    used = {leaf.name: account.versions[leaf.name] for leaf in leaves(question.rows) if isinstance(leaf, Table)}
    read = {name: account.sources[name] for name in used if name in account.sources}
    said: Plain = {"curator": account.curator, "purpose": account.purpose, "versions": used, "sources": read}
    if account.part is not None:
        said["part"] = [account.part.charged.split, account.part.charged.name]
    about = {**said, **_about(question, sheet.plan)}
    key = canonical.digest({**about, **_moving(sheet.plan, blurring, price)})
    certificate = certified(
        curator=account.curator,
        question=question,
        catalog=sheet.catalog,
        plan=sheet.plan,
        blurring=blurring,
        together=all_noise,
        budget=account.budget,
        price=price,
        versions=used,
        purpose=account.purpose,
        lasts=account.lasts,
        about=canonical.digest(about),
        part=None if account.part is None else account.part.as_json(),
    )
    public = canonical.encode({"certificate": certificate, "reading": sheet.reading.as_json()})
    allowances = (account.purpose,) if account.purpose else ()
    charge = Charge(account.curator, key, price, allowances, public, charged(account.part))
    return Priced(sheet, blurring, charge, certificate)


def _in_order(plan: Plan) -> Plan:
    """Return a plan with its parts in one order, whatever the order in which statistics needed them."""
    return replace(plan, parts=tuple(sorted(plan.parts, key=_described)))


def _described(part: Part) -> bytes:
    return canonical.encode(written.write(part.measurement))


def _part_of(plan: Plan, cell: int) -> int:
    """Return the number of the part that a statistic is computed from."""
    wanted = plan.wanted[cell]
    return next(place for place, part in enumerate(plan.parts) if part.measurement.covers(wanted))


def _about(question: Question, plan: Plan) -> Plain:
    """Return of what an answer is an estimate: rows, groups, and how much of everybody counts; whatever is measured."""
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
    }


def _moving(plan: Plan, blurring: Blurring, price: Price) -> Plain:
    """Return what moves the noise of the same rows and groups: parts with their mechanisms, and the price.

    Which statistics are read from the parts is not in it, nor aliases, HAVING, order, limit or confidence.
    """
    return {
        "selection": blurring.select and blurring.select.event.as_json(),
        "parts": [
            [written.write(part.measurement), one.event.as_json()]
            for part, one in zip(plan.parts, blurring.noise, strict=True)
        ],
        "price": [price.units, price.delta_units],
        **({"follows": list(blurring.follows)} if blurring.follows else {}),
    }
