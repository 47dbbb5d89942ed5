# SPDX-License-Identifier: Apache-2.0
"""A fit as an offer: the rows, what is learned from them, the noise and the price, decided before anything is paid."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import diffident
from diffident.curator.certificate import SILENT
from diffident.curator.terms import Terms
from diffident.curator.written import Plain
from diffident.engine.engine import Engine
from diffident.exact import canonical
from diffident.exact.number import Delta, Epsilon
from diffident.learn.contribution import held
from diffident.learn.layout import Feature, Layout
from diffident.learn.model import Arrays, Model
from diffident.learn.passes import Noise, Part, Passes, noise_for
from diffident.ledger.entry import Charge
from diffident.privacy.accounting.budget import Budget, Price
from diffident.privacy.loss import Approx
from diffident.privacy.person import Neighbours
from diffident.question.question import described
from diffident.question.words import Rows
from diffident.randomness.source import Source

VERSION = 1


class Lesson(Protocol):
    """What is learned: public, and a function of noisy sums alone."""

    @property
    def parts(self) -> Sequence[Part]:
        """The noisy sums that it takes, in order."""
        ...

    @property
    def described(self) -> Plain:
        """What it is, as plain data: two lessons of the same description learn the same."""
        ...

    def learn(self, passes: Passes) -> Arrays:
        """Return the model, from noisy sums."""
        ...


@dataclass(frozen=True, slots=True)
class Fit:
    """An offer to learn."""

    rows: Rows
    layout: Layout
    lesson: Lesson
    noise: tuple[Noise, ...]
    charge: Charge
    certificate: Plain

    def perform(self, engine: Engine, source: Source) -> bytes:
        """Look and blur, pass by pass.

        Guarantee:
            The bytes are a function of public facts and of one draw of each part's noise.
        Because:
            Rows stay sealed between the engine and the sums of `contribution.total`, and sums until noise is drawn
            (`Passes.total`); the lesson sees nothing else.
        Checked by: tests/learn/test_fit.py::test_neighbours_move_what_is_blurred_by_no_more_than_the_reach
        """
        passes = Passes(held(engine, self.rows, self.layout), self.lesson.parts, self.noise, source)
        return Model(self.lesson.learn(passes), self.certificate).written()


def priced(terms: Terms, rows: Rows, layout: Layout, lesson: Lesson, *, epsilon: object, delta: object) -> Fit:
    """Decide everything public about a fit; read no row.

    Guarantee:
        The price is not below the loss of what `perform` releases, and depends on nothing but the arguments.
    Because:
        The noise of all parts together keeps epsilon and delta (`noise_for`), each for how far a person with so many
        rows moves it; the promise prices the parts, or epsilon and delta, whichever is less of it.
    Checked by: tests/learn/test_fit.py::test_the_price_is_not_below_the_loss
    """
    asked, failing = Epsilon.of(epsilon).value, terms.delta if delta is None else Delta.of(delta).value
    noise = noise_for(lesson.parts, terms.rows_per_person, asked, failing)
    price = Price(0) if terms.budget is None else price_of(terms.budget, noise, asked, failing)
    core: Plain = {
        "version": VERSION,
        "curator": terms.account or None,
        "promise": _promised(terms.budget, asked, failing, terms.lasts),
        "protects": {"person": terms.person, "each_row": terms.person == "each row"},
        "neighbours": Neighbours.ADD_REMOVE.value,
        "tables": dict(terms.versions),
        "limits": {"rows_per_person": terms.rows_per_person},
        "model": lesson.described,
        "features": [[each.name, each.centre - each.half, each.centre + each.half] for each in layout.features],
        "target": _target(layout),
        "length": layout.length,
        "parts": [
            {"adds": part.name, "mechanism": one.event.as_json()} for part, one in zip(lesson.parts, noise, strict=True)
        ],
        "price": {"units": price.units, "delta_units": price.delta_units, "epsilon": asked, "delta": failing},
        "purpose": terms.purpose,
        "says nothing about": list(SILENT),
        "written by": f"diffident {diffident.__version__}",
    }
    key = canonical.digest({"fit": core, "rows": described(rows), "sources": dict(terms.sources), "once": terms.once})
    request = {"epsilon": asked, "delta": failing}
    reading = {"asked": terms.asked}
    public = canonical.encode({"certificate": core, "reading": reading, "request": request})
    charge = Charge(terms.account or "nobody", key, price, (terms.purpose,) if terms.purpose else (), public)
    return Fit(rows, layout, lesson, noise, charge, core)


def price_of(budget: Budget, noise: Sequence[Noise], epsilon: Fraction, delta: Fraction) -> Price:
    """Return what the passes cost: their losses added up, or epsilon and delta, whichever is less of the promise.

    Guarantee:
        It is not below their losses in the currency of the promise.
    Because:
        Losses at the promise's one order add up over adaptive releases; all of them together are also private for
        epsilon and delta (`noise_for`). A pure promise knows sums of epsilons alone.
    Checked by: tests/learn/test_fit.py::test_the_price_is_not_below_the_loss
    """
    stated = None if budget.typical is None else Approx(epsilon, delta)
    return budget.price(*(one.loss for one in noise), stated=stated)


def _promised(budget: Budget | None, epsilon: Fraction, delta: Fraction, lasts: str) -> Plain:
    if budget is None:
        return {"epsilon": epsilon, "delta": delta, "typical": None, "lasts": "this fit alone, whatever else is fitted"}
    return {"epsilon": budget.epsilon, "delta": budget.delta, "typical": budget.typical, "lasts": lasts}


def _target(layout: Layout) -> object:
    if isinstance(layout.target, Feature):
        target = layout.target
        return [target.name, target.centre - target.half, target.centre + target.half]
    return layout.target
