# SPDX-License-Identifier: Apache-2.0
"""The whole walk in a browser, on a phone-sized page: what leaves it, what stays on it, and whether everybody can use it."""

import json
import math
import re
import shutil

import pytest
from scipy.special import chdtrc

from diffident.local import Response
from diffident.randomness.source import Source
from diffident.web.survey import codes
from web.survey import PAPER, invited, read, served, told

playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium: `make test` installs it as root")
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport=PHONE, locale="en-GB")
    yield context.new_page()
    context.close()


@pytest.fixture
def client(tmp_path):
    with served(read(), tmp_path / "reports.db") as client:
        yield client


def fill(page, code):
    """Answer: yes, often, beer and spirits, 12 glasses, aged 48."""
    page.locator("#q-drove").get_by_label("Yes").check()
    page.locator("#q-often").get_by_label("often", exact=True).check()
    for drink in ("beer", "spirits"):
        page.locator("#q-drinks").get_by_label(drink).check()
    page.locator("#q-glasses input").fill("12")
    page.locator("#q-age input").fill("48")
    page.locator("#code").fill(code)


def test_an_answer_is_randomised_shown_kept_sent_and_withdrawn(page, client):
    (code,) = invited(client.service.survey, client.service.store, 1)
    sent = []
    page.on("request", lambda request: sent.append((request.method, request.url, request.post_data or "")))
    page.goto(client.address)
    assert page.locator("#q-often").is_hidden()
    fill(page, code)
    page.get_by_role("button", name="Randomise my answers").click()
    shown = page.locator("#exactly").text_content()
    assert json.loads(shown)["code"] == code.replace("-", "")
    assert all(method == "GET" and not body for method, _, body in sent), "something left before it was shown"
    assert page.locator("#questions input:checked").count() == 0
    page.get_by_role("button", name="Send this").click()
    page.wait_for_selector("#done:not([hidden])")
    receipt = page.locator("#receipt").text_content()
    posts = [body for method, _, body in sent if method == "POST"]
    assert posts == [shown]
    assert set(json.loads(shown)["report"]) == {"version", "survey", "round", "answers"}
    assert all(url.startswith(client.address) and "?" not in url for _, url, _ in sent), (
        "a third party, or an address that tells"
    )
    page.goto(f"{client.address}/withdraw")
    page.locator("#receipt").fill(receipt)
    page.get_by_role("button", name="Withdraw").click()
    page.wait_for_selector("#withdrawn:not([hidden])")


def test_whatever_is_answered_the_same_person_sends_the_same_bytes_again(page, client):
    """A reload, another answer and a failed send change nothing: the report that was kept is sent."""
    (code,) = invited(client.service.survey, client.service.store, 1)
    page.goto(client.address)
    fill(page, code)
    page.get_by_role("button", name="Randomise").click()
    first = page.locator("#exactly").text_content()
    page.context.set_offline(True)
    page.get_by_role("button", name="Send this").click()
    page.wait_for_selector("#offline:not([hidden])")
    page.context.set_offline(False)
    page.reload()
    page.locator("#q-drove").get_by_label("No", exact=True).check()
    page.locator("#code").fill(code.lower())
    page.get_by_role("button", name="Randomise").click()
    assert page.locator("#exactly").text_content() == first
    page.get_by_role("button", name="Send this").click()
    page.wait_for_selector("#done:not([hidden])")
    stored = client.service.store.read(lambda db: db.execute("SELECT body FROM report").fetchall())
    assert [json.loads(body) for (body,) in stored] == [json.loads(first)["report"]["answers"]]


def test_the_raw_answer_is_in_no_request_and_in_nothing_that_is_kept(page, tmp_path):
    """Twenty people with one answer: what is sent and kept is mixed as the protocol says, and holds nothing else."""
    survey = read(PAPER.replace("contact", "invitations = false\ncontact"))
    with served(survey, tmp_path / "reports.db") as client:
        client.service.rate.most = 1000
        page.goto(client.address)
        told_each = []
        for _ in range(20):
            page.evaluate("localStorage.clear()")
            page.reload()
            page.get_by_label("Yes").check()
            page.get_by_role("button", name="Randomise").click()
            kept = page.evaluate("Object.fromEntries(Object.entries(localStorage))")
            report = json.loads(page.locator("#exactly").text_content())["report"]
            told_each += report["answers"]
            assert {re.sub("diffident [0-9a-f]{16} ", "", name) for name in kept} == {"try", "code", "round 1"}
            assert json.loads(kept[f"diffident {survey.digest} round 1"])["report"] == report
        assert len(set(told_each)) > 1


@pytest.mark.parametrize("path", ["/", "/results", "/withdraw", "/plan", "/paper", "/steward", "/enter", "/nothing"])
def test_everybody_can_use_the_pages(page, tmp_path, path):
    from axe_playwright_python.sync_playwright import Axe

    survey = read(PAPER)
    with served(survey, tmp_path / "reports.db") as client:
        for code in invited(survey, client.service.store, 3):
            client.report(code, told(survey, [1]))
        page.context.request.post(f"{client.address}/steward", form={"key": client.service.key})
        page.goto(f"{client.address}{path}")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= PHONE["width"]


def test_every_step_of_the_respondents_page_can_be_used_by_everybody(page, client):
    from axe_playwright_python.sync_playwright import Axe

    (code,) = invited(client.service.survey, client.service.store, 1)
    page.goto(client.address)
    page.get_by_role("button", name="Randomise").click()
    page.locator("#code").fill(code)
    page.get_by_role("button", name="Randomise").click()
    assert page.locator("#q-drove .missing").is_visible()
    assert Axe().run(page).violations_count == 0
    fill(page, code)
    page.get_by_role("button", name="Randomise").click()
    assert Axe().run(page).violations_count == 0
    page.get_by_role("button", name="Send this").click()
    page.wait_for_selector("#done:not([hidden])")
    assert Axe().run(page).violations_count == 0


def test_results_change_while_somebody_watches(page, client):
    survey = client.service.survey
    page.goto(f"{client.address}/results")
    assert "No results yet" in page.locator("#live").text_content()
    for code in invited(survey, client.service.store, 20):
        client.report(code, told(survey))
    page.wait_for_function("document.getElementById('live').textContent.includes('invited')", timeout=10_000)


def test_without_javascript_nothing_is_sent_and_paper_is_offered(browser, client):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    page.goto(client.address)
    assert page.locator("#questions").is_hidden()
    assert page.locator("noscript a[href='/paper']").count() == 1 or "JavaScript" in page.content()
    assert set(sent) == {"GET"}
    context.close()


def test_paper_reports_are_typed_by_the_steward_only(page, tmp_path):
    survey = read(PAPER)
    with served(survey, tmp_path / "reports.db") as client:
        (code,) = invited(survey, client.service.store, 1)
        page.goto(f"{client.address}/enter")
        assert page.url.endswith("/steward")
        page.locator("#key").fill("wrong")
        page.get_by_role("button").click()
        assert "not the key" in page.content()
        page.locator("#key").fill(client.service.key)
        page.get_by_role("button").click()
        page.locator("#code").fill(code)
        page.locator("select").select_option("1")
        page.get_by_role("button").click()
        assert page.locator("output").text_content().count("-") == 3
        stored = client.service.store.read(lambda db: db.execute("SELECT body FROM report").fetchall())
        assert stored == [(b"[1]",)]


def test_a_report_in_a_second_round_is_drawn_from_what_the_device_remembers(page, tmp_path):
    text = PAPER.replace("batch", "rounds = 2\nbatch").replace("epsilon = 1\nbatch", "epsilon = 9\nbatch")
    survey = read(text.replace("epsilon = 1", "epsilon = 9", 1).replace('text = "Do', 'lifetime = 2\ntext = "Do'))
    with served(survey, tmp_path / "reports.db") as client:
        (code,) = invited(survey, client.service.store, 1)
        kept = []
        for round_ in (1, 2):
            client.service.round = round_
            page.goto(client.address)
            page.get_by_label("Yes").check()
            page.locator("#code").fill(code)
            page.get_by_role("button", name="Randomise").click()
            page.get_by_role("button", name="Send this").click()
            page.wait_for_selector("#done:not([hidden])")
            kept.append(page.evaluate(f"localStorage['diffident {survey.digest} memo smokes']"))
        assert kept[0] == kept[1]
        assert len(json.loads(kept[0])) == 3
        rounds = client.service.store.read(lambda db: db.execute("SELECT round FROM report").fetchall())
        assert sorted(rounds) == [(1,), (2,)]


@pytest.mark.statistical(false_alarm=1e-9)
def test_a_million_draws_of_the_browser_follow_the_law_and_not_that_of_a_twin(page, tmp_path):
    protocol = Response(options=4, epsilon=1)
    with served(read(PAPER), tmp_path / "reports.db") as client:
        page.goto(client.address)
        counted = page.evaluate(
            """async (plan) => {
                const { Draw, report } = await import("/static/device.js");
                const counted = [0, 0, 0, 0], draw = new Draw();
                for (let each = 0; each < 1e6; each++) counted[report(plan, 2, draw)]++;
                return counted;
            }""",
            protocol.device(),
        )
    assert sum(counted) == 10**6
    law = [float(protocol.q)] * 4
    law[2] = float(protocol.p)
    assert fits(counted, law)
    twin = Response(options=4, epsilon="1.02")
    law = [float(twin.q)] * 4
    law[2] = float(twin.p)
    assert not fits(counted, law)


def fits(counted, law):
    people = sum(counted)
    statistic = math.fsum(
        (seen - people * mass) ** 2 / (people * mass) for seen, mass in zip(counted, law, strict=True)
    )
    return chdtrc(len(law) - 1, statistic) > 1e-9


def test_a_code_that_is_typed_like_handwriting_is_read():
    code = codes.new(Source.replay(1))
    plain = code.replace("-", "")
    assert codes.read(code.lower()) == codes.read(f" {code} ") == plain
