# SPDX-License-Identifier: Apache-2.0
"""Everything that people ever said about the use of their rows, and the notices they had read; nothing is taken back.

It lies in the ledger, in two streams of the account: notices, and records. Once an account has a notice, every question
about it has a purpose, whoever opens it.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from diffident.consent.limit import Policy
from diffident.consent.notice import Notice, PurposeNotTold, purpose_of
from diffident.consent.receipt import Receipt
from diffident.consent.record import Record, State, consents
from diffident.errors import Refused
from diffident.ledger.accounts import AccountUnknown
from diffident.ledger.ledger import Ledger

NOTICES: Final = "notices of {}"
RECORDS: Final = "consent in {}"


class NoticeUnknown(Refused):
    """A version of the notice that nobody declared."""

    code = "notice_unknown"
    sentence = "There is no notice of version {version}."
    remedy = "Declared are: {known}."


class NoNotice(Refused):
    """A curator whose people nobody asked."""

    code = "no_notice"
    sentence = "No notice tells people what their rows are used for, so nobody is asked to consent."
    remedy = "Declare one: [notices.1] in the curator file, or dd.Curator(consent=[dd.Notice(...)])."


class NoticeDiffers(Refused):
    """Other words under the version of a notice that people may have read."""

    code = "notice_differs"
    sentence = "The notice of version {version} was declared in other words."
    remedy = "Declare the new words under a new version; people who read the old one consented to that."


@dataclass(slots=True, eq=False)
class Register:
    """What people said about an account of a ledger.

    Who consents is as private as the rows: no count of them is told, and only an engine is handed their ids.
    """

    ledger: Ledger = field(repr=False)
    account: str
    _heard: tuple[Record, ...] = field(default=(), repr=False)  # what was read before; a stream only grows

    @property
    def notices(self) -> dict[str, Notice]:
        """The notices by their versions, in the order in which they were declared."""
        stored = self.ledger.store.read(NOTICES.format(self.account))
        return {notice.version: notice for notice in map(Notice.read, stored)}

    def declare(self, notice: Notice) -> None:
        """Keep a notice, and open an allowance for each of its purposes; declaring it again changes nothing."""
        before = self.notices.get(notice.version, notice)
        if before != notice:
            raise NoticeDiffers(version=notice.version)
        for purpose in notice.purposes:
            self._allow(purpose)
        if notice.version not in self.notices:
            self.ledger.store.append(NOTICES.format(self.account), notice.stored())

    def declaring(self, notices: Iterable[Notice]) -> Self:
        """Keep some notices, and return the register."""
        for each in notices:
            self.declare(each)
        return self

    def record(self, *records: Record) -> tuple[Receipt, ...]:
        """Keep what people said, all of it or nothing, and return a receipt for each."""
        notices = self.notices
        for each in records:
            if each.notice not in notices:
                raise NoticeUnknown(version=each.notice, known=", ".join(notices))
            if each.purpose not in notices[each.notice].purposes:
                raise PurposeNotTold(purpose=ascii(each.purpose), known=", ".join(notices[each.notice].purposes))
        head = self.ledger.store.append(RECORDS.format(self.account), *(each.stored() for each in records))
        return tuple(Receipt(each, notices[each.notice], head.hash) for each in records)

    def give(self, person: str, purpose: str, *, notice: str | None = None, at: dt.datetime | None = None) -> Receipt:
        """Record that a person consents to a purpose, as a version of the notice describes it: the newest, now."""
        return self._say(State.GIVEN, person, purpose, notice, at)

    def refuse(self, person: str, purpose: str, *, notice: str | None = None, at: dt.datetime | None = None) -> Receipt:
        """Record that a person does not consent."""
        return self._say(State.REFUSED, person, purpose, notice, at)

    def withdraw(self, person: str, purpose: str, *, at: dt.datetime | None = None) -> Receipt:
        """Record that a person withdraws: the next question that is paid for is answered without this person's rows.

        What was released before stays released, and was private for this person when it was.
        """
        said = [each for each in self.history(person) if each.purpose == purpose]
        return self._say(State.WITHDRAWN, person, purpose, said[-1].notice if said else None, at)

    def history(self, person: str) -> tuple[Record, ...]:
        """Return what a person said, in the order in which it was kept; for this person and the steward."""
        return tuple(each for each in self._records() if each.person == person)

    def allowed(self, person: str, now: dt.datetime) -> dict[str, bool]:
        """Return for each purpose whether a person consents at a moment; for this person and the steward."""
        notices, said = self.notices, self.history(person)
        return {
            purpose: consents((each for each in said if each.purpose == purpose), _telling(purpose, notices), now)
            for purpose in self.purposes
        }

    @property
    def purposes(self) -> tuple[str, ...]:
        """What people can consent to."""
        return tuple(dict.fromkeys(purpose for notice in self.notices.values() for purpose in notice.purposes))

    def unheard(self, records: Iterable[Record]) -> tuple[Record, ...]:
        """Return those of some records that are not kept yet, each once."""
        kept = {each.id for each in self._records()}
        return tuple({each.id: each for each in records if each.id not in kept}.values())

    def policy(self, purpose: str | None) -> Policy | None:
        """Return the policy of a question for a purpose, or nothing while no notice was declared."""
        notices = self.notices
        if not notices:
            return None
        named = purpose_of(purpose, notices)
        return Policy(named, _telling(named, notices))

    def consenting(self, policy: Policy, now: dt.datetime) -> frozenset[str]:
        """Return who consents at a moment; for an engine, never to be shown or counted.

        Guarantee:
            Whether somebody is among them depends on that person's own records, the policy and the clock.
        Because:
            `record.consents` is given the records of one person at a time.
        Checked by: tests/consent/test_register.py::test_nobody_elses_records_move_whether_somebody_consents
        """
        said: dict[str, list[Record]] = defaultdict(list)
        for each in self._records():
            if each.purpose == policy.purpose:
                said[each.person].append(each)
        return frozenset(person for person, words in said.items() if consents(words, policy.notices, now))

    def _records(self) -> tuple[Record, ...]:
        """Return everything that was ever said; two threads at once may both read the new part, and find the same."""
        heard = self._heard
        new = self.ledger.store.read(RECORDS.format(self.account))[len(heard) :]
        self._heard = heard = heard + tuple(map(Record.read, new))
        return heard

    def _say(self, state: State, person: str, purpose: str, version: str | None, at: dt.datetime | None) -> Receipt:
        notices = self.notices
        if not notices:
            raise NoNotice
        newest = _telling(purpose_of(purpose, notices), notices)[-1]
        read, now = version or newest, at or dt.datetime.now(dt.UTC)
        if read not in notices:
            raise NoticeUnknown(version=read, known=", ".join(notices))
        until = now + notices[read].validity
        said = Record(person=person, purpose=purpose, state=state, notice=read, at=now, until=until)
        return self.record(said)[0]

    def _allow(self, purpose: str) -> None:
        """Let a purpose spend what the whole promise may, unless less was set aside for it."""
        try:
            self.ledger.left(self.account, purpose)
        except AccountUnknown:
            whole = self.ledger.left(self.account) + self.ledger.spent(self.account)
            self.ledger.allow(self.account, {purpose: whole})


def _telling(purpose: str, notices: Mapping[str, Notice]) -> tuple[str, ...]:
    """Return the versions of the notice that tell people about a purpose."""
    return tuple(version for version, notice in notices.items() if purpose in notice.purposes)
