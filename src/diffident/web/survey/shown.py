# SPDX-License-Identifier: Apache-2.0
"""Results as a page shows them: texts as exact as the noise lets them be, and where points and intervals stand."""

from typing import Any

from diffident.web.survey import wording
from diffident.web.survey.question import Question, said


def shown(questions: tuple[Question, ...], result: dict[str, Any] | None, language: str) -> list[dict[str, Any]]:
    """Return what the page shows of each question: rows of texts, as exact as the noise lets them be."""
    if result is None:
        return []
    return [_question(each, told, language) for each, told in zip(questions, result["questions"], strict=False)]


def _question(question: Question, told: dict[str, Any], language: str) -> dict[str, Any]:
    words, is_number = wording.phrases(language), question.bounds is not None
    names = [said(option, language) for option in question.options] or [question.id]
    far = max(abs(each) for each in told["moved"])
    sentence = (
        words["fakes_mean"].format(up=f"{far:.2g}") if is_number else words["fakes"].format(up=f"{100 * far:.1f}")
    )
    rows = [
        {
            "name": name,
            "value": f"{row['value']:.4g}" if is_number else f"{100 * row['value']:.1f} %",
            "low": f"{row['low']:.4g}" if is_number else f"{100 * row['low']:.1f} %",
            "high": f"{row['high']:.4g}" if is_number else f"{100 * row['high']:.1f} %",
            "bar": None if is_number else _bar(row),
        }
        for name, row in zip(names, told["rows"], strict=False)
    ]
    return {"text": said(question.text, language), "rows": rows, "fakes": sentence, "quantiles": told["quantiles"]}


def _bar(row: dict[str, Any]) -> dict[str, float]:
    """Return where a point and its interval stand on a line from -10 % to 110 %, in hundredths of its length."""
    low, value, high = ((min(max(row[name], -0.1), 1.1) + 0.1) / 1.2 * 100 for name in ("low", "value", "high"))
    return {"low": round(low, 2), "value": round(value, 2), "width": round(max(high - low, 0.3), 2)}
