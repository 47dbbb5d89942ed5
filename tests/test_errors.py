# SPDX-License-Identifier: Apache-2.0
"""A refusal says what and why in every form it takes, and docs/refusals.md is the registry in prose.

After adding or changing a refusal, write the page anew with `.venv/bin/python tests/test_errors.py`.
"""

import copy
import importlib
import inspect
import json
import pickle
import pkgutil
import re
import string
from pathlib import Path

import pytest

import diffident
from diffident.errors import NotANumber, Refused, registry

PAGE = Path(__file__).parents[1] / "docs" / "refusals.md"
PLACE = re.compile(r"\{(\w+)\}")
HEAD = """# What Diffident refuses, and what to do then

After this page you know what a refusal wants from you. Each has a code that never changes, one sentence and a remedy;
words in *italics* stand for the public numbers of your case. No refusal depends on data about people or shows any.
In Python it is an exception, `diffident.errors.Refused`, with `code`, `said`, `advised`, `facts` and `as_json()`;
on the command line it is one line on the error channel, or the same JSON.
"""


class Sold(Refused):
    """A refusal of these tests."""

    code = "sold_out"
    sentence = "{left} of {asked} are left."
    remedy = "Ask for {left}."


def everything():
    """Import every module and return every refusal that it brought, by its code."""
    for module in pkgutil.walk_packages(diffident.__path__, "diffident."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    return {code: kind for code, kind in sorted(registry().items()) if kind.__module__.startswith("diffident.")}


def prose(text):
    return PLACE.sub(r"*\1*", text)


def page():
    entries = (
        f"\n## `{code}`\n\n{inspect.getdoc(kind)}\n\n- Said: {prose(kind.sentence)}\n- To do: {prose(kind.remedy)}\n"
        for code, kind in everything().items()
    )
    return HEAD + "".join(entries)


def test_the_page_is_the_registry_in_prose():
    assert PAGE.read_text(encoding="utf-8") == page(), "write it anew: .venv/bin/python tests/test_errors.py"


def test_a_refusal_says_its_code_its_sentence_and_its_remedy():
    refusal = Sold(left=2, asked=3)
    assert str(refusal) == "sold_out: 2 of 3 are left. Ask for 2."
    assert (refusal.said, refusal.advised) == ("2 of 3 are left.", "Ask for 2.")


def test_a_refusal_travels_as_json():
    shape = json.loads(json.dumps(Sold(left=2, asked=3).as_json()))
    assert shape == {
        "code": "sold_out",
        "sentence": "2 of 3 are left.",
        "remedy": "Ask for 2.",
        "facts": {"left": "2", "asked": "3"},
    }


@pytest.mark.parametrize("travel", [copy.copy, copy.deepcopy, lambda refusal: pickle.loads(pickle.dumps(refusal))])
def test_a_refusal_survives_copies_and_other_processes(travel):
    again = travel(Sold(left=2, asked=3))
    assert type(again) is Sold
    assert again.as_json() == Sold(left=2, asked=3).as_json()
    assert str(again) == str(Sold(left=2, asked=3))


def test_a_fact_that_is_missing_does_not_hide_the_refusal():
    assert str(Sold()) == "sold_out: ? of ? are left. Ask for ?."
    assert str(pickle.loads(pickle.dumps(Sold()))) == str(Sold())
    assert Sold().as_json()["facts"] == {}


def test_a_fact_more_than_the_sentence_needs_is_kept():
    refusal = Sold(left=2, asked=3, shop="corner")
    assert refusal.facts["shop"] == "corner"
    assert "corner" not in str(refusal)


def test_braces_in_a_fact_stay_braces():
    assert "{name}" in str(NotANumber(name="epsilon", given="'{name}'", example="0.5"))


def test_the_registry_finds_refusals_of_refusals():
    class SoldTwice(Sold):
        """A grandchild."""

        code = "sold_twice"

    assert registry()["sold_twice"] is SoldTwice
    assert registry()["sold_out"] is Sold
    assert "refused" not in registry()


def test_places_in_a_sentence_are_plain_names():
    """No attribute, index or format of a fact: facts are text by then."""
    for kind in everything().values():
        for _, name, form, conversion in string.Formatter().parse(kind.sentence + kind.remedy):
            assert name is None or (name.isidentifier() and not form and not conversion)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
