# SPDX-License-Identifier: Apache-2.0
"""However the command is misused, it ends with its exit code, at most one line of complaint and no traceback."""

import errno
import json
import os
import runpy
import signal
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

import diffident
from cli.run import SHARE, environment, process, run
from diffident.cli import COMMANDS, door, main, speech
from diffident.cli.speech import printable, silence
from diffident.errors import registry

MISTAKES = [
    ["no-such-command"],
    ["tradeof"],
    ["--nonsense"],
    ["tradeoff"],
    ["tradeoff", "share", "more"],
    ["tradeoff", "share", "--nonsense", "1"],
    ["tradeoff", "share", "--within"],
    ["tradeoff", "mean", "--bounds", "1"],
    ["tradeoff", "share", "--within", "1", "--within", "1"],
    ["tradeoff", "share", "--json=yes"],
    ["demo", "here"],
    ["\x1b[31m\r\nred", "x"],
    ["x" * 100_000],
    ["\udcff"],
]


@pytest.mark.parametrize("words", MISTAKES, ids=lambda words: ascii(words[-1][:12]))
class TestEveryMistake:
    def test_is_refused_in_one_line(self, words):
        ended = run(*words)
        assert (ended.exit_code, ended.stdout) == (door.End.NOT_UNDERSTOOD, "")
        (line,) = ended.stderr.splitlines()
        assert line.startswith("command_not_understood: ")
        assert line.isprintable()
        assert len(line) < 400

    def test_is_refused_in_the_shape_of_all_refusals(self, words):
        ended = run(*words, "--json")
        told = json.loads(ended.stderr)
        assert list(told) == ["code", "sentence", "remedy", "facts"]
        assert registry()[told["code"]](**told["facts"]).as_json() == told
        assert ended.stdout == ""


def test_the_refusal_names_the_command_that_helps():
    assert "diffident tradeoff --help lists" in run("tradeoff", "--nonsense").stderr
    assert "diffident --help lists" in run("nonsense").stderr


def test_without_words_it_says_what_it_can_do():
    ended = run()
    assert ended.exit_code == 0
    assert all(command.name in ended.stdout for command in COMMANDS)
    assert json.loads(run("--json").stdout)["help"] == ended.stdout.removesuffix("\n")


@pytest.mark.parametrize("words", [["--version"], ["--version", "tradeoff", "share"]])
def test_it_tells_its_version(words):
    assert run(*words).stdout == f"diffident {diffident.__version__}\n"
    assert json.loads(run("--json", *words).stdout) == {"name": "diffident", "version": diffident.__version__}


def test_json_may_stand_before_the_command():
    assert run("--json", *SHARE).stdout == run(*SHARE, "--json").stdout


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_explains_itself_and_speaks_json(command):
    ended = run(command.name, "--help")
    assert ended.exit_code == 0
    assert "--json" in ended.stdout
    assert all(option.help for option in command.params if isinstance(option, click.Option))


def test_every_way_to_end_is_explained():
    text = " ".join(run("--help").stdout.split())
    assert all(f" {end.value} " in text for end in door.End)


def test_a_caller_who_wants_to_go_on_gets_what_click_gives():
    with pytest.raises(click.UsageError):
        main(["nonsense"], standalone_mode=False)
    assert main(["--version"], standalone_mode=False) == 0


def test_what_moves_a_cursor_is_spelled():
    assert printable("a\x1b[31m\nb\u202e\udcff") == "a\\x1b[31m\\nb\\u202e\\udcff"


def interrupted():
    raise KeyboardInterrupt


def unread():
    raise BrokenPipeError


def broken():
    raise ZeroDivisionError


@pytest.mark.parametrize(("happens", "code"), [(interrupted, 130), (unread, 141)])
def test_an_interruption_and_a_closed_pipe_are_quiet(happens, code, monkeypatch):
    monkeypatch.setattr(door, "silence", lambda stream: None)
    ended = CliRunner().invoke(door.opened([click.Command("try", callback=happens)]), ["try"])
    assert (ended.exit_code, ended.output.strip()) == (code, "")


def test_a_fault_of_ours_is_not_hidden():
    with pytest.raises(ZeroDivisionError):
        door.opened([click.Command("try", callback=broken)])(["try"])


def test_without_an_output_nothing_is_said_and_nothing_fails(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == door.End.ANSWERED


def test_what_is_silenced_complains_no_more(tmp_path):
    silence(None)
    with (tmp_path / "file").open("w") as stream:
        stream.write("never arrives")
        silence(stream)
    assert (tmp_path / "file").read_text() == ""


@pytest.mark.parametrize(("number", "code"), [(errno.ENOSPC, door.End.REFUSED), (errno.EPIPE, door.End.NOBODY_LISTENS)])
def test_an_answer_that_cannot_be_written_is_refused_unless_nobody_listens(monkeypatch, number, code):
    silenced = []

    def fails(text, *, err=False):
        if not err:
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(click, "echo", fails)
    for module in (door, speech):
        monkeypatch.setattr(module, "silence", silenced.append)
    assert run("--version").exit_code == code
    assert silenced


def test_importing_the_main_module_starts_nothing(capfd):
    """A spawned process imports the main module of its parent under another name."""
    runpy.run_module("diffident", run_name="__mp_main__")
    assert capfd.readouterr() == ("", "")


def test_nobody_who_asks_for_help_waits_for_numpy():
    asked = [[command.name, "--help"] for command in COMMANDS]
    program = (
        "import sys, diffident.cli as c\n"
        f"for words in {asked}: c.main(words, standalone_mode=False)\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert "click" in loaded
    slow = {"numpy", "scipy", "matplotlib", "rich", "duckdb", "pyarrow", "sqlglot", "sqlite3", "readline"}
    assert not slow & set(loaded)


class TestInAProcessOfItsOwn:
    @pytest.mark.parametrize("words", [SHARE, [*SHARE, "--json"], ["--help"], ["tradeoff", "--help"]], ids=len)
    def test_a_reader_who_has_left_is_not_shouted_at(self, words):
        reading, writing = os.pipe()
        os.close(reading)
        started = process(*words, stdout=writing)
        os.close(writing)
        assert started.communicate()[1] == b""
        assert started.returncode == door.End.NOBODY_LISTENS

    def test_nobody_hears_a_complaint_either(self):
        reading, writing = os.pipe()
        os.close(reading)
        started = process("nonsense", stderr=writing)
        os.close(writing)
        assert started.communicate()[0] == b""
        assert started.returncode == door.End.NOBODY_LISTENS

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="only some systems have a full device")  # noqa: PTH110
    def test_an_output_that_is_full_is_refused(self):
        with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device
            started = process(*SHARE, stdout=full)
        (line,) = started.communicate()[1].decode().splitlines()
        assert line.startswith("cannot_be_written: Nothing can be written to the answer: no space left")
        assert started.returncode == door.End.REFUSED

    def test_without_any_output_nothing_fails(self):
        closing = "exec {python} -m diffident {words} >&- 2>&-".format(python=sys.executable, words=" ".join(SHARE))
        assert subprocess.run(["sh", "-c", closing], check=False).returncode == 0

    def test_a_terminal_of_few_letters_shows_the_rest_spelled(self):
        started = process("tradeoff", "na\u00efve", env=environment(PYTHONIOENCODING="ascii"))
        assert b"na\\xefve" in started.communicate()[1]
        assert started.returncode == door.End.REFUSED

    @pytest.mark.skipif(os.name == "nt", reason="signals are of another kind there")
    def test_ctrl_c_ends_it_without_a_word(self, tmp_path):
        """The picture waits for a reader, as a slow disk would."""
        slow = tmp_path / "slow.svg"
        os.mkfifo(slow)
        started = process(*SHARE, "--picture", str(slow))
        with pytest.raises(subprocess.TimeoutExpired):
            started.wait(timeout=3)
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=20)
        assert (out, err.strip(), started.returncode) == (b"", b"", door.End.INTERRUPTED)
