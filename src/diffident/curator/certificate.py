# SPDX-License-Identifier: Apache-2.0
"""What is certified with every answer: whom it protects, what was bounded, which noise, at which price.

The core of it stands in the bytes of the answer and depends on nothing that an asker chose: what the answer is of, and
how it was made. Around it stand the question in the asker's words, the integers, and the table that was read from them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import diffident
from diffident.curator import written
from diffident.curator.noise import Blurring, Noise, Together
from diffident.curator.paragraph import methods, noise, paid, said
from diffident.curator.reading import Reading
from diffident.curator.registry import registry
from diffident.curator.shown import Shown
from diffident.curator.written import Plain
from diffident.exact import canonical
from diffident.exact.spelling import shown
from diffident.privacy.accounting.budget import Budget, Price
from diffident.privacy.person import Neighbours
from diffident.question.catalog import Catalog, EachRow
from diffident.question.expression import Call, Expression, Kind, Literal
from diffident.question.facts import Facts, fact, facts_of
from diffident.question.grouping import MOST_CELLS
from diffident.question.plan import Part, Plan
from diffident.question.question import Question
from diffident.question.words import Derive, Rows
from diffident.show.text import percent

VERSION: Final = 1
FOR_EVER: Final = "for ever"
THIS_PROCESS: Final = "until the process ends that made it"
SILENT: Final = (
    "other people who are named in a row",
    "copies of the data elsewhere",
    "whether the data are true",
)
WAY: Final = "A table of numbers cannot be shown private; only the way it was made can. This is that way."


def certified(  # noqa: PLR0913 - a certificate says all of it
    *,
    curator: str,
    question: Question,
    catalog: Catalog,
    plan: Plan,
    blurring: Blurring,
    together: Together,
    budget: Budget,
    price: Price,
    versions: dict[str, int],
    purpose: str | None,
    lasts: str,
    about: str,
    part: Plain | None = None,
) -> Plain:
    """Return the core of a certificate as plain data, everything public and nothing that a caller named."""
    person, select, private = plan.limits.person, blurring.select, together.private
    return {
        "version": VERSION,
        "curator": curator,
        "promise": {"epsilon": budget.epsilon, "delta": budget.delta, "typical": budget.typical, "lasts": lasts},
        "protects": {"person": str(person), "each_row": isinstance(person, EachRow)},
        "neighbours": Neighbours.ADD_REMOVE.value,
        "tables": versions,
        "counts": plan.explained,
        "limits": {
            "rows_per_person": plan.bound.total,
            "groups_per_person": plan.bound.groups,
            "rows_per_group": plan.bound.each,
        },
        "bounds": _bounds(question, catalog, plan),
        "groups": [{"by": str(key.formula), "source": key.categories.source} for key in question.keys],
        "selection": select and {"mechanism": select.event.as_json(), "at most": MOST_CELLS},
        "parts": [_part(part, one) for part, one in zip(plan.parts, blurring.noise, strict=True)],
        "price": {
            "units": price.units,
            "delta_units": price.delta_units,
            "epsilon": private.epsilon,
            "delta": private.delta,
        },
        "purpose": purpose,
        **({} if part is None else {"part": part}),
        "about": about,
        **_beside(blurring, together),
        **({"follows": list(blurring.follows)} if blurring.follows else {}),
        "says nothing about": list(SILENT),
        "written by": f"diffident {diffident.__version__}",
    }


@dataclass(frozen=True, slots=True, repr=False)
class Certificate:
    """How an answer was made: its bytes, how it was read, and the table that came of it."""

    stored: bytes
    reading: Reading
    confidence: Fraction
    table: Shown

    @property
    def core(self) -> Plain:
        """What the bytes of the answer say of themselves."""
        found: Any = canonical.decode(self.stored)
        core: Plain = found["certificate"]
        return core

    @property
    def price(self) -> Price:
        """What was deducted."""
        return Price(self.core["price"]["units"], self.core["price"]["delta_units"])

    @property
    def target(self) -> str:
        """Of what the answer is an estimate, and its intervals are intervals."""
        return target(self.core)

    def as_json(self) -> Plain:
        """Return all of it as plain data: the answer as it is stored, the reading, and what was read."""
        found: Any = canonical.decode(self.stored)
        return {
            "answer": found,
            "reading": self.reading.as_json(),
            "confidence": self.confidence,
            "table": table(self.table),
        }

    def to_json(self) -> str:
        """Return all of it as one line of JSON, which `verify` reads."""
        return canonical.encode(self.as_json()).decode()

    def methods(self) -> str:
        """Return a paragraph for a paper."""
        return methods(self.core, self.reading, self.confidence)

    def registry(self) -> str:
        """Return what the Deployments Registry asks for, as YAML."""
        return registry(self.core, self.reading, self.target)

    def paid(self) -> str:
        """Return the price in words."""
        return paid(self.core)

    def lines(self) -> list[tuple[str, str]]:
        """Return what it says, line by line, each with its name."""
        core = self.core
        return [
            ("Question", self.reading.asked),
            ("Protects", _protects(core)),
            ("Counts", f"{self.target}; which rows, is evenly chosen"),
            ("Noise", f"{noise(core)}; exact, from system randomness"),
            ("Price", self.paid()),
            ("Intervals", f"{percent(self.confidence)}, of the noise alone; what limits cut off is not in them"),
            ("Says nothing about", "; ".join(core["says nothing about"])),
        ]

    def __str__(self) -> str:
        purpose = f" · purpose {self.core['purpose']}" if self.core["purpose"] else ""
        lines = [f"  {name:10} {value}" for name, value in self.lines()]
        return "\n".join([f"Answer of {self.core['curator']}{purpose}", *lines, f"  {WAY}"])

    def __repr__(self) -> str:
        return str(self)


def target(core: Plain) -> str:
    """Return of what an answer is an estimate, in words.

    >>> core = {"tables": {"visits": 1}, "counts": "a person counts with at most 5 rows", "bounds": []}
    >>> target({**core, "bounds": [{"column": "stay", "low": 0, "high": 60, "source": "codebook"}]})
    'visits; a person counts with at most 5 rows; stay clamped to 0..60 (codebook)'
    """
    clamped = [
        f"{each['column']} clamped to {said(each['low'])}..{said(each['high'])} ({each['source'] or 'no source given'})"
        for each in core["bounds"]
    ]
    part = core.get("part")
    of = [f"people put to {shown(written.value(part['of']))} by {part['table']}.{part['by']}"] if part else []
    return "; ".join([" and ".join(core["tables"]), *of, core["counts"], *clamped])


def table(read: Shown) -> Plain:
    """Return a table as plain data; numbers that are no whole ones as their shortest decimal."""
    rows = [[repr(each) if isinstance(each, float) else written.write_value(each) for each in row] for row in read.rows]
    return {"names": list(read.names), "rows": rows}


def _beside(blurring: Blurring, together: Together) -> Plain:
    """Return what else was released for the same charge, if anything was."""
    if not together.is_batch:
        return {}
    beside = [one.event.as_json() for other in together.blurrings if other is not blurring for one in other.mechanisms]
    stated = together.stated and {"epsilon": together.stated.epsilon, "delta": together.stated.delta}
    return {"together": {"questions": len(together.blurrings), "beside": beside, "stated": stated}}


def _protects(core: Plain) -> str:
    person = core["protects"]
    who = "each row, taken for a person" if person["each_row"] else f"each {person['person']} with all their rows"
    promise = f"this promise, which lasts {core['promise']['lasts']}"
    return f"{who}, against anyone who sees every answer of {promise}"


def _part(part: Part, mechanism: Noise) -> Plain:
    return {
        "measures": written.write(part.measurement),
        "in words": part.measurement.name,
        "reach": {"l1": part.reach.l1, "l2_squared": part.reach.l2_squared},
        "mechanism": mechanism.event.as_json(),
    }


def _bounds(question: Question, catalog: Catalog, plan: Plan) -> list[Plain]:
    """Return what is kept within which limits: each formula that is added up, and what is added up for each person."""
    known = facts_of(question.rows, catalog)
    kept = [
        (str(formula), grid.low, grid.high, _source(formula, known))
        for part in plan.parts
        for formula, grid in part.measurement.grids
    ]
    told = dict.fromkeys([*kept, *_within_people(question.rows)])
    return [
        {"column": name, "low": low, "high": high, "source": source}
        for name, low, high, source in sorted(told, key=str)
    ]


def _source(formula: Expression, known: Facts) -> str | None:
    """Return where the limits of a formula come from."""
    bounds = fact(formula, Kind.NUMBER, known).bounds
    return None if bounds is None else bounds.source


def _within_people(rows: Rows) -> Iterator[tuple[str, Fraction, Fraction, str | None]]:
    """Yield the limits of what is added up of each person's rows."""
    for _, formula in rows.formulas if isinstance(rows, Derive) else ():
        yield from _steps(formula)
    for each in rows.inputs:
        yield from _within_people(each)


def _steps(formula: Expression) -> Iterator[tuple[str, Fraction, Fraction, str | None]]:
    match formula:
        case Call("steps", (of, Literal(float(low)), Literal(float(high)), *_)):
            yield f"{of} of each person's rows", Fraction(low), Fraction(high), None
        case Call(_, arguments):
            for argument in arguments:
                yield from _steps(argument)
        case _:
            pass
