# SPDX-License-Identifier: Apache-2.0
"""A page of proof speaks about the code as it is."""

import pytest

from architecture.proofs import fingerprint, pages, proofs

PAGES = pages()
PROOFS = [proof for page in PAGES for proof in proofs(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_of_proof_begins_with_what_it_proves(page):
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    assert lines[0].startswith("proves: ")
    assert len(proofs(page)) == sum(line.startswith("proves:") for line in lines), "a line that cannot be read"


@pytest.mark.parametrize("proof", PROOFS, ids=str)
def test_the_proof_still_speaks_about_this_code(proof):
    assert proof.pinned == proof.now, f"re-read {proof.page}, then `make repin`"


@pytest.mark.parametrize(
    ("change", "is_meant"),
    [
        ("def loss(a):\n    return a * 2", True),
        ("def loss(a):\n    '''Why.'''\n    return (\n        a + 2  # two\n    )", False),
    ],
)
def test_a_fingerprint_changes_with_the_meaning_only(tmp_path, change, is_meant):
    (tmp_path / "before.py").write_text("def loss(a):\n    return a + 2")
    (tmp_path / "after.py").write_text(change)
    assert (fingerprint(tmp_path, "before.loss") != fingerprint(tmp_path, "after.loss")) == is_meant
