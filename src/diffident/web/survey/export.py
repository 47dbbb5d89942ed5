# SPDX-License-Identifier: Apache-2.0
"""Reports for whoever analyses them: in random order, without times or codes, with a codebook (DDI) that says how."""

import csv
import io
import json
import sqlite3
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from diffident.errors import Refused
from diffident.exact import canonical
from diffident.randomness.shuffle import permutation
from diffident.randomness.source import Source
from diffident.show.file import write
from diffident.web.survey.question import Question, said
from diffident.web.survey.survey import Survey


class ExportUnknown(Refused):
    """A kind of file that is not written here."""

    code = "export_unknown"
    sentence = "Reports are written as .csv, .parquet or .json, not as {given}."
    remedy = "Name a file that ends so: reports.csv"


def table(survey: Survey, db: sqlite3.Connection, source: Source) -> dict[str, list[Any]]:
    """Return columns of round, stratum and reports; the order is drawn, and says nothing of when they came."""
    rows = db.execute("SELECT round, stratum, body FROM report").fetchall()
    mixed = [rows[place] for place in permutation(len(rows), source).tolist()]
    answers: list[Any] = [canonical.decode(bytes(body)) for _, _, body in mixed]
    columns: dict[str, list[Any]] = {"round": [row[0] for row in mixed], "stratum": [row[1] for row in mixed]}
    for place, question in enumerate(survey.questions):
        columns[question.id] = [_cell(answer[place]) for answer in answers]
    return columns


def _cell(report: object) -> object:
    """Return a report as one cell: a whole number, or whole numbers with spaces between them."""
    return " ".join(map(str, report)) if isinstance(report, list) else report


def save(survey: Survey, columns: dict[str, list[Any]], file: Path) -> list[Path]:
    """Write the reports, the protocols beside them, and the codebook; return the files."""
    if file.suffix == ".csv":
        write(file, _csv(columns))
    elif file.suffix == ".json":
        write(file, json.dumps(columns, indent=1).encode())
    elif file.suffix == ".parquet":
        write(file, _parquet(columns))
    else:
        raise ExportUnknown(given=ascii(file.suffix[:10]))
    told, book = file.with_suffix(".protocols.json"), file.with_suffix(".ddi.xml")
    write(told, json.dumps({each.id: each.protocol.as_json() for each in survey.questions}, indent=1).encode())
    write(book, codebook(survey).encode())
    return [file, told, book]


def _csv(columns: dict[str, list[Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return text.getvalue().encode()


def _parquet(columns: dict[str, list[Any]]) -> bytes:
    import pyarrow as pa  # noqa: PLC0415 - slow to import
    from pyarrow import parquet  # noqa: PLC0415 - the same

    sink = pa.BufferOutputStream()
    parquet.write_table(pa.table(columns), sink)
    return bytes(sink.getvalue())


def codebook(survey: Survey) -> str:
    """Return a DDI 2.5 codebook: each variable with its question, its options, and how it was randomised."""
    language = survey.languages[0]
    variables = "".join(_variable(each, language) for each in survey.questions)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<codeBook xmlns="ddi:codebook:2_5" version="2.5">'
        f"<stdyDscr><citation><titlStmt><titl>{escape(said(survey.title, language))}</titl></titlStmt></citation>"
        f"<stdyInfo><abstract>Every answer was randomised before it left the person; all answers of one person tell at "
        f"most epsilon {float(survey.spent):g}.</abstract></stdyInfo></stdyDscr><dataDscr>{variables}</dataDscr>"
        "</codeBook>\n"
    )


def _variable(question: Question, language: str) -> str:
    options = "".join(
        f"<catgry><catValu>{number}</catValu><labl>{escape(said(words, language))}</labl></catgry>"
        for number, words in enumerate(question.options)
    )
    how = escape(repr(question.protocol))
    return (
        f"<var ID={quoteattr(question.id)} name={quoteattr(question.id)}><labl>{escape(said(question.text, language))}"
        f"</labl><qstn><qstnLit>{escape(said(question.text, language))}</qstnLit></qstn>{options}"
        f"<notes>Randomised report, {how}; see the file of protocols.</notes></var>"
    )
