# SPDX-License-Identifier: Apache-2.0
"""Questions from other tools: XLSForm workbooks (ODK, Kobo) and LimeSurvey's structure files (.lss)."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

from diffident.errors import Refused
from diffident.exact.declared import content
from diffident.web.survey.draft import Asked

LARGEST: Final = 20 * 2**20
RANGE: Final = re.compile(r"\.\s*>=?\s*(-?\d+)\s+and\s+\.\s*<=?\s*(-?\d+)")


class NotImported(Refused):
    """A file from which no questions can be taken."""

    code = "survey_not_imported"
    sentence = "{file} cannot be imported: {problem}."
    remedy = "Give an XLSForm (.xlsx) or a LimeSurvey structure (.lss); questions of other kinds are written by hand."


def questions(path: Path) -> list[Asked]:
    """Return the questions of a file that can be asked here; others are left out."""
    if len(content(path)) > LARGEST:
        raise NotImported(file=path.name, problem="it is too large")
    readers = {".xlsx": _xlsform, ".lss": _limesurvey}
    if path.suffix not in readers:
        raise NotImported(file=path.name, problem="it ends neither in .xlsx nor in .lss")
    found = list(readers[path.suffix](path))
    if not found:
        raise NotImported(file=path.name, problem="it has no question of a kind that can be asked here")
    return found


def _id(name: object, place: int) -> str:
    plain = re.sub(r"[^a-z0-9_]+", "_", str(name).lower()).strip("_")[:30]
    return plain if re.match("[a-z]", plain) else f"q{place}_{plain}".rstrip("_")


def _xlsform(path: Path) -> Iterator[Asked]:
    import openpyxl  # noqa: PLC0415 - only imports need it

    try:
        book = openpyxl.load_workbook(path, read_only=True, data_only=True)
        survey, choices = (_rows(book[name]) for name in ("survey", "choices"))
    except Exception:  # noqa: BLE001 - whatever a damaged workbook makes openpyxl raise
        raise NotImported(file=path.name, problem="it is no workbook with sheets survey and choices") from None
    lists: dict[str, list[str]] = {}
    for row in choices:
        lists.setdefault(str(row.get("list_name")), []).append(str(_label(row) or row.get("name")))
    for place, row in enumerate(survey, 1):
        kind, _, of = str(row.get("type") or "").strip().partition(" ")
        name, text = _id(row.get("name"), place), str(_label(row) or row.get("name"))
        options = tuple(dict.fromkeys(lists.get(of.strip(), ())))
        if kind in {"select_one", "select_multiple"} and len(options) >= 2:
            yield Asked(name, "one_of" if kind == "select_one" else "several_of", text, options)
        elif kind == "integer" and (limits := RANGE.search(str(row.get("constraint") or ""))):
            yield Asked(name, "number", text, bounds=(int(limits[1]), int(limits[2])))


def _rows(sheet: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - openpyxl's sheet
    head, *rows = sheet.iter_rows(values_only=True)
    return [dict(zip(map(str, head), row, strict=False)) for row in rows]


def _label(row: dict[str, Any]) -> object:
    """Return the label, in whatever language stands first."""
    return next((value for name, value in row.items() if name.startswith("label") and value), None)


def _limesurvey(path: Path) -> Iterator[Asked]:
    text = content(path)
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise NotImported(file=path.name, problem="it declares entities, which no export of LimeSurvey does")
    try:
        root = ET.fromstring(text)  # noqa: S314 - without declarations there is nothing to expand
    except ET.ParseError:
        raise NotImported(file=path.name, problem="it is not XML") from None
    for place, row in enumerate(_table(root, "questions"), 1):
        kind, name, said = row.get("type"), _id(row.get("title"), place), _wording(root, row)
        if kind == "Y":
            yield Asked(name, "yes_no", said)
        elif kind == "5":
            yield Asked(name, "scale", said, ("1", "2", "3", "4", "5"))
        elif kind in LISTS:
            options = LISTS[kind](root, row.get("qid"))
            if len(options) >= 2:
                yield Asked(name, "several_of" if kind == "M" else "one_of", said, options)


def _answers(root: ET.Element, qid: str | None) -> tuple[str, ...]:
    """Return the answers of a list, in whichever table this version of LimeSurvey has their wording."""
    labels = {row.get("aid"): row.get("answer") for row in _table(root, "answer_l10ns")}
    rows = [row for row in _table(root, "answers") if row.get("qid") == qid]
    return tuple(_plain(row.get("answer") or labels.get(row.get("aid")) or row.get("code") or "") for row in rows)


def _boxes(root: ET.Element, qid: str | None) -> tuple[str, ...]:
    """Return the boxes that may be ticked together."""
    return tuple(_wording(root, row) for row in _table(root, "subquestions") if row.get("parent_qid") == qid)


def _wording(root: ET.Element, row: dict[str, str | None]) -> str:
    texts = {each.get("qid"): each.get("question") for each in _table(root, "question_l10ns")}
    return _plain(row.get("question") or texts.get(row.get("qid")) or "")


LISTS: Final = {"L": _answers, "!": _answers, "M": _boxes}


def _table(root: ET.Element, name: str) -> list[dict[str, str | None]]:
    return [{cell.tag: cell.text for cell in row} for row in root.iterfind(f"{name}/rows/row")]


def _plain(text: str) -> str:
    """Return text without the tags that editors leave in it."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]{0,500}>", " ", text)).strip() or "?"
