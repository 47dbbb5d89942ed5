# SPDX-License-Identifier: Apache-2.0
"""What becomes of reports: one for each invitation, the first is kept, withdrawn ones are gone, nothing is linked at the end."""

import datetime as dt
import sqlite3
import time

import pytest

from diffident.randomness.source import Source
from diffident.web.survey import codes, reports
from diffident.web.survey.survey import Survey
from web.survey import ANSWERS, invited, read, served, told


@pytest.fixture(scope="module")
def survey() -> Survey:
    return read()


@pytest.fixture
def client(survey, tmp_path):
    with served(survey, tmp_path / "reports.db") as client:
        yield client


def stored(client):
    return client.service.store.read(lambda db: db.execute("SELECT body FROM report ORDER BY number").fetchall())


def test_a_report_is_stored_once_and_its_receipt_is_given_again(survey, client):
    (code,) = invited(survey, client.service.store, 1)
    first, second = told(survey), told(survey)
    status, answer = client.report(code, first)
    assert (status, answer["stored"]) == (200, "now")
    kept = stored(client)
    again = client.report(code.lower().replace("-", " "), first)
    other = client.report(code, second)
    assert again[1] == other[1] == {"receipt": answer["receipt"], "stored": "before"}
    assert stored(client) == kept


def test_a_withdrawn_report_is_gone_and_its_invitation_opens_nothing(survey, client):
    code, other = invited(survey, client.service.store, 2)
    receipt = client.report(code, told(survey))[1]["receipt"]
    client.report(other, told(survey))
    assert client.post("/withdraw", {"receipt": receipt})[0] == 200
    assert len(stored(client)) == 1
    assert client.report(code, told(survey))[1]["code"] == "code_unknown"
    assert client.post("/withdraw", {"receipt": receipt})[1]["code"] == "code_unknown"


def test_unknown_foreign_and_withdrawn_codes_have_one_answer(survey, client):
    (code,) = invited(survey, client.service.store, 1)
    receipt = client.report(code, told(survey))[1]["receipt"]
    client.post("/withdraw", {"receipt": receipt})
    answers = [
        client.report(each, told(survey)) for each in (code, codes.new(Source.fresh()), "x", None, 7, "A" * 9999)
    ]
    assert len({str(each) for each in answers}) == 1
    assert answers[0][0] == 403


def test_results_come_by_the_batch_and_a_withdrawal_waits_for_the_next(survey, client):
    every = invited(survey, client.service.store, 12)
    receipts = [client.report(code, told(survey))[1]["receipt"] for code in every[:4]]
    assert client.get("/results.json")[1] == '{"people":null}'
    client.report(every[4], told(survey))
    assert people(client, 5) == 5
    client.post("/withdraw", {"receipt": receipts[0]})
    assert people(client, 5) == 5
    for code in every[5:10]:
        client.report(code, told(survey))
    assert people(client, 9) == 9
    page = client.get("/results")[1]
    assert "9 reports of 12 invited" in page
    assert "one in 100 reports were made up" in page


def people(client, due):
    """Return how many reports the results are of, once they are as many as are due, or at last."""
    for _ in range(200):
        found = (client.service.result or {}).get("people")
        if found == due:
            break
        time.sleep(0.02)
    return found


def test_after_closing_no_code_leads_to_a_report(survey, client):
    every = invited(survey, client.service.store, 30)
    for code in every:
        client.report(code, told(survey))
    before = stored(client)
    store = client.service.store
    assert store.now(reports.close(Source.fresh())) == 30
    store.tidy()
    after = stored(client)
    assert sorted(after) == sorted(before)
    assert after != before
    left = store.read(lambda db: db.execute("SELECT COUNT(code), COUNT(receipt) FROM report").fetchone())
    assert left == (0, 0)
    kept = store.path.read_bytes()
    assert not any(codes.hashed(code.replace("-", "")) in kept for code in every)
    assert client.report(every[0], told(survey))[1]["code"] == "survey_closed"
    assert "takes no reports now" in client.get("/")[1]
    assert store.now(reports.purge) == 30
    assert stored(client) == []


def test_nothing_that_is_stored_says_when_or_from_where(survey, client):
    (code,) = invited(survey, client.service.store, 1)
    client.report(code, told(survey))
    tables = client.service.store.read(lambda db: db.execute("SELECT sql FROM sqlite_master").fetchall())
    written = " ".join(sql for (sql,) in tables if sql).lower()
    assert "report" in written
    assert not any(word in written for word in ("time", "date", "address", "agent", "host"))
    assert code.replace("-", "").encode() not in client.service.store.path.read_bytes()


BAD = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'"' + b"x" * 1000 + b'"',
    b"[" * 5000,
    b"\xff\xfe",
    b'{"code": "A", "code": "B", "report": {}}',
    b'{"code": 1e400, "report": NaN}',
]


@pytest.mark.parametrize("sent", BAD, ids=lambda sent: ascii(sent[:20]))
@pytest.mark.parametrize("path", ["/report", "/withdraw"])
def test_what_is_no_report_is_refused_and_nothing_is_stored(client, path, sent):
    status, answer = client.post(path, sent)
    assert 400 <= status < 500
    assert set(answer) == {"code", "sentence", "remedy", "facts"}
    assert stored(client) == []


def broken(survey):
    """Yield reports that are almost right."""
    right = told(survey)
    yield {**right, "version": 2}
    yield {**right, "version": True}
    yield {**right, "survey": "0" * 16}
    yield {**right, "round": 2}
    yield {**right, "raw": [1]}
    yield {name: value for name, value in right.items() if name != "round"}
    for answers in (None, {}, [], right["answers"][:-1], right["answers"] * 2):
        yield {**right, "answers": answers}
    for place in range(len(ANSWERS)):
        for value in (None, -1, 10**6, "1", True, [], [0], [9, 9], [0, 1, 0, 1], {}, [[0, 1]]):
            if (value, place) != ([0], 2):
                yield {**right, "answers": [value if each == place else x for each, x in enumerate(right["answers"])]}


def test_reports_that_are_almost_right_are_refused(survey, client):
    (code,) = invited(survey, client.service.store, 1)
    answers = [client.report(code, each) for each in broken(survey)]
    assert {status for status, _ in answers} == {400}
    assert {answer["code"] for _, answer in answers} == {"report_malformed", "report_of_another", "not_a_report"}
    assert stored(client) == []
    assert client.report(code, told(survey))[0] == 200


def test_ten_megabytes_are_refused_before_they_are_read(client):
    assert client.post("/report", b" " * 70_000)[1]["code"] == "request_too_large"


@pytest.mark.parametrize(("kind", "site"), [("text/plain", "same-origin"), ("application/json", "cross-site")])
def test_pages_from_elsewhere_cannot_send_reports(survey, client, kind, site):
    sent = {"code": "x", "report": told(survey)}
    status, _ = client.post("/report", sent, kind, **{"sec-fetch-site": site})
    assert status == 400


@pytest.mark.parametrize(
    "path", ["/nothing", "/static/../pages.py", "/static/x.js", "/results/", "/?lang=%00", "/?lang=xx"]
)
def test_no_address_is_an_accident(client, path):
    assert client.get(path, **{"accept-language": "\x7f;q=1"})[0] in {200, 307, 404}
    assert client.ask("DELETE", path)[0] in {307, 404, 405}


def test_an_open_link_takes_some_reports_a_minute_and_says_what_they_are_worth(tmp_path):
    survey = read(invited=False)
    with served(survey, tmp_path / "open.db") as client:
        fresh = [codes.new(Source.fresh()) for _ in range(31)]
        answers = [client.report(code, told(survey)) for code in fresh]
        assert [status for status, _ in answers] == [200] * 30 + [429]
        assert 30 - survey.batch < people(client, 30) <= 30  # fewer than a batch may wait
        assert "not a sample of anybody" in client.get("/results")[1]
        receipt = answers[0][1]["receipt"]
        assert client.service.rate.clock() > 0
        client.service.rate.seen.clear()
        assert client.post("/withdraw", {"receipt": receipt})[0] == 200
        assert client.report(fresh[0], told(survey))[1]["code"] == "code_unknown"


def test_a_clock_that_is_set_back_does_not_open_a_survey_again(tmp_path):
    from web.survey import TEXT

    survey = read(TEXT.replace("batch = 5", "batch = 5\nopens = 2026-11-01\ncloses = 2026-11-30"))
    days = iter([dt.date(2026, 10, 31), dt.date(2026, 11, 15), dt.date(2026, 12, 1), dt.date(2026, 11, 15)])
    with served(survey, tmp_path / "reports.db", day=lambda: next(days)) as client:
        every = invited(survey, client.service.store, 4)
        assert [client.report(code, told(survey))[0] for code in every] == [409, 200, 409, 409]


def test_the_reports_of_another_survey_are_not_touched(survey, tmp_path):
    from diffident.errors import Refused
    from diffident.web.survey.store import Store

    path = tmp_path / "reports.db"
    Store(path, survey.digest).close()
    for digest, code in (("other", "survey_store_elsewhere"),):
        with pytest.raises(Refused) as refused:
            Store(path, digest)
        assert refused.value.code == code
    foreign = tmp_path / "foreign.db"
    sqlite3.connect(foreign).execute("CREATE TABLE x (y)").connection.close()
    (tmp_path / "text.db").write_text("no database at all, but long enough to be looked at" * 50)
    for path in (foreign, tmp_path / "text.db"):
        with pytest.raises(Refused) as refused:
            Store(path, survey.digest)
        assert refused.value.code == "survey_store_foreign"
