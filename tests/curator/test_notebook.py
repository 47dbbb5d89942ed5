# SPDX-License-Identifier: Apache-2.0
"""In a notebook: what is shown is escaped and holds no row, and what can be written is completed."""

import inspect

import pytest

import diffident as dd
from curator.hospital import ASK, curator, visits


def shown(whole):
    """Return everything that a notebook shows of a curator before anything is paid."""
    return [
        whole,
        whole.budget,
        whole.preview(ASK),
        whole.preview(ASK, epsilon="0.5"),
        whole.answers,
        whole.sql(ASK),
        whole.parts("ward"),
    ]


def as_page(given):
    return given._repr_html_() if hasattr(given, "_repr_html_") else repr(given)


def test_what_is_shown_are_columns_limits_and_the_promise_and_no_row():
    other = visits().assign(stay=59.0, age=7)
    pages = [[as_page(each) for each in shown(curator(data, expected_people=40))] for data in (visits(), other)]
    assert pages[0] == pages[1]
    whole = pages[0][0]
    for said in ("visits", "patient", "the person", "from 0 to 60", "ward list", "epsilon 3 for ever", "3 left"):
        assert said in whole
    assert "Assuming 40 people" in pages[0][2]
    assert "&quot;visits&quot;" in pages[0][1]


def test_names_are_escaped():
    odd = "<script>"
    whole = dd.protect(
        visits().rename(columns={"age": odd}), name="visits", person="patient", rows_per_person=3, ledger="memory",
        budget=dd.Budget(epsilon=1), columns={odd: dd.bounds(0, 9, source="<b>")},
    )  # fmt: skip
    page = whole._repr_html_() + whole.agg(x=dd.mean(f'"{odd}"')).preview(epsilon=1)._repr_html_()
    assert odd not in page
    assert "&lt;script&gt;" in page
    assert odd in repr(whole)


def test_a_console_shows_the_same_as_print():
    for each in (*shown(curator()), curator().ask(ASK, epsilon=1).certificate):
        assert repr(each) == str(each)
        assert "object at" not in repr(each)


@pytest.mark.parametrize("door", ["ask", "preview"])
def test_what_a_question_takes_is_spelled_out(door):
    words = inspect.signature(getattr(curator(), door)).parameters
    assert next(iter(words)) == "asked"
    assert {"epsilon", "within", "purpose", "confidence"} <= set(words)
    assert all(each.kind is inspect.Parameter.KEYWORD_ONLY for name, each in words.items() if name != "asked")


def test_the_front_door_is_completed():
    assert {"protect", "open", "Curator", "Budget", "bounds", "categories", "count", "mean", "sum"} <= set(dir(dd))
    assert {"ask", "preview", "sql", "parts", "budget", "answers", "twin"} <= set(dir(curator()))
    assert all(inspect.signature(getattr(dd, name)) for name in ("protect", "open", "bounds", "categories", "mean"))
    assert all(inspect.getdoc(getattr(dd, name)) for name in dd.__all__ if name not in {"ROOMS", "__version__"})
