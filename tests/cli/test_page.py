# SPDX-License-Identifier: Apache-2.0
"""docs/cli.md shows what the command says: its examples are run, its tables are those of --help.

After a change write the page anew with `PYTHONPATH=tests .venv/bin/python tests/cli/test_page.py`, and read it.
"""

import os
import re
import shlex
import tempfile
from pathlib import Path

import click

from cli.run import run
from diffident.cli import COMMANDS
from diffident.cli.door import End
from diffident.invented.hospital import hospital
from diffident.show.chart import can_draw

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"
EXAMPLE = re.compile(r"(?<=^```console\n)(.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
QUESTIONS = re.compile(r"(?<=^```toml\n)(\[\[question.*?)(?=^```$)", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^(\| `diffident ([\w ]+)` takes \| \|\n\|---\|---\|\n)((?:\|.*\n)*)", re.MULTILINE)


def anew(text):
    """Return the page with every example run and every table of options written again."""
    return TABLE.sub(options, EXAMPLE.sub(lambda block: "".join(map(played, commands(block[0]))), text))


def commands(block):
    return [line for line in block.splitlines() if line.startswith("$ ")]


def played(line):
    _, *words = shlex.split(line.removeprefix("$ "))
    return f"{line}\n{run(*words).output}"


def options(table):
    command = every()[table[2]]
    rows = [option for option in command.params if isinstance(option, click.Option)]
    context = click.Context(command)
    told = (option.get_help_record(context) for option in rows)
    return table[1] + "".join(f"| `{names}` | {means} |\n" for names, means in told)


def every():
    """Return every command by the words that call it."""
    rooms = [each for each in COMMANDS if isinstance(each, click.Group)]
    inside = {f"{room.name} {name}": command for room in rooms for name, command in room.commands.items()}
    return {each.name: each for each in COMMANDS if each not in rooms} | inside


def prepared():
    """Put the hospital of the demo where the examples look for it, with a ledger of which nothing was asked."""
    hospital().write(Path("demo"))
    Path("demo/questions.toml").write_text(QUESTIONS.search(PAGE.read_text(encoding="utf-8"))[0], encoding="utf-8")
    assert run("check", "demo/hospital.toml").exit_code == 0


def test_the_page_shows_what_the_command_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    prepared()
    text = PAGE.read_text(encoding="utf-8")
    assert can_draw()
    assert text == anew(text), "write it anew: PYTHONPATH=tests .venv/bin/python tests/cli/test_page.py"


def test_the_page_has_examples_and_a_table_for_every_command():
    text = PAGE.read_text(encoding="utf-8")
    assert {table[2] for table in TABLE.finditer(text)} == set(every())
    assert len(EXAMPLE.findall(text)) >= 5


def test_the_page_explains_every_way_to_end():
    text = PAGE.read_text(encoding="utf-8")
    assert [code for code in map(int, re.findall(r"^\| (\d+) \|", text, re.MULTILINE)) if code != 1] == [*End]


if __name__ == "__main__":
    os.chdir(tempfile.mkdtemp())
    prepared()
    PAGE.write_text(anew(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
