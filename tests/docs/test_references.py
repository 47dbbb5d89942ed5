# SPDX-License-Identifier: Apache-2.0
"""The pages of reference say what the code says, key by key and field by field."""

import json
import re

import pytest

import diffident as dd
from architecture.tree import ROOT
from curator.hospital import ASK, curator, facts, visits
from diffident.curator import keys

DOCS = ROOT / "docs"
ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)


def page(name):
    return (DOCS / name).read_text(encoding="utf-8")


def sections(text):
    """Return each section by its title, without its backticks."""
    titles = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return dict(zip((title.strip("`") for title in titles[1::2]), titles[2::2], strict=True))


@pytest.mark.parametrize("part", keys.PARTS)
def test_every_key_of_a_curator_file_is_explained_and_no_other(part):
    assert sorted(ROW.findall(sections(page("curator-file.md"))[part or "The file"])) == sorted(keys.PARTS[part])


def fields(said, name=""):
    return {f"{name}{key}" for key in said}


def test_every_field_of_a_certificate_is_explained_and_no_other():
    hidden = {"ward": dd.categories(hidden=True), "stay": dd.bounds(0, 60, source="codebook")}
    promise = dd.Budget(epsilon=3, delta="1e-6", typical="0.1")
    whole = dd.protect(visits(), budget=promise, ledger="memory", **facts(columns=hidden))
    found = [whole.ask(ASK, epsilon=1), *curator().parts("ward")["A"].batch([ASK], epsilon=1)]
    written = [json.loads(each.certificate.to_json()) for each in found]
    around = fields(written[0]) | fields(written[0]["answer"], "answer.") | fields(written[0]["reading"], "reading.")
    outer, inner = page("certificate.md").split("## How it was made")
    assert set(ROW.findall(outer)) == around
    core = set().union(*(fields(each["answer"]["certificate"]) for each in written))
    assert set(ROW.findall(inner)) == core | {"follows"}, "an answer that was sharpened says what it follows"
