# SPDX-License-Identifier: Apache-2.0
"""Checks a certificate: what follows from its own numbers is computed again, what was paid is looked up in the ledger.

What nobody can compute is said to be stated only. No output can be shown private; only the way it was made can.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction
from typing import Any

from diffident.curator import published, written
from diffident.curator.balance import promised
from diffident.curator.book import path_of
from diffident.curator.certificate import WAY, Certificate, table, target
from diffident.curator.noise import Blurring, Noise, Select, Together, keeps, mechanism_of
from diffident.curator.paragraph import budget, noise, paid
from diffident.curator.reading import Reading
from diffident.curator.shown import shown
from diffident.curator.written import Plain
from diffident.errors import Refused
from diffident.exact import canonical
from diffident.ledger.ledger import Ledger
from diffident.ledger.states import State
from diffident.privacy.accounting.budget import Price
from diffident.privacy.event import Event
from diffident.privacy.loss import Approx
from diffident.privacy.mechanisms.gaussian import Gaussian
from diffident.privacy.mechanisms.joint_exponential import JointExponential
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.privacy.reach import Reach
from diffident.question.aggregates.aggregate import NoiseLaw
from diffident.question.contribution import Contribution


class CertificateWrong(Refused):
    """A line of a certificate that does not follow from the others, or that the ledger knows nothing of."""

    code = "certificate_wrong"
    sentence = "The {line} of this certificate is not what it comes to."
    remedy = "Do not rely on it; ask whoever published it for the certificate as it was written."


class NotACertificate(Refused):
    """Something that no answer's certificate looks like."""

    code = "not_a_certificate"
    sentence = "This is not a certificate as Certificate.to_json writes it."
    remedy = "Give the file that was written for the answer, unchanged."


class Mark(Enum):
    """How far a line is known to be true."""

    RECOMPUTED = "recomputed"
    FOUND = "found in the ledger"
    STATED = "only stated"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a certificate."""

    name: str
    said: str
    mark: Mark


@dataclass(frozen=True, slots=True, repr=False)
class Verified:
    """A certificate that holds, line by line."""

    lines: tuple[Line, ...]

    def marked(self, mark: Mark) -> list[str]:
        """Return the names of the lines of one mark."""
        return [line.name for line in self.lines if line.mark is mark]

    def as_json(self) -> Plain:
        """Return the lines as plain data."""
        return {"lines": [{"name": one.name, "said": one.said, "mark": one.mark.value} for one in self.lines]}

    def __str__(self) -> str:
        lines = [f"  {line.mark.value:20} {line.name:10} {line.said}" for line in self.lines]
        counts = [f"{mark.value}: {len(self.marked(mark))}" for mark in Mark]
        return "\n".join([*lines, f"  {' · '.join(counts)}", f"  {WAY}"])

    def __repr__(self) -> str:
        return str(self)


def verify(given: object, ledger: Ledger | None = None) -> Verified:
    """Return what is known of every line of a certificate, or refuse at the first that is wrong.

    Guarantee:
        Lines marked recomputed follow from those that are stated: the reach of each part from limits and measurement,
        its noise from reach and share, the price from the noise, the table from the integers. Lines marked found are
        as they were paid for and published.
    Because:
        Each is computed anew by the functions that made it, and compared.
    Checked by: tests/curator/test_verify.py::test_every_number_that_is_changed_is_found
    """
    try:
        return Verified(tuple(_Checked(_certificate(given)).lines(ledger)))
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, StopIteration):
        raise NotACertificate from None


def _certificate(given: object) -> Any:  # noqa: ANN401 - plain data
    """Return a certificate as plain data: of an answer, of a file, or of the text that was in one."""
    if isinstance(given, Certificate):
        return given.as_json()
    if isinstance(given, Mapping):
        return dict(given)
    text = given if isinstance(given, bytes) else path_of(given).read_bytes()
    return canonical.decode(text.strip())


@dataclass(frozen=True, slots=True)
class _Checked:
    """A certificate that is being checked."""

    said: Plain

    @property
    def core(self) -> Plain:
        core: Plain = self.said["answer"]["certificate"]
        return core

    def lines(self, ledger: Ledger | None) -> Iterator[Line]:
        """Yield every line, or refuse at the first that is wrong."""
        core = self.core
        reading = Reading.from_json(self.said["reading"])
        yield Line("question", reading.asked, Mark.STATED)
        yield Line("protects", str(core["protects"]["person"]), Mark.STATED)
        yield Line("target", target(core), Mark.STATED)
        yield from self._parts()
        yield Line("noise", noise(core), Mark.RECOMPUTED)
        yield self._price()
        yield self._table(reading)
        yield from self._in(ledger)
        yield Line("silent", "; ".join(core["says nothing about"]), Mark.STATED)

    def _parts(self) -> Iterator[Line]:
        """Yield the reach of each part, its noise being what its reach and share make it."""
        limits = self.core["limits"]
        bound = Contribution(limits["groups_per_person"], limits["rows_per_group"], limits["rows_per_person"])
        for part, drawn in zip(self.core["parts"], self.said["answer"]["parts"], strict=True):
            measurement = written.measurement(part["measures"])
            reach = measurement.reach(bound)
            _same("reach", [reach.l1, reach.l2_squared], [part["reach"]["l1"], part["reach"]["l2_squared"]])
            law = _law(rebuilt(part["mechanism"]), reach)
            _same("noise", [written.write_law(law), part["measures"]], [drawn["law"], drawn["measures"]])
            yield Line("reach", f"{part['in words']}: {reach.l1}", Mark.RECOMPUTED)

    def _price(self) -> Line:
        said, selection = self.core["price"], self.core["selection"]
        noise = [rebuilt(part["mechanism"]) for part in self.core["parts"]]
        drawn = [*noise, self._selecting(selection)] if selection else noise
        found, private = self._together(drawn)
        _same(
            "price",
            [found.units, found.delta_units, private.epsilon, private.delta],
            [said["units"], said["delta_units"], said["epsilon"], said["delta"]],
        )
        return Line("price", paid(self.core), Mark.RECOMPUTED)

    def _together(self, drawn: list[Noise | Select]) -> tuple[Price, Approx]:
        """Return what all cost that were released together, and how private they are."""
        said: Plain = self.core.get("together") or {"beside": []}
        everything = [*drawn, *(rebuilt(event) for event in said["beside"])]
        noise = tuple(one for one in everything if isinstance(one, Noise))
        selects = (Blurring((), one) for one in everything if isinstance(one, Select))
        together = replace(Together.from_json([self.core]), blurrings=(Blurring(noise), *selects))
        if together.stated is not None and not keeps(together):
            raise CertificateWrong(line="price")
        return together.price(budget(self.core)), together.private

    def _selecting(self, selection: Plain) -> Noise | Select:
        """Return what named hidden groups, for as many groups as a person counts in."""
        groups = Event.from_json(selection["mechanism"]).number("keys_per_person")
        _same("selection", groups, self.core["limits"]["groups_per_person"])
        return rebuilt(selection["mechanism"])

    def _table(self, reading: Reading) -> Line:
        answer = published.read(self.stored)
        for statistic, part in reading.cells:
            measured = set(answer.parts[part].measurement.formulas)
            _same("statistics", set(statistic.formulas) if measured else measured, measured)
        found = shown(answer, reading, Fraction(self.said["confidence"]))
        _same("table", table(found), self.said["table"])
        return Line("table", f"{len(found.rows)} rows of {', '.join(found.names)}", Mark.RECOMPUTED)

    @property
    def stored(self) -> bytes:
        """The bytes of the answer, which it holds."""
        return canonical.encode(self.said["answer"])

    def _in(self, ledger: Ledger | None) -> Iterator[Line]:
        """Yield promise and payment, as they stand in the ledger if there is one."""
        account, promise = self.core["curator"], budget(self.core)
        if ledger is None:
            yield Line("promise", promised(promise), Mark.STATED)
            yield Line("paid", account, Mark.STATED)
            return
        _same("promise", ledger.spent(account) + ledger.left(account), promise.cap)
        yield Line("promise", promised(promise), Mark.FOUND)
        yield Line("paid", f"{account}, answer {self._number(ledger)}", Mark.FOUND)

    def _number(self, ledger: Ledger) -> int:
        """Return under which number the answer was published for its price."""
        account, said = self.core["curator"], self.core["price"]
        price = Price(said["units"], said["delta_units"])
        for each in ledger.answers(account):
            is_there = each.state is State.PUBLISHED and each.price == price
            if is_there and self.stored in published.each_of(ledger.reopen(account, each.number)):
                return each.number
        raise CertificateWrong(line="payment")


def rebuilt(event: Plain) -> Noise | Select:
    """Return the mechanism of an event, built from what was asked of it; what follows from that must be as it says."""
    mechanism = mechanism_of(event)
    _same("noise", mechanism.event.as_json(), event)
    return mechanism


def _law(mechanism: Noise | Select, reach: Reach) -> NoiseLaw:
    """Return the law of a part's noise, which must be scaled to the part's reach."""
    match mechanism:
        case Laplace():
            _same("noise", mechanism.sensitivity, reach.l1)
            return mechanism.law
        case JointExponential():
            _same("noise", mechanism.sensitivity * mechanism.groups, reach.l1)
            return mechanism.law
        case Gaussian():
            _same("noise", mechanism.sensitivity_squared, reach.l2_squared)
            return mechanism.law
        case _:
            raise CertificateWrong(line="noise")


def _same(line: str, found: object, said: object) -> None:
    if found != said:
        raise CertificateWrong(line=line)
