# SPDX-License-Identifier: Apache-2.0
"""`diffident attack`: all are listed, each can be run, and the report is a page with a picture for each."""

import json

import pytest

from cli.run import run
from diffident.lab.attacks import ATTACKS
from diffident.lab.attacks import report as reported
from diffident.randomness.source import Source
from diffident.show.chart import can_draw


def test_all_attacks_are_listed():
    listed = run("attack", "list").stdout
    assert all(kind.name in listed and kind.title in listed for kind in ATTACKS)
    assert len(json.loads(run("attack", "list", "--json").stdout)["attacks"]) == len(ATTACKS)


def test_a_run_tells_what_was_published_known_and_found_out():
    told = run("attack", "run", "intersection", "--rounds", "20").stdout
    assert "Alice, 28, in 13012: table 1 leaves AIDS, heart disease, viral infection" in told
    assert "both leave AIDS" in told
    assert "Answers at epsilon 1: a guess was right" in told
    plain = json.loads(run("attack", "run", "linkage", "--rounds", "20", "--epsilon", "0.5", "--json").stdout)
    assert plain["naive"]["right"] >= 0.9 * plain["naive"]["of"]
    assert [ours["epsilon"] for ours in plain["diffident"]] == ["1/2"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (["nothing"], "attack_unknown"),
        (["linkage", "--epsilon", "0"], "epsilon_not_positive"),
        (["linkage", "--rounds", "0"], "number_out_of_range"),
        (["linkage", "--twin", "many"], "not_a_privacy_number"),
        ([], "command_not_understood"),
    ],
)
def test_what_cannot_be_run_is_refused(line, code):
    ended = run("attack", "run", *line)
    assert ended.exit_code in {2, 3}
    assert ended.stderr.startswith(f"{code}: ")


def test_the_report_is_a_page_with_a_picture_a_sentence_and_a_table_for_each(tmp_path, monkeypatch):
    monkeypatch.setattr(reported, "ATTACKS", ATTACKS[:2])
    page = reported.report(tmp_path, rounds=5, source=Source.replay(1)).read_text(encoding="utf-8")
    for kind in ATTACKS[:2]:
        assert kind.title in page
        assert (tmp_path / f"{kind.name}.svg").exists() == can_draw()
    assert page.count("<table>") == page.count("<figure>") == 3
