# SPDX-License-Identifier: Apache-2.0
"""`diffident consent`: every word has its receipt, acts from the next paid question, and needs no data."""

import pytest

from cli.run import run
from cli.small import COUNT, FILE, as_json
from diffident.cli.door import End

NOTICE = """
[notices.1]
language      = "en"
text          = "https://hospital.example/notice/1"
purposes      = ["research", "planning"]
personal_data = ["visits: ward, stay, age"]
controllers   = [{ name = "St. Ada", address = "Main Road 1", contact = "privacy@hospital.example" }]
storage       = "the hospital's own machines"
retention     = "ten years"
jurisdiction  = "EU"
recipients    = ["researchers of the hospital"]
withdrawal    = "diffident consent withdraw, or at the desk"
days          = 730
"""
FOR = ("--purpose", "research")


@pytest.fixture
def asked(small):
    """A small hospital whose people are asked for their consent."""
    (small / FILE).write_text((small / FILE).read_text() + NOTICE)
    return small


def today(person):
    return as_json("consent", "show", FILE, person)["today"]


def test_a_word_is_kept_with_a_receipt_and_holds_until_the_next(asked):
    receipt = as_json("consent", "give", FILE, "7", *FOR)
    assert receipt["header"]["pii_principal_id"] == "7"
    assert (receipt["event"]["state"], receipt["processing"]["notice_version"]) == ("given", "1")
    assert today("7") == {"research": True, "planning": False}
    printed = run("consent", "withdraw", FILE, "7", *FOR).stdout
    assert "said          withdrawn" in printed
    assert "to withdraw   diffident consent withdraw, or at the desk" in printed
    assert today("7") == today("8") == {"research": False, "planning": False}
    assert as_json("consent", "refuse", FILE, "8", *FOR)["event"]["state"] == "refused"
    assert [each["state"] for each in as_json("consent", "show", FILE, "7")["said"]] == ["given", "withdrawn"]
    assert "Nothing was said." in run("consent", "show", FILE, "9").stdout


def test_a_withdrawal_needs_no_data(asked):
    (asked / "visits.parquet").unlink()
    assert run("consent", "withdraw", FILE, "7", *FOR).exit_code == End.ANSWERED
    assert run("ask", FILE, COUNT, "--epsilon", "1", "--yes", *FOR).stderr.startswith("curator_file_wrong: ")


def test_a_question_has_a_purpose_from_then_on(asked):
    ended = run("ask", FILE, COUNT, "--epsilon", "0.1", "--yes")
    assert (ended.exit_code, ended.stderr.partition(":")[0]) == (End.REFUSED, "purpose_missing")
    assert as_json("ask", FILE, COUNT, "--epsilon", "0.1", "--yes", *FOR)["price"] == [10**8, 0]
    assert "notice 1: people consent to research, planning, for 730 days" in run("check", FILE).stdout


def test_records_from_elsewhere_are_kept_once_and_nobody_is_counted(asked):
    lines = [f"{person},research,given,1,2026-01-01T10:00:00+00:00" for person in range(41)]
    (asked / "records.csv").write_text("\n".join(["person,purpose,state,notice,at", *lines]))
    for _ in range(2):
        ended = run("consent", "import", FILE, "records.csv")
        assert (ended.exit_code, ended.stderr) == (End.ANSWERED, "")
        assert "41" not in ended.stdout
    assert len(as_json("consent", "show", FILE, "40")["said"]) == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("give", FILE, "7"), "purpose_not_said"),
        (("give", FILE, "7", "--purpose", "gossip"), "purpose_not_told"),
        (("give", FILE, "7", *FOR, "--notice", "9"), "notice_unknown"),
        (("give", FILE, "", *FOR), "ledger_name"),
        (("import", FILE, "nowhere.csv"), "file_unreadable"),
        (("show", "visits.parquet", "7"), "not_a_curator_file"),
        ((), "command_not_understood"),
        (("forget", FILE, "7"), "command_not_understood"),
    ],
)
def test_what_says_nothing_is_refused_and_not_kept(asked, words, code):
    ended = run("consent", *words)
    assert (ended.exit_code in {End.REFUSED, End.NOT_UNDERSTOOD}, ended.stdout) == (True, "")
    assert ended.stderr.partition(":")[0] == code
    assert as_json("consent", "show", FILE, "7")["said"] == []


def test_a_curator_that_asks_nobody_keeps_nothing(small):
    assert run("consent", "give", FILE, "7", *FOR).stderr.startswith("no_notice: ")
