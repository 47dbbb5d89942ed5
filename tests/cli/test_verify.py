# SPDX-License-Identifier: Apache-2.0
"""`diffident verify`: what is computed again, what the ledger knows, what is only stated; and what is wrong."""

import json

import pytest

from cli.run import run
from cli.small import FILE, PER_WARD, as_json
from diffident.cli.door import End

NAME = "one.certificate.json"


@pytest.fixture
def certificate(small):
    """The certificate of an answer, in a folder below the ledger."""
    import diffident as dd

    answer = dd.open(small / FILE).ask(PER_WARD, epsilon="0.5")
    (small / "answers").mkdir()
    (small / "answers" / NAME).write_text(answer.certificate.to_json())
    return small / "answers" / NAME


def marks(told):
    return {line["mark"] for line in told["lines"]}


def test_each_line_is_marked_and_the_nearest_ledger_is_asked(certificate, small):
    told = as_json("verify", str(certificate))
    assert marks(told) == {"recomputed", "found in the ledger", "only stated"}
    assert told["ledger"] == (small / ".diffident" / "ledger.db").as_posix()
    ended = run("verify", str(certificate))
    assert (ended.exit_code, ended.stderr) == (End.ANSWERED, "")
    assert f"The ledger is {told['ledger']}." in ended.stdout
    assert "cannot be shown private" in ended.stdout


def test_elsewhere_what_was_paid_is_only_stated_until_the_ledger_is_named(certificate, small, tmp_path_factory):
    alone = tmp_path_factory.mktemp("alone") / NAME
    alone.write_bytes(certificate.read_bytes())
    told = as_json("verify", str(alone))
    assert marks(told) == {"recomputed", "only stated"}
    assert told["ledger"] is None
    assert "No ledger was found." in run("verify", str(alone)).stdout
    named = as_json("verify", str(alone), "--ledger", str(small / ".diffident" / "ledger.db"))
    assert marks(named) == {"recomputed", "found in the ledger", "only stated"}


def test_a_number_that_was_changed_is_found(certificate):
    said = json.loads(certificate.read_text())
    said["table"]["rows"][0][0] = "neurology"
    certificate.write_text(json.dumps(said, separators=(",", ":"), sort_keys=True))
    ended = run("verify", str(certificate))
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.startswith("certificate_wrong: The table of this certificate")


def test_another_ledger_does_not_know_the_answer(certificate, tmp_path_factory):
    from diffident.ledger.ledger import Ledger

    other = tmp_path_factory.mktemp("other") / "ledger.db"
    Ledger.at(other)
    ended = run("verify", str(certificate), "--ledger", str(other))
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")


@pytest.mark.parametrize("ledger", ["nowhere.db", "", ".", "a\0b", "x" * 5000])
def test_a_ledger_that_is_not_there_is_refused_and_not_made(certificate, small, ledger):
    ended = run("verify", str(certificate), "--ledger", ledger)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.startswith("ledger_missing: ")
    assert not (small / "nowhere.db").exists()


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[]", b"null", b"\xff", b'{"answer": 1}', b"[" * 100_000, b"1" * 10_000]
)
def test_what_is_no_certificate_is_refused(small, content):
    (small / NAME).write_bytes(content)
    ended = run("verify", NAME)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert len(ended.stderr.splitlines()) == 1


@pytest.mark.parametrize("file", ["nowhere.json", "", ".", "a\0b", "x" * 5000, "\udcff"])
def test_a_file_that_is_not_there_is_refused(here, file):
    ended = run("verify", file)
    assert (ended.exit_code, ended.stdout) == (End.REFUSED, "")
    assert ended.stderr.startswith("file_unreadable: ")
