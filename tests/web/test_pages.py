# SPDX-License-Identifier: Apache-2.0
"""What pages say, what their headers forbid, the spinner's law, and the pace at which addresses may come."""

from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.exact import declared
from diffident.web.headers import HEADERS
from diffident.web.limits import Rate
from diffident.web.survey import file, wording
from diffident.web.survey.pages import FILES, integrity
from diffident.web.survey.paper import spinner
from web.survey import PAPER, invited, read, served, told

PAGES = [
    "/",
    "/results",
    "/results.json",
    "/withdraw",
    "/plan",
    "/paper",
    "/qr.svg",
    "/steward",
    "/static/device.js",
    "/nothing",
]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served(read(PAPER), tmp_path_factory.mktemp("pages") / "reports.db") as client:
        yield client


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_forbids_what_we_do_not_need(client, path):
    _, _, headers = client.ask("GET", path)
    assert HEADERS.items() <= headers.items()
    assert "unsafe" not in headers["content-security-policy"]


def test_pages_name_the_very_scripts_that_they_run(client):
    page = client.get("/")[1]
    for name in ("device.js", "survey.js", "style.css"):
        assert f'/static/{name}" integrity="{integrity(name)}"' in page
    assert "http" not in page.replace(client.address, "")
    assert "<form" not in page, "a browser without JavaScript could send it"


def test_every_language_says_everything():
    assert len({tuple(sorted(words)) for words in wording.LANGUAGES.values()}) == 1
    for name, english in wording.ENGLISH.items():
        places = [part.partition("}")[0] for part in english.split("{")[1:]]
        assert all(f"{{{place}}}" in wording.GERMAN[name] for place in places)


def test_a_page_speaks_the_language_that_is_asked_for(tmp_path):
    with served(read(), tmp_path / "reports.db") as client:
        assert "Nobody, not even we" in client.get("/")[1]
        assert "Niemand, auch wir nicht" in client.get("/?lang=de")[1]
        assert "Sind Sie je" in client.get("/", **{"accept-language": "de-AT,en;q=0.5"})[1]
        assert "Did you ever" in client.get("/?lang=xx", **{"accept-language": "fr"})[1]
        assert client.get("/paper")[0] == 404, "a number is not on paper"


def test_the_spinner_has_the_law_of_the_device():
    question = read(PAPER).questions[0]
    truth, *forced = spinner(question, "en")
    protocol = question.protocol
    sizes = [sector.end - sector.begin for sector in (truth, *forced)]
    assert sum(sizes) == pytest.approx(1)
    assert sizes[0] + sizes[1] == pytest.approx(float(protocol.p))
    assert sizes[1:] == pytest.approx([float(protocol.q)] * protocol.many)
    assert [sector.label for sector in forced] == ["No", "Yes", "Rather not say"]


def test_how_surely_others_can_guess_is_said_in_odds(client):
    assert "at most 74 of 100" in client.get("/")[1]
    assert "at most 100 of 100" in wording.guess(Fraction(50), "en")
    assert "höchstens 74" in wording.guess(Fraction(1), "de")


def test_rates_are_per_address_and_addresses_are_forgotten():
    now = [0.0]
    rate = Rate(2, clock=lambda: now[0])
    for _ in range(2):
        rate.admit("a")
    with pytest.raises(Refused):
        rate.admit("a")
    rate.admit("b")
    now[0] = 61
    rate.admit("a")
    for each in range(10_001):
        rate.admit(f"{each}")
    now[0] = 200
    rate.admit("last")
    assert len(rate.seen) == 1


def test_the_plan_compares_kinds_of_trust(client):
    page = client.get("/plan")[1]
    assert "trusted curator" in page
    assert "shuffled reports" in page


def test_results_are_told_with_what_fakes_could_do(tmp_path):
    survey = file.survey(declared.parse(PAPER, "paper.toml"))
    with served(survey, tmp_path / "reports.db") as client:
        for code in invited(survey, client.service.store, 3):
            assert client.report(code, told(survey, [1]))[0] == 200
        for _ in range(200):
            page = client.get("/results")[1]
            if "of 3 invited" in page:
                break
        assert "95 % interval" in page
        assert "one in 100 reports were made up" in page


def test_files_are_ours_only():
    assert all(path.exists() for path, _ in FILES.values())
