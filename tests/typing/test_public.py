# SPDX-License-Identifier: Apache-2.0
"""What is written at the front door has the types that an editor shows. `make mypy` and `make pyright` read this file."""

from pathlib import Path
from typing import assert_type

import pytest

import diffident as dd
from diffident.curator.answers import Answers
from diffident.curator.asked import Asked
from diffident.curator.balance import Balance
from diffident.curator.certificate import Certificate
from diffident.curator.parts import Parts
from diffident.curator.preview import Preview
from diffident.curator.result import Answer
from diffident.curator.verify import Verified
from diffident.errors import Refused
from diffident.question.expression import Value

COUNT = "SELECT COUNT(*) AS n FROM visits"


def test_an_editor_knows_what_comes_back() -> None:
    import pyarrow as pa

    frame = pa.table({"patient": [1, 2, 3], "ward": ["A", "B", "A"], "stay": [1.0, 2.0, 3.0]})
    visits = dd.protect(
        frame,
        name="visits",
        person="patient",
        rows_per_person=1,
        budget=dd.Budget(epsilon=3),
        ledger="memory",
        columns={"ward": dd.categories("A", "B"), "stay": dd.bounds(0, 60, source="codebook")},
    )
    assert_type(visits, dd.Curator)
    answer = visits.ask(COUNT, epsilon="0.5")
    assert_type(answer, Answer)
    assert_type(answer.rows, list[dict[str, Value]])
    assert_type(answer.interval("n"), list[tuple[float | None, float | None]])
    assert_type(answer.certificate, Certificate)
    assert_type(answer.methods(), str)
    assert_type(dd.verify(answer.certificate), Verified)
    assert_type(visits.preview(COUNT, epsilon="0.5"), Preview)
    question = visits.where("stay > 1").group_by("ward").agg(n=dd.count(), stay=dd.mean("stay"))
    assert_type(question, Asked)
    assert_type(question.release(epsilon="0.5"), Answer)
    assert_type(visits.parts("ward"), Parts)
    assert_type(visits.parts("ward")["A"], dd.Curator)
    assert_type(visits.budget, Balance)
    assert_type(visits.answers, Answers)
    assert_type(visits.twin(), dd.Curator)


def test_an_editor_marks_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        dd.Budget(tmp_path)  # type: ignore[call-arg]  # a promise is said by name  # pyright: ignore[reportCallIssue]
    with pytest.raises(Refused):
        dd.open(tmp_path / "nowhere.toml")
