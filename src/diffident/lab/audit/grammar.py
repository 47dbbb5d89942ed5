# SPDX-License-Identifier: Apache-2.0
"""Questions in SQL, drawn from a small grammar: joins, unions, subqueries of each person, filters, groups, statistics."""

from dataclasses import dataclass
from typing import Final

from diffident.invented.neighbours import Chance


@dataclass(frozen=True, slots=True)
class From:
    """What stands behind FROM, and the columns that can then be named."""

    text: str
    keys: tuple[str, ...]
    numbers: tuple[str, ...] = ("stay", "age")
    words: str = "visits.ward"
    patient: str = "visits.patient"


BOTH: Final = (
    "(SELECT patient, ward AS name, stay AS much FROM visits UNION ALL SELECT patient, test, level FROM labs) AS u"
)
EACH: Final = (
    "(SELECT patient, MAX(age) AS oldest, COUNT(*) AS n FROM visits WHERE age BETWEEN 0 AND 120 GROUP BY patient) AS p"
)
OLD: Final = "(SELECT patient, ward, stay * 2 AS twice, age FROM visits WHERE age > 40 OR urgent) AS old"
SOURCES: Final = (
    From("visits", ("ward", "urgent", "month(day)", "width_bucket(age, 0, 100, 4)")),
    From("visits JOIN wards USING (ward)", ("floor", "visits.ward", "urgent")),
    From("visits LEFT JOIN wards ON visits.ward = wards.ward", ("urgent", "visits.ward")),
    From("visits JOIN labs ON visits.patient = labs.patient", ("test", "ward"), ("stay", "age", "level")),
    From("visits JOIN visits AS b ON visits.patient = b.patient", ("visits.ward", "b.ward"), ("visits.age", "b.stay")),
    From("labs", ("test",), ("level",), "test", "labs.patient"),
    From(
        BOTH,
        ("month(DATE '2024-02-29')", "name = 'A'"),
        ("CASE WHEN much > 9 THEN 9 WHEN much > 2 THEN 5 ELSE 0 END",),
        "name",
        "u.patient",
    ),
    From(EACH, ("n > 2",), ("CASE WHEN oldest > 60 THEN 60 ELSE 1 END",), "'A'", "p.patient"),
    From(
        f"visits JOIN {EACH} ON visits.patient = p.patient",
        ("ward", "n > 3"),
        ("stay", "CASE WHEN n > 3 THEN 3 ELSE 1 END"),
    ),
    From(OLD, ("ward",), ("twice", "age"), "ward", "old.patient"),
)
CONDITIONS: Final = (
    "{number} > 18",
    "{number} BETWEEN 1 AND 59.5",
    "{number} IS NOT NULL",
    "NOT ({number} < 3 OR {number} >= 100)",
    "{number} / ({number} - 1) <= 2",
    "sqrt({number}) < 7",
    "{number} * {number} * {number} > 0",
    "ln({number}) IS NULL",
    "CASE WHEN {number} > 30 THEN {number} ELSE 1 END > 2",
    "{words} IN ('A', 'é', 'iron')",
    "{words} LIKE '%a%'",
    "length({words}) <= 4",
    "lower({words}) <> 'b'",
    "substring({words}, 1, 1) || 'x' = 'Ax'",
    "{patient} % 2 = 0",
    "coalesce({words}, 'none') <> 'none'",
)
STATISTICS: Final = (
    "COUNT(*)",
    "COUNT({number})",
    "COUNT(DISTINCT {patient})",
    "COUNT(DISTINCT {words})",
    "COUNT(DISTINCT CAST({number} AS BIGINT))",
    "SUM({number})",
    "AVG({number})",
    "VAR_POP({number})",
    "STDDEV({number})",
    "COVAR_SAMP({number}, {number} * {number})",
    "CORR({number}, abs({number} - 20))",
    "SUM(CASE WHEN {number} > 30 THEN 1 ELSE 0 END)",
    "AVG({number} * 2 + 1)",
    "SUM({number}) / COUNT(*)",
    "COUNT(*) - COUNT({number})",
    "SUM(least(greatest({number}, 1), 40))",
)


def question(number: int) -> tuple[str, bool]:
    """Return a question, and whether which rows it shows and how is up to the noise."""
    chance = Chance(number, 1)
    source = chance.of(*SOURCES)
    by = list(dict.fromkeys(chance.some(2, *source.keys))) if chance.often(0.8) else []
    cells = [_filled(chance, cell, source) for cell in chance.some(4, *STATISTICS)]
    columns = [*(f"{key} AS k{place}" for place, key in enumerate(by)), *(f"{c} AS c{n}" for n, c in enumerate(cells))]
    text = f"SELECT {', '.join(columns)} FROM {source.text}"  # noqa: S608 - it is read, never run
    if chance.often(0.7):
        text += f" WHERE {chance.of(' AND ', ' OR ').join(_filled(chance, one, source) for one in chance.some(3, *CONDITIONS))}"
    text += f" GROUP BY {', '.join(by)}" if by else ""
    having, order = chance.often(0.2), chance.often(0.3)
    text += f" HAVING {cells[0]} > 3" if having else ""
    text += f" ORDER BY c0 {chance.of('', 'DESC')} LIMIT 3" if order else ""
    return text, having or order


def _filled(chance: Chance, template: str, source: From) -> str:
    return template.format(number=chance.of(*source.numbers), words=source.words, patient=source.patient)
