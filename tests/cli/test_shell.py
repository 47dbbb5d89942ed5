# SPDX-License-Identifier: Apache-2.0
"""`diffident shell`: browsing costs nothing, a question says its price, and one mistake does not end it."""

import json
import os
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.run import run
from cli.small import COUNT, FILE, left
from diffident.cli import prompt, terminal
from diffident.cli.door import End
from diffident.cli.payment import YES
from diffident.cli.statements import CANCELLED, statements


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def shell(*lines, options=()):
    return run("shell", FILE, *options, typed=typed(*lines))


def test_browsing_costs_nothing(small):
    ended = shell("\\d", "\\d visits", "\\budget", "\\answers", "\\?", f"EXPLAIN {COUNT};", f"explain\t{COUNT};", "\\q")
    assert (ended.exit_code, ended.stderr) == (End.ANSWERED, "")
    for told in ("each patient_id counts with", "codebook p. 4", "left    3", "Nothing was asked yet", "\\budget"):
        assert told in ended.stdout
    assert left() == 3


def test_a_question_shows_what_the_usual_epsilons_buy_and_then_its_price(small):
    ended = shell("SELECT COUNT(*) AS visits", "FROM visits;", "0.5", "y")
    assert ended.exit_code == End.ANSWERED
    assert ended.stderr.index("epsilon (nothing to leave it)") < ended.stderr.index("Spend 0.5? [y/N]")
    assert "price 0.5   left 2.5   answer 1" in ended.stdout


@pytest.mark.parametrize("lines", [["0.5", "n"], ["0.5", ""], [""]], ids=len)
def test_who_does_not_agree_spends_nothing_and_goes_on(small, lines):
    ended = shell(f"{COUNT};", *lines, "\\budget")
    assert "Nothing was spent." in ended.stdout
    assert "left    3" in ended.stdout


def test_where_nobody_can_agree_nothing_is_spent(small):
    ended = shell(f"{COUNT};", "0.5")
    assert ended.exit_code == End.REFUSED
    assert "not_confirmed: " in ended.stderr
    assert left() == 3


def test_a_settled_epsilon_is_asked_for_once_per_question(small):
    ended = shell("\\epsilon 0.5", f"{COUNT};", "y", "\\epsilon", f"{COUNT};", "")
    assert ended.stdout.count("price 0.5") == 1
    assert ended.stderr.count("epsilon (nothing") == 1
    assert left() == 2.5


def test_who_is_sure_is_not_asked_and_pays_once(small):
    ended = shell(f"{COUNT};", f"{COUNT}", "", options=["--epsilon", "0.5", "--yes"])
    assert (ended.exit_code, ended.stderr) == (End.ANSWERED, "")
    assert "free, as it was answered before" in ended.stdout
    assert left() == 2.5


def test_an_answer_is_seen_again_by_its_number(small):
    ended = shell(f"{COUNT};", "\\answers", "\\answers 1", "\\answers 7", options=["--epsilon", "0.5", "--yes"])
    first, *_, again = [line for line in ended.stdout.splitlines() if " .. " in line]
    assert first == again
    assert "no_such_answer" in ended.stderr


@pytest.mark.parametrize(
    "line", ["\\x", "\\", "\\d nowhere", "\\epsilon nan", "\\epsilon 0", "\\answers x", "\\answers -1", "\\\x1b[31m", "hello;",
             "SELECT nobody FROM visits;", "EXPLAIN;", "EXPLAIN hello;", ";;", "\\d visits; more"],
)  # fmt: skip
def test_a_mistake_is_one_line_and_the_next_statement_is_obeyed(small, line):
    ended = shell(line, "", "\\budget")
    assert ended.exit_code in {End.REFUSED, End.ANSWERED}
    assert len(ended.stderr.splitlines()) == (ended.exit_code == End.REFUSED)
    assert "left    3" in ended.stdout


def test_what_follows_the_end_is_not_read(small):
    assert shell("\\q", "\\x").exit_code == End.ANSWERED
    assert shell("\\x", "\\q").exit_code == End.REFUSED


def test_each_answer_is_json_if_asked_for(small):
    ended = run(
        "shell", FILE, "--json", "--epsilon", "1", "--yes", typed=typed("\\d", f"{COUNT};", "\\x", "\\epsilon 1", "\\?")
    )
    decoder, text, found = json.JSONDecoder(), ended.stdout, []
    while text:
        plain, end = decoder.raw_decode(text)
        text = text[end:].lstrip()
        found.append(plain)
    assert [next(iter(each)) for each in found] == ["tables", "answer", "epsilon", "commands"]
    assert json.loads(ended.stderr)["code"] == "prompt_not_understood"


def test_when_nobody_sees_answers_nothing_more_is_paid(small, monkeypatch):
    from diffident.show.file import NotWritten

    def fails(text, plain):
        raise NotWritten(place="the answer", problem="no space left")

    monkeypatch.setattr(prompt, "say", fails)
    shell(f"{COUNT};", "SELECT AVG(stay) FROM visits;", options=["--epsilon", "1", "--yes"])
    assert left() == 2


WORDS = st.sampled_from(
    ["\\d", "\\answers", "\\epsilon 0.5", "EXPLAIN", "SELECT", "COUNT(*)", "FROM visits", ";", "", "\x00", "\u202e", "'", "--", "/*", "y"]
)  # fmt: skip
LINES = st.lists(st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=30)), max_size=20)


def test_whatever_is_typed_ends_without_a_fault_and_spends_nothing_unless_somebody_agrees(small):
    @settings(max_examples=12, deadline=None)
    @given(LINES, st.booleans())
    def typed_at_random(lines, as_json):
        before = left()
        ended = run("shell", FILE, *["--json"] * as_json, typed=typed(*lines).encode(errors="replace"))
        assert ended.exit_code in {End.ANSWERED, End.REFUSED}
        assert before == left() or any(line.strip().casefold() in YES for line in lines)

    typed_at_random()


class TestStatements:
    @pytest.mark.parametrize(
        ("lines", "cut"),
        [
            ([], []),
            (["", "  ", ";"], []),
            (["SELECT 1"], ["SELECT 1"]),
            (["SELECT 1;", "SELECT 2;"], ["SELECT 1", "SELECT 2"]),
            (["SELECT", "1", "", "\\d"], ["SELECT\n1", "\\d"]),
            (["SELECT", "\\d"], ["SELECT\n\\d"]),
            (["SELECT", CANCELLED, "\\d"], ["\\d"]),
            (["  \\d  visits "], ["\\d  visits"]),
        ],
        ids=str,
    )
    def test_are_cut_where_they_end(self, lines, cut):
        rest = iter(lines)
        assert list(statements(lambda shown: next(rest, None))) == cut


def test_ctrl_c_ends_what_comes_from_a_pipe(small, monkeypatch):
    def interrupted(*given, **wanted):
        raise KeyboardInterrupt

    monkeypatch.setattr(prompt, "previewed", interrupted)
    assert shell(f"{COUNT};", "\\budget").exit_code == End.INTERRUPTED


@pytest.mark.skipif(os.name == "nt", reason="terminals are of another kind there")
class TestAtATerminal:
    @pytest.fixture
    def keyboard(self, monkeypatch):
        """Somebody types these lines."""
        lines = iter(["\\budget", KeyboardInterrupt, "SELECT", KeyboardInterrupt, "\\x", EOFError])

        def ask(shown):
            line = next(lines)
            if isinstance(line, str):
                return line
            raise line

        monkeypatch.setattr("builtins.input", ask)
        for module in ("diffident.cli.shell", "diffident.cli.terminal"):
            monkeypatch.setattr(sys.modules[module], "is_terminal", lambda: True)

    def test_ctrl_c_forgets_the_line_and_ctrl_d_leaves(self, small, keyboard):
        ended = shell()
        assert ended.exit_code == End.ANSWERED
        assert "left    3" in ended.stdout
        assert "Looking around is free" in ended.stderr
        assert ended.stderr.count("prompt_not_understood") == 1

    def test_ctrl_c_at_a_price_leaves_the_question_and_not_the_shell(self, small, keyboard, monkeypatch):
        def interrupted(*given, **wanted):
            raise KeyboardInterrupt

        monkeypatch.setattr(prompt, "previewed", interrupted)
        lines = iter([f"{COUNT};", "\\budget", "\\q"])
        monkeypatch.setattr("builtins.input", lambda shown: next(lines))
        ended = shell()
        assert ended.exit_code == End.ANSWERED
        assert "Interrupted" in ended.stderr
        assert "left    3" in ended.stdout

    def test_lines_are_remembered_in_the_folder(self, small, keyboard):
        import readline

        readline.clear_history()
        readline.add_history("SELECT of yesterday")
        shell()
        assert "SELECT of yesterday" in (small / ".diffident" / "history").read_text()

    @pytest.mark.parametrize("module", [None])
    def test_without_a_history_it_works_as_well(self, small, keyboard, monkeypatch, module):
        monkeypatch.setitem(sys.modules, "readline", module)
        assert shell().exit_code == End.ANSWERED


def test_a_process_without_an_input_has_nobody_to_ask(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert not terminal.is_terminal()
    with terminal.lines("nowhere") as line:
        assert line("") is None
