# SPDX-License-Identifier: Apache-2.0
"""The curator: catalog, engine, ledger and promise, all in sight; and its doors."""

import copy
import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, Self, Unpack

from diffident.consent.limit import Limited, Policy, limit
from diffident.consent.notice import Notice
from diffident.consent.register import Register
from diffident.curator import codebook
from diffident.curator.account import account_of
from diffident.curator.answer import answered
from diffident.curator.answers import Answers
from diffident.curator.asked import Asked
from diffident.curator.balance import Balance, part_of, spendable
from diffident.curator.batch import Batch, answered_together
from diffident.curator.book import folder_of, ledger_at
from diffident.curator.bounds_check import BoundsChecked, bounds_checked
from diffident.curator.cheaper import alternatives
from diffident.curator.declaration import Declaration, Declared
from diffident.curator.fit import fitted, shared
from diffident.curator.offer import Offer
from diffident.curator.override import explained, narrowed, said_in
from diffident.curator.parts import Chosen, Parts, charged, parts_of
from diffident.curator.preview import USUAL_EPSILONS, Preview
from diffident.curator.priced import Priced, priced, sheet_of
from diffident.curator.register import Registered, registered
from diffident.curator.result import Answer
from diffident.curator.source import Source
from diffident.curator.steady import Steady
from diffident.curator.toml import written
from diffident.curator.twin import twin
from diffident.curator.wanted import HOW, Request, Wanted, at, request, spelled_out
from diffident.engine.duckdb import DEADLINE, DuckDB
from diffident.engine.engine import Engine
from diffident.exact.number import Epsilon, whole
from diffident.ledger.ledger import Ledger
from diffident.privacy.accounting.budget import Budget, Price
from diffident.question.catalog import Catalog, Person, UnknownName, name_of
from diffident.question.frame import Chain
from diffident.question.question import Question


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Curator:
    """Protected tables under one promise, and a ledger of what was asked of them.

    Its name in the ledger is the account: whoever opens it again, in any process, finds what was spent.
    """

    name: str
    promise: Budget
    person: str
    purposes: Mapping[str, Fraction]
    ledger: Ledger
    folder: Path
    engine: DuckDB
    consent: Register
    clock: Callable[[], dt.datetime]
    catalog: Catalog = field(default_factory=Catalog)
    tables: Mapping[str, Registered] = field(default_factory=dict[str, Registered])
    part: Chosen | None = None

    def __init__(  # noqa: PLR0913 - all by name
        self,
        *,
        name: str,
        budget: Budget,
        ledger: object = None,
        person: str = "person",
        purposes: Mapping[str, object] | None = None,
        consent: Sequence[Notice] = (),
        clock: Callable[[], dt.datetime] = lambda: dt.datetime.now(dt.UTC),
        folder: Path | None = None,
        deadline: object = DEADLINE,
    ) -> None:
        place = (folder or Path.cwd()).resolve()
        book = ledger_at(ledger, place)
        kept = {purpose: Epsilon.of(of, cap=budget.epsilon).value for purpose, of in (purposes or {}).items()}
        allowances = {purpose: part_of(budget, of / budget.epsilon) for purpose, of in kept.items()}
        book.open(name, promise=budget, person=person, allowances=allowances)
        engine = DuckDB(book.secret(name, "truncate").hex(), deadline=whole(deadline, name="deadline", at_least=1))
        self._settle(name=name, promise=budget, person=person, purposes=kept, ledger=book, folder=place)
        register = Register(book, name).declaring(consent)
        self._settle(engine=engine, consent=register, clock=clock, catalog=Catalog(), tables={}, part=None)

    def add(  # noqa: PLR0913 - facts of a table, all by name
        self,
        data: object,
        *,
        name: str,
        person: Person | None = None,
        public: bool = False,
        rows_per_person: object = None,
        groups_per_person: object = None,
        rows_per_group: object = None,
        columns: Mapping[str, Declared] | None = None,
        expected_people: object = None,
        shape: object = None,
        new_version: bool = False,
    ) -> Self:
        """Return the curator with one more table; `new_version` publishes what is there anew, as a steward."""
        declaration = Declaration(
            name=name_of(name, tuple(self.catalog.tables)),
            person=person,
            public=public,
            rows_per_person=rows_per_person,
            groups_per_person=groups_per_person,
            rows_per_group=rows_per_group,
            columns=columns or {},
            expected_people=expected_people,
            shape=shape,
        )
        return self.with_table(declaration, data, is_new=new_version)

    def with_table(self, declaration: Declaration, data: object, *, is_new: bool = False) -> Self:
        """Return the curator with a table as it is declared, bound to the account."""
        source = Source.of(data, table=declaration.name, beside=folder_of(self.ledger, self.folder))
        facts = declaration.facts(source.kinds)
        table = registered(self.ledger, self.name, declaration, source, is_new=is_new)
        grown = copy.copy(self)
        object.__setattr__(grown, "engine", self.engine.also(facts, source.data))
        object.__setattr__(grown, "catalog", self.catalog.with_table(facts))
        object.__setattr__(grown, "tables", {**self.tables, facts.name: table})
        return grown

    def new_version(self, **data: object) -> Self:
        """Publish every table anew, or those that are given with their data: from now on answers are new ones."""
        curator = self
        for name in data or self.tables:
            self.catalog.table(name)
            known = self.tables[name]
            curator = curator.with_table(known.declaration, data.get(name, known.source.data), is_new=True)
        return curator

    @spelled_out
    def ask(self, asked: str | Chain, **wanted: Unpack[Wanted]) -> Answer:
        """Pay, and answer; what was answered before is served again for nothing."""
        return self.answered(asked, request(self.promise, **said_in(asked, wanted)))

    def answered(self, asked: str | Chain, wanted: Request) -> Answer:
        """Pay, and answer."""
        policy = self.consent.policy(wanted.purpose)
        offer = self.priced(*self.limited(asked, policy), wanted, asked=str(asked))
        return Answer(self.paid(offer, policy), offer.reading, wanted.confidence, asker=self)

    def paid(self, offer: Offer, policy: Policy | None) -> bytes:
        """Pay for an offer, and return what is published; a file that is gone is missed before."""
        if not self.ledger.has(offer.charge):
            self._steady.there()
        return answered(offer, self._engine(policy), self.ledger)

    @spelled_out
    def batch(self, questions: Sequence[str | Chain | Asked], **wanted: Unpack[Wanted]) -> Batch:
        """Pay once for several questions, and answer each: epsilon is the total of all of them."""
        return answered_together(self, questions, **wanted)

    @spelled_out
    def preview(self, asked: str | Chain, **wanted: Unpack[Wanted]) -> Preview:
        """Return price and expected error, at usual prices where none is said; nothing is read or paid."""
        asked = explained(asked)
        wanted = said_in(asked, wanted)
        if not wanted.keys() & HOW:
            cheap, *dearer = (self.preview(asked, **at(wanted, each)) for each in USUAL_EPSILONS)
            return replace(cheap, dearer=tuple(dearer))
        found = request(self.promise, **wanted)
        offer = self.offered(asked, found)
        left = spendable(self, found.purpose)
        return Preview(offer, self.promise, left, found.confidence, partial(alternatives, self, offer, found))

    def check_bounds(
        self, table: str | None = None, *, epsilon: object, delta: object = None, purpose: str | None = None
    ) -> BoundsChecked:
        """Pay, and tell how many values and people the limits of a table cut off; of the only one if none is named."""
        facts = self.catalog.table(self._only_name() if table is None else table)
        return bounds_checked(self, facts, epsilon=epsilon, delta=delta, purpose=purpose)

    fit, to_toml, __deepcopy__ = fitted, written, shared

    def twin(self, rows: object = 1000) -> "Curator":
        """Return a curator to practise on, of invented people and nobody else; what is asked of it costs nothing here."""
        return twin(self, rows)

    def parts(self, column: str, *, table: str | None = None) -> Parts:
        """Return a curator for each value of a column: everybody is put to one, and only the dearest part costs.

        Whoever has rows of several values is put to one of them, for good; rows of the others are not in any part.
        """
        return parts_of(self, column, self._only_name() if table is None else table)

    def sql(self, text: str) -> Asked:
        """Return a question, not yet asked."""
        self.question(text)
        return Asked(self, text)

    def table(self, name: str) -> Asked:
        """Return the beginning of a chain."""
        return Asked(self, Chain(self.catalog.table(name).name))

    def where(self, condition: str) -> Asked:
        """Begin a chain on the only table."""
        return self._only().where(condition)

    def group_by(self, *keys: str) -> Asked:
        """Begin a chain on the only table."""
        return self._only().group_by(*keys)

    def agg(self, **cells: Any) -> Asked:  # noqa: ANN401 - checked by the chain
        """Begin a chain on the only table."""
        return self._only().agg(**cells)

    @property
    def answers(self) -> Answers:
        """Everything that was ever paid for, and each of it again for nothing."""
        return Answers(self)

    @property
    def budget(self) -> Balance:
        """How the promise stands: promised, spent, left."""
        return Balance(
            name=self.name,
            promise=self.promise,
            person=self.person,
            spent=self.ledger.spent(self.name),
            left=self.left,
            answers=len(self.answers),
            purposes={purpose: self.ledger.left(self.name, purpose) for purpose in self.purposes},
        )

    @property
    def left(self) -> Price:
        """What is left of the promise; to a part of the people, if this is one."""
        return self.ledger.left(self.name, part=charged(self.part))

    @property
    def title(self) -> str:
        """The name, and of a part of the people which one it is."""
        return self.name if self.part is None else f"{self.name}, {self.part}"

    def question(self, asked: str | Chain) -> Question:
        """Return what was asked, in normal form."""
        from diffident.question.sql import read, read_tree  # noqa: PLC0415 - slow to import

        found = read_tree(asked.tree(), self.catalog) if isinstance(asked, Chain) else read(asked, self.catalog)
        return found if self.part is None else self.part.limited(found)

    @spelled_out
    def offer(self, asked: str | Chain, **wanted: Unpack[Wanted]) -> Priced:
        """Return everything public about an answer, decided."""
        return self.offered(asked, request(self.promise, **said_in(asked, wanted)))

    def offered(self, asked: str | Chain, wanted: Request) -> Priced:
        """Return everything public about an answer, decided."""
        policy = self.consent.policy(wanted.purpose)
        return self.priced(*self.limited(asked, policy), wanted, asked=str(asked))

    def limited(self, asked: str | Chain, policy: Policy | None) -> tuple[Question, Catalog]:
        """Return a question as it is asked of those who consent, and the catalog that it is asked of."""
        question, catalog = self.question(asked), narrowed(self.catalog, asked)
        return (question, catalog) if policy is None else limit(question, catalog, policy)

    def priced(self, question: Question, catalog: Catalog, wanted: Request, *, asked: str = "") -> Priced:
        """Return the offer to answer a question that was read, under this promise; nothing is read or paid."""
        sheet = sheet_of(question, catalog, self.promise, asked=asked)
        (blurring,) = wanted.rule.blurring([sheet], self.promise)
        return priced(sheet, blurring, account_of(self, catalog, wanted.purpose))

    def _engine(self, policy: Policy | None) -> Engine:
        """Return what looks for one request: under a policy it sees those alone who consent."""
        return self._steady if policy is None else Limited(self._steady, policy, self.consent.consenting, self.clock)

    @property
    def _steady(self) -> Steady:
        return Steady(self.engine, tuple(table.source for table in self.tables.values()))

    def _only(self) -> Asked:
        return self.table(self._only_name())

    def _only_name(self) -> str:
        protected = [name for name, table in self.catalog.tables.items() if not table.is_public]
        if len(protected) != 1:
            raise UnknownName(what="only table, so name one with .table(...)", name="", known=", ".join(protected))
        return protected[0]

    def _settle(self, **facts: object) -> None:
        for name, fact in facts.items():
            object.__setattr__(self, name, fact)

    def __repr__(self) -> str:
        return codebook.of(self)

    def _repr_html_(self) -> str:
        return codebook.page(self)
