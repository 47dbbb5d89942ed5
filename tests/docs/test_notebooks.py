# SPDX-License-Identifier: Apache-2.0
"""A tutorial as a notebook says what its page says, and runs from the first cell to the last."""

import json

import pytest

from docs.notebooks import PAGES, notebook, sources, stored


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
class TestEveryTutorial:
    def test_is_a_notebook_as_well(self, page):
        kept = page.with_suffix(".ipynb").read_text(encoding="utf-8")
        assert kept == stored(notebook(page)), "write it anew: PYTHONPATH=tests .venv/bin/python -m docs.notebooks"
        assert f"]({page.stem}.ipynb)" in page.read_text(encoding="utf-8")

    def test_runs_cell_by_cell(self, page, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        names = {}
        for number, source in enumerate(sources(json.loads(page.with_suffix(".ipynb").read_text(encoding="utf-8")))):
            exec(compile(source, f"{page.stem} cell {number}", "exec"), names)
        assert number > 5


def test_there_is_one_for_the_analyst_and_one_for_the_steward():
    assert [page.stem for page in PAGES] == ["analyst", "steward"]
