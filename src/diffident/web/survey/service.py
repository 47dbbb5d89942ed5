# SPDX-License-Identifier: Apache-2.0
"""A survey that is being asked: its store, its round, its latest results, and who watches them."""

import asyncio
import datetime as dt
import hmac
import sqlite3
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from diffident.randomness.source import Source
from diffident.web.limits import Rate
from diffident.web.survey import codes, reports, results
from diffident.web.survey.store import Action, Store, fact
from diffident.web.survey.survey import Survey

PART: Final = 20  # results are made anew when a twentieth of the reports is new, if that is more than a batch
QUIET: Final = 15.0  # seconds after which a watcher is told that nothing happened
OPEN_RATE: Final = 30  # reports a minute from one address, where everybody may answer
INVITED_RATE: Final = 100_000  # where every code counts once, an address may be a school


def today() -> dt.date:
    """Return the day that it is."""
    return dt.datetime.now(dt.UTC).date()


class Service:
    """What the pages of one survey work with."""

    def __init__(self, survey: Survey, store: Store, *, day: Callable[[], dt.date] = today) -> None:
        self.survey, self.store, self.day = survey, store, day
        self.round = int(store.read(lambda db: fact(db, "round")))
        self.result: dict[str, Any] | None = store.read(lambda db: results.latest(db, self.round))
        self.rate = Rate(INVITED_RATE if survey.by_invitation else OPEN_RATE)
        self.key = codes.new(Source.fresh())
        self.sessions: set[str] = set()
        self._new, self._busy = 0, False
        self._changed = asyncio.Event()
        self._latest: dt.date = dt.date.min
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_open(self) -> bool:
        """Whether reports are taken now; a clock that is set back does not open a survey again."""
        self._latest = max(self._latest, self.day())
        return self.survey.is_open(self._latest) and not self.store.read(lambda db: fact(db, "closed"))

    async def take(self, sent: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        """Store what a device sent, and return its receipt once it is durable."""
        self._latest = max(self._latest, self.day())
        reports.refuse_unless_open(self.survey, self._latest)
        if not isinstance(sent, dict) or set(sent) != {"code", "report"}:
            raise reports.ReportMalformed(due="a code and a report are due")
        code = reports.code_of(sent)
        body = reports.checked(self.survey, sent["report"], self.round)
        told = await self.run(reports.accept(self.survey, self.store, code, body, self.round))
        self._count(new=told["stored"] == "now")
        return dict(told)

    async def withdraw(self, typed: object) -> dict[str, Any]:
        """Delete the report of a receipt."""
        receipt = codes.read(typed)
        if receipt is None:
            raise reports.CodeUnknown
        return dict(await self.run(reports.withdraw(receipt)))

    async def run(self, action: Action) -> Any:  # noqa: ANN401 - what the action returns
        """Run an action with whatever else waits, and return when it is on the disk."""
        return await asyncio.wrap_future(self.store.do(action))

    def _count(self, *, new: bool) -> None:
        self._new += new
        due = max(self.survey.batch, (self.result or {"people": 0})["people"] // PART)
        if self._new >= due and not self._busy:
            self._busy, self._new = True, 0
            task = asyncio.get_running_loop().create_task(self._refresh())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _refresh(self) -> None:
        """Make results anew, beside the writing, and tell who watches."""
        try:
            found = await asyncio.to_thread(self.store.read, self._estimate)
            if found is not None:
                self.result = await self.run(results.published(*found))
                self._changed.set()
                self._changed = asyncio.Event()
        finally:
            self._busy = False

    def _estimate(self, db: sqlite3.Connection) -> tuple[dict[str, Any], int] | None:
        return results.refreshed(self.survey, db, self.round)

    async def watch(self) -> AsyncIterator[dict[str, Any] | None]:
        """Yield results as they are, and each time that they change; None where nothing happened for a while."""
        while True:
            changed = self._changed
            yield self.result
            try:
                await asyncio.wait_for(changed.wait(), QUIET)
            except TimeoutError:
                yield None

    def enter(self, key: object) -> str | None:
        """Return a session for the steward's key, or None."""
        if type(key) is not str or not hmac.compare_digest(key.strip().encode(), self.key.encode()):
            return None
        session = codes.new(Source.fresh())
        self.sessions.add(session)
        return session
