# SPDX-License-Identifier: Apache-2.0
# ruff: noqa: S608 - questions are read here, never run
"""Well-formed questions of every shape that is answered: all functions, kinds, joins, subqueries, unions, statistics."""

import random
from dataclasses import dataclass

NUMBERS = ("0", "1", "-1", "0.5", "60", "1e308", "1e-320", "9223372036854775807", "2.5", "NULL")
TEXTS = ("'A'", "''", "'é'", "'it''s'", "'; --'", "'12.5'", "'%'", "'\U0001f600'")
DATES = ("'2024-02-29'", "'0001-01-01'", "'9999-12-31'", "DATE '1970-01-01'")
PATTERNS = ("'%'", "'A%'", "'_'", "'%é%'", "''", "'%;_-%'")
COMPARED = ("=", "<>", "<", "<=", ">", ">=")


@dataclass(frozen=True)
class Rows:
    """What stands in FROM, and the columns of each kind that can be named then."""

    text: str
    numbers: tuple
    texts: tuple
    truths: tuple
    dates: tuple
    patient: str
    keys: tuple


class Grammar:
    """Draws questions; each number gives one, about the rows of one table only if `plain`."""

    def __init__(self, number, *, plain=False):
        self.plain = plain
        self.chance = random.Random(number)  # noqa: S311 - which questions are tried protects nobody

    def of(self, *things):
        return self.chance.choice(things)

    def often(self, share):
        return self.chance.random() < share

    def question(self):
        rows = self.rows()
        keys = self.chance.sample(rows.keys, self.of(0, 1, 1, 2)) if len(rows.keys) > 1 else []
        cells = [self.statistic(rows) for _ in range(self.of(1, 1, 1, 1, 2))]
        named = [f"{cell} AS c{place}" for place, cell in enumerate(cells)]
        text = (
            f"SELECT {', '.join([*(f'{key} AS k{place}' for place, key in enumerate(keys)), *named])} FROM {rows.text}"
        )
        text += f" WHERE {self.truth(rows, 2)}" if self.often(0.6) else ""
        text += f" GROUP BY {', '.join(keys)}" if keys else ""
        text += f" HAVING c0 / {cells[-1]} > {self.of(*NUMBERS)}" if self.often(0.2) else ""
        return text + (
            f" ORDER BY {self.of('c0', '1', cells[0])} {self.of('', 'DESC', 'NULLS FIRST')}" if self.often(0.3) else ""
        )

    def rows(self):
        keys = ("ward", "urgent", "month(day)", "isodow(day)", "width_bucket(stay, 0, 60, 4)", "age > 40")
        visits = Rows("visits", ("stay", "age"), ("ward",), ("urgent",), ("day",), "patient", keys)
        joined = () if self.plain else ("public", "outer", "private", "union", "each person")
        shape = self.of("plain", "filtered", *joined)
        if shape == "filtered":
            return self.filtered(visits)
        if shape in {"public", "outer"}:
            side = "LEFT " if shape == "outer" else ""
            text = f"visits {side}JOIN wards USING (ward)"
            return Rows(text, ("stay", "age", "floor"), ("ward",), ("urgent",), ("day",), "patient", (*keys, "floor"))
        if shape == "private":
            text = "visits v JOIN labs l ON v.patient = l.patient"
            return Rows(
                text, ("stay", "age", "level"), ("ward", "test"), ("urgent",), ("day",), "v.patient", (*keys, "test")
            )
        if shape == "union":
            return self.stacked(visits)
        return self.person(visits) if shape == "each person" else visits

    def filtered(self, visits):
        chosen = f"{self.number(visits, 1)} AS x, {self.text(visits, 1)} AS t, {self.truth(visits, 1)} AS b"
        text = f"(SELECT *, {chosen} FROM visits WHERE {self.truth(visits, 2)}) v"
        return Rows(
            text, ("stay", "age", "x"), ("ward", "t"), ("urgent", "b"), ("day",), "v.patient", (*visits.keys, "b")
        )

    def stacked(self, visits):
        labs = Rows("labs", ("level",), ("test",), ("level > 1",), ("DATE '2020-01-01'",), "patient", ())
        parts = [
            f"SELECT patient, {self.number(each, 1)} AS x, {self.text(each, 1)} AS t, {self.truth(each, 1)} AS b, "
            f"{self.date(each)} AS d FROM {each.text}"
            for each in self.chance.choices((visits, labs), k=self.of(2, 3))
        ]
        return Rows(f"({' UNION ALL '.join(parts)}) u", ("x",), ("t",), ("b",), ("d",), "patient", ("b", "month(d)"))

    def person(self, visits):
        exact = f"SUM({self.bounded(visits)}) AS x, AVG({self.bounded(visits)}) AS y, MAX(ward) AS t, MIN(urgent) AS b"
        more = f"MAX({self.date(visits)}) AS d, COUNT(*) AS n, COUNT(DISTINCT {self.of('ward', 'day', 'stay')}) AS m"
        by = self.of("patient", "patient, ward", "patient, stay")
        having = (
            f" HAVING {self.of('COUNT(stay) > 1', 'MIN(stay) < 60', 'SUM(stay) IS NOT NULL')}"
            if self.often(0.4)
            else ""
        )
        text = f"(SELECT patient, {exact}, {more} FROM visits GROUP BY {by}{having}) p"
        return Rows(text, ("x", "y", "n", "m"), ("t",), ("b",), ("d",), "patient", ("b", "month(d)"))

    def statistic(self, rows):
        name = self.of(
            "COUNT(*)", "COUNT", "DISTINCT", "SUM", "AVG", "VAR_POP", "STDDEV", "VAR_SAMP", "CORR", "REGR_SLOPE"
        )
        if name == "DISTINCT":
            return f"COUNT(DISTINCT {self.of(rows.patient, self.text(rows, 1), self.date(rows), self.truth(rows, 1))})"
        of = self.of(self.number, self.text, self.truth)(rows, 2) if name == "COUNT" else self.bounded(rows)
        other = f", {self.bounded(rows)}" if name in {"CORR", "REGR_SLOPE"} else ""
        text = name if name == "COUNT(*)" else f"{name}({of}{other})"
        return f"{text} FILTER (WHERE {self.truth(rows, 1)})" if self.often(0.2) else text

    def bounded(self, rows):
        return f"greatest({self.of('0', '-3.5')}, least({self.of('9', '60.25')}, {self.number(rows, 2)}))"

    def number(self, rows, depth):
        if depth == 0 or self.often(0.2):
            return self.of(*rows.numbers, *rows.numbers, self.of(*NUMBERS))
        one, other = self.number(rows, depth - 1), self.number(rows, depth - 1)
        return self.of(
            f"{self.of('abs', 'floor', 'ceil', 'round', 'sqrt', 'ln', 'exp', '-')}({one})",
            f"({one} {self.of('+', '-', '*', '/', '%', '//')} {other})",
            f"{self.of('greatest', 'least', 'coalesce', 'nullif')}({one}, {other})",
            f"CASE WHEN {self.truth(rows, depth - 1)} THEN {one} ELSE {other} END",
            f"CAST({one} AS {self.of('BIGINT', 'DOUBLE')})",
            f"CAST({self.text(rows, depth - 1)} AS {self.of('INT', 'DOUBLE')})",
            f"{self.of('year', 'month', 'day', 'isodow')}({self.date(rows)})",
            f"length({self.text(rows, depth - 1)})",
            f"datediff('day', {self.date(rows)}, {self.of(*rows.dates)})",
            f"width_bucket({one}, -1, 60.5, 7)",
            f"CAST({self.truth(rows, depth - 1)} AS INT)",
        )

    def text(self, rows, depth):
        if depth == 0 or self.often(0.3):
            return self.of(*rows.texts, *rows.texts, self.of(*TEXTS))
        one, other = self.text(rows, depth - 1), self.text(rows, depth - 1)
        return self.of(
            f"{self.of('lower', 'upper')}({one})",
            f"substring({one}, {self.of(1, 2, 400)}, {self.of(1, 3, 999)})",
            f"({one} || {other})",
            f"coalesce({one}, {other})",
            f"CAST(CAST({self.number(rows, depth - 1)} AS BIGINT) AS VARCHAR)",
            f"CASE WHEN {self.truth(rows, depth - 1)} THEN {one} ELSE {other} END",
        )

    def date(self, rows):
        one = self.of(*rows.dates)
        return self.of(one, one, f"CAST(date_trunc('month', {one}) AS DATE)", f"coalesce({one}, {self.of(*DATES)})")

    def truth(self, rows, depth):
        if depth == 0 or self.often(0.1):
            return self.of(*rows.truths, "TRUE", "NULL IS NULL")
        number, text = self.number(rows, depth - 1), self.text(rows, depth - 1)
        one, other = self.truth(rows, depth - 1), self.truth(rows, depth - 1)
        return self.of(
            f"{number} {self.of(*COMPARED)} {self.number(rows, depth - 1)}",
            f"{text} {self.of(*COMPARED)} {self.text(rows, depth - 1)}",
            f"{self.of(*rows.dates)} {self.of(*COMPARED)} {self.of(*DATES)}",
            f"{number} {self.of('', 'NOT ')}BETWEEN {self.of(*NUMBERS)} AND {self.number(rows, 1)}",
            f"{text} {self.of('', 'NOT ')}LIKE {self.of(*PATTERNS)}",
            f"{text} {self.of('', 'NOT ')}IN ({', '.join(self.chance.sample(TEXTS, 2))})",
            f"{number} IN (1, 2.5, 1e308)",
            f"{self.of(number, text, one)} IS {self.of('', 'NOT ')}NULL",
            f"({one} {self.of('AND', 'OR')} {other})",
            f"NOT ({one})",
            f"({one}) IS {self.of('TRUE', 'NOT FALSE')}",
        )
