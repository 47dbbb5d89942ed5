# SPDX-License-Identifier: Apache-2.0
"""A certificate says all that was done, in one shape; whatever of it can be computed is computed again and compared."""

import copy
import json

import pytest

import diffident as dd
from curator.hospital import APPROXIMATE, ASK, curator, hospital, visits
from diffident.curator.certificate import WAY
from diffident.curator.verify import CertificateWrong, Mark, NotACertificate, verify
from diffident.errors import Refused
from diffident.exact import canonical

BELL = {"rows_per_person": 40, "groups_per_person": 40, "rows_per_group": 1}


def leaves(plain, path=()):
    """Yield the path of every number and text in plain data."""
    if isinstance(plain, dict | list):
        for key, value in plain.items() if isinstance(plain, dict) else enumerate(plain):
            yield from leaves(value, (*path, key))
    else:
        yield path


def changed(plain, path):
    """Return plain data with another value at one place."""
    twin = copy.deepcopy(plain)
    inner = twin
    for key in path[:-1]:
        inner = inner[key]
    before = inner[path[-1]]
    inner[path[-1]] = before + 1 if isinstance(before, int) and not isinstance(before, bool) else "7"
    return twin


@pytest.fixture(scope="module")
def answer():
    """An answer of counts and means by ward."""
    return curator().ask(ASK, epsilon="0.5")


def test_a_certificate_holds_and_says_what_of_it_was_computed(answer):
    verified = verify(answer.certificate)
    assert verified.marked(Mark.RECOMPUTED) == ["reach", "reach", "noise", "price", "table"]
    assert verified.marked(Mark.FOUND) == []
    assert set(verified.marked(Mark.STATED)) == {"question", "protects", "target", "promise", "paid", "silent"}
    assert str(verified).endswith(WAY)
    assert "recomputed: 5" in repr(verified)
    assert verified.as_json()["lines"][0] == {"name": "question", "said": ASK, "mark": "only stated"}


def test_a_ledger_knows_what_was_promised_and_paid(tmp_path):
    whole = hospital(tmp_path / "l.db")
    whole.ask("SELECT COUNT(*) FROM visits", epsilon="0.25")
    certificate = whole.ask(ASK, epsilon="0.25").certificate
    verified = verify(certificate, whole.ledger)
    assert verified.marked(Mark.FOUND) == ["promise", "paid"]
    assert "answer 2" in str(verified)
    with pytest.raises(CertificateWrong, match="payment"):
        verify(certificate, hospital(tmp_path / "m.db").ledger)
    with pytest.raises(Refused) as refused:
        verify(certificate, curator().ledger)
    assert refused.value.code == "account_unknown"


def test_another_promise_than_that_of_the_ledger_is_found(tmp_path):
    whole = hospital(tmp_path / "l.db")
    said = whole.ask(ASK, epsilon="0.25").certificate.as_json()
    said["answer"]["certificate"]["promise"]["epsilon"] = 1
    with pytest.raises(CertificateWrong, match="promise"):
        verify(said, whole.ledger)


@pytest.mark.parametrize("form", ["certificate", "plain", "bytes", "file"])
def test_it_is_read_from_wherever_it_was_kept(answer, form, tmp_path):
    text = answer.certificate.to_json()
    (tmp_path / "1.certificate.json").write_text(text + "\n", encoding="utf-8")
    given = {
        "certificate": answer.certificate,
        "plain": answer.certificate.as_json(),
        "bytes": text.encode(),
        "file": tmp_path / "1.certificate.json",
    }[form]
    assert verify(given).lines == verify(answer.certificate).lines


@pytest.mark.parametrize("given", [{}, b'{"answer":1}', {"answer": {"certificate": {}}, "reading": 7}])
def test_what_is_no_certificate_is_refused(given):
    with pytest.raises(NotACertificate):
        verify(given)


def computed(path):
    """Return whether a value follows from others: nothing stated alone, and nothing that only text describes."""
    stated = (
        ("answer", "certificate", "protects"), ("answer", "certificate", "bounds"), ("answer", "certificate", "groups"),
        ("answer", "certificate", "counts"), ("answer", "certificate", "tables"), ("answer", "certificate", "purpose"), ("answer", "certificate", "about"),
        ("answer", "certificate", "promise"), ("answer", "certificate", "neighbours"),
        ("answer", "certificate", "curator"), ("answer", "certificate", "version"),
        ("answer", "certificate", "written by"), ("answer", "certificate", "says nothing about"),
        ("answer", "certificate", "selection"), ("reading", "asked"),
    )  # fmt: skip
    return path[-1] != "in words" and not any(path[: len(each)] == each for each in stated)


def test_every_number_that_is_changed_is_found(answer):
    """Left are limits that do not move a sum of absolute changes, and steps that a clamped mean does not show."""
    said = answer.certificate.as_json()
    missed = [path for path in filter(computed, leaves(said)) if not is_refused(changed(said, path))]
    assert {path[:-1] for path in missed} <= {
        ("answer", "certificate", "limits"),
        *(("answer", "parts", 1, "integers", cell) for cell in range(3)),
        ("reading", "cells", 0, 0),
    }


def test_a_ledger_finds_every_change_of_an_answer(tmp_path):
    whole = hospital(tmp_path / "l.db")
    said = whole.ask(ASK, epsilon="0.5").certificate.as_json()
    missed = [path for path in leaves(said["answer"]) if not is_refused(changed(said, ("answer", *path)), whole.ledger)]
    assert missed == []


def is_refused(said, ledger=None):
    try:
        verify(said, ledger)
    except Refused:
        return True
    return False


@pytest.mark.parametrize(
    "asked", ["COUNT(*) AS n", "COUNT(DISTINCT patient) AS n", "VAR_POP(stay) AS v", "SUM(stay) / COUNT(*) AS m"]
)
@pytest.mark.parametrize("budget", [{"epsilon": 3}, APPROXIMATE], ids=["pure", "approximate"])
def test_every_statistic_under_both_kinds_of_promise_is_verified(asked, budget):
    whole = curator(budget=budget, **BELL)
    question = ASK.replace("COUNT(*) AS n, AVG(stay) AS stay", asked)
    verified = verify(whole.ask(question, epsilon="0.5").certificate)
    assert "price" in verified.marked(Mark.RECOMPUTED)


def hidden():
    columns = {"ward": dd.categories(hidden=True), "stay": dd.bounds(0, 60)}
    whole = curator(visits(2000), budget={**APPROXIMATE, "epsilon": 20}, columns=columns)
    return whole.ask(ASK, epsilon=8, delta="1e-8")


def test_what_named_hidden_groups_is_paid_for_in_the_certificate():
    certificate = hidden().certificate
    assert "price" in verify(certificate).marked(Mark.RECOMPUTED)
    said = certificate.as_json()
    for name, value in (("keys_per_person", "1"), ("epsilon", "0.1")):
        twin = copy.deepcopy(said)
        twin["answer"]["certificate"]["selection"]["mechanism"]["parameters"][name] = value
        with pytest.raises(CertificateWrong):
            verify(twin)
    twin = copy.deepcopy(said)
    twin["answer"]["certificate"]["parts"][0]["mechanism"] = said["answer"]["certificate"]["selection"]["mechanism"]
    with pytest.raises(CertificateWrong, match="noise"):
        verify(twin)


def test_a_certificate_is_told_to_a_person(answer):
    told = str(answer.certificate).splitlines()
    assert told[0] == "Answer of visits"
    assert [line[2:12].strip() for line in told[1:8]] == [
        "Question", "Protects", "Counts", "Noise", "Price", "Intervals", "Says nothi",
    ]  # fmt: skip
    assert "each patient with all their rows" in told[2]
    assert "stay clamped to 0..60 (codebook)" in told[3]
    assert told[-1].strip() == WAY
    assert repr(answer.certificate) == str(answer.certificate)
    whole = hospital("memory", purposes={"research": 2})
    assert "purpose research" in str(whole.ask(ASK, epsilon=1, purpose="research").certificate)


def test_bytes_of_a_certificate_depend_on_no_words_of_an_asker(answer):
    core = answer.certificate.core
    assert ASK not in canonical.encode(core).decode()
    assert core["purpose"] is None
    assert core["tables"] == {"visits": 1}


def test_methods_are_a_paragraph_for_a_paper(answer):
    said = answer.methods()
    for part in (
        "Count of rows and mean of stay were released by ward with differential privacy",
        "epsilon 0.5 per patient under add/remove neighbours, discrete Laplace mechanism",
        "stay clamped to 0-60",
        "Intervals are 95 % noise intervals; bounding was not corrected for.",
    ):
        assert part in said


def test_methods_name_both_kinds_of_noise_and_no_groups_where_there_are_none():
    whole = curator(budget=APPROXIMATE, **BELL)
    said = whole.ask("SELECT COUNT(*) AS n FROM visits", epsilon="0.5").methods()
    assert said.startswith("Count of rows was released")
    groups = whole.ask("SELECT ward FROM visits GROUP BY ward HAVING COUNT(*) > 3", epsilon="0.5")
    assert groups.methods().startswith("The choice of groups was released by ward")
    rows = curator(person=dd.each_row, rows_per_person=None, groups_per_person=None)
    assert "per row under" in rows.ask(ASK, epsilon=1).methods()


@pytest.mark.parametrize("budget", [{"epsilon": 3}, APPROXIMATE], ids=["pure", "approximate"])
def test_the_registry_gets_what_it_asks_for_as_yaml(budget):
    asked = 'SELECT ward, AVG(stay) AS "a: b" FROM visits GROUP BY ward'
    form = curator(budget=budget).ask(asked, epsilon="0.5").certificate.registry()
    lines = dict(line.strip().split(": ", 1) for line in form.splitlines() if ": " in line)
    assert json.loads(lines["description"]) == f"Answer to: {asked}"
    assert json.loads(lines["epsilon"]) == 3
    assert ("delta" in lines) is ("delta" in budget)
    assert json.loads(lines["name"]) in {"Pure DP", "Approximate DP"}
    assert "codebook" in lines["unprotected_quantities"]
    assert all(line.rstrip().endswith(":") or ": " in line for line in form.splitlines())
