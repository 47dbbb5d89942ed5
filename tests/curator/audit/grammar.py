# SPDX-License-Identifier: Apache-2.0
"""Questions in SQL, drawn from a small grammar: a join or none, filters, public groups, several statistics."""

from curator.audit.tables import Chance

NUMBERS = ("stay", "age")
SOURCES = {  # FROM, and the keys and numbers that can then be named
    "visits": (("ward", "urgent", "month(day)"), NUMBERS),
    "visits JOIN wards USING (ward)": (("floor", "visits.ward", "urgent"), NUMBERS),
    "visits LEFT JOIN wards ON visits.ward = wards.ward": (("urgent", "visits.ward"), NUMBERS),
    "visits JOIN labs ON visits.patient = labs.patient": (("test", "ward"), (*NUMBERS, "level")),
    "labs": (("test",), ("level",)),
}
CONDITIONS = (
    "{number} > 18",
    "{number} BETWEEN 1 AND 59.5",
    "{number} IS NOT NULL",
    "NOT ({number} < 3 OR {number} >= 100)",
    "{number} / ({number} - 1) <= 2",
    "sqrt({number}) < 7",
    "{number} * {number} * {number} > 0",
    "ln({number}) IS NULL",
    "CASE WHEN {number} > 30 THEN {number} ELSE 1 END > 2",
    "{text} IN ('A', 'é', 'iron')",
    "{text} LIKE '%a%'",
    "length({text}) <= 4",
    "lower({text}) <> 'b'",
    "substring({text}, 1, 1) || 'x' = 'Ax'",
    "patient % 2 = 0",
    "coalesce({text}, 'none') <> 'none'",
)
STATISTICS = (
    "COUNT(*)",
    "COUNT({number})",
    "SUM({number})",
    "AVG({number})",
    "VAR_POP({number})",
    "STDDEV({number})",
    "SUM(CASE WHEN {number} > 30 THEN 1 ELSE 0 END)",
    "AVG({number} * 2 + 1)",
    "SUM({number}) / COUNT(*)",
    "COUNT(*) - COUNT({number})",
    "SUM(least(greatest({number}, 1), 40))",
)


def question(number):
    """Return a question, and whether which rows it shows and how is up to the noise."""
    chance = Chance(number, 1)
    source = chance.of(*SOURCES)
    keys, numbers = SOURCES[source]
    by = list(dict.fromkeys(chance.some(2, *keys))) if chance.often(0.8) else []
    cells = [_filled(chance, cell, source, numbers) for cell in chance.some(4, *STATISTICS)]
    text = f"SELECT {', '.join([*by, *(f'{cell} AS c{place}' for place, cell in enumerate(cells))])} FROM {source}"  # noqa: S608 - it is read, never run
    if chance.often(0.7):
        conditions = [_filled(chance, one, source, numbers) for one in chance.some(3, *CONDITIONS)]
        text += f" WHERE {chance.of(' AND ', ' OR ').join(conditions)}"
    text += f" GROUP BY {', '.join(by)}" if by else ""
    having, order = chance.often(0.2), chance.often(0.3)
    text += f" HAVING {cells[0]} > 3" if having else ""
    text += f" ORDER BY c0 {chance.of('', 'DESC')} LIMIT 3" if order else ""
    return text, having or order


def _filled(chance, template, source, numbers):
    text = "test" if source == "labs" else "visits.ward"
    patient = "labs.patient" if source == "labs" else "visits.patient"
    return template.replace("patient", patient).format(number=chance.of(*numbers), text=text)
