# SPDX-License-Identifier: Apache-2.0
"""Two rows under one term are there because no narrower term holds both: so one is in each of its halves."""

from collections.abc import Sequence

from diffident.invented.town import ZIPS, town
from diffident.lab.anonymity.general import Among
from diffident.lab.anonymity.groups import Group, Release, ReleaseLacks
from diffident.lab.anonymity.hierarchy import Hierarchy
from diffident.lab.anonymity.mondrian import anonymous
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import changed, of_target, others

HALVES = 8  # a zip code and its seven followers share a term, and so do four, and two


def in_halves(zips: Sequence[str] = ZIPS) -> Hierarchy:
    """Return the hierarchy in which every term has two halves.

    >>> in_halves(("13010", "13011", "13012", "13013")).terms["13012"]
    ('13012+2', '13008+8')
    """
    numbers = {code: int(code) for code in zips}
    widths = (2, HALVES) if len(zips) < HALVES else (2, 4, HALVES, 16)
    return Hierarchy(
        {code: tuple(f"{each // wide * wide}+{wide}" for wide in widths) for code, each in numbers.items()}
    )


def refined(release: Release, column: str, hierarchy: Hierarchy) -> list[tuple[Group, list[frozenset[str]]]]:
    """Return each group of two with the two narrower sets of values, of which its rows hold one each."""
    if any(column not in group.general for group in release):
        raise ReleaseLacks(lacks=column, has=", ".join(release[0].general))
    found: list[tuple[Group, list[frozenset[str]]]] = []
    for group in release:
        general = group.general[column]
        if len(group.sensitive) == 2 and isinstance(general, Among) and len(general.values) > 1:
            parts = hierarchy.below(hierarchy.order(column, general.values))
            if len(parts) == 2:
                found.append((group, [frozenset(part) for part in parts]))
    return found


class Downcoding(Attack):
    """A k-anonymous table is turned into a finer one that is still right."""

    name = "downcoding"
    title = "A general table made finer again"
    happened = "a release of educational data (Cohen 2022)"
    published = "a 2-anonymous table of zip codes, each group under the narrowest term"
    known = "the hierarchy of terms, and that they are the narrowest"
    wanted = "in which half of its term each row lies"
    secret = Secret.VALUE

    def naive(self, number: int) -> Found:
        """Split every group of two whose term has two halves."""
        people, hierarchy = town(number, people=400), in_halves()
        release = anonymous(people, ("zip", "age"), "zip", k=2, hierarchies={"zip": hierarchy})
        found = refined(release, "zip", hierarchy)
        right = sum({value in halves[0] for value in group.sensitive} == {True, False} for group, halves in found)
        told = (f"{len(found)} of {len(release)} groups are described more finely than they were published",)
        return Found(right=right, of=len(found), blind=1 / 2, told=told)

    def twin(self, option: int) -> Twin:
        """Return the village in which the target lives in the lower or the upper half of the zip codes."""
        return changed(zip=ZIPS[option * len(ZIPS) // 2])

    @property
    def questions(self) -> tuple[str, ...]:
        """How many people of the target's age live in the upper half of the zip codes."""
        upper = f"zip >= '{ZIPS[len(ZIPS) // 2]}' AND age = {of_target('age')}"
        return (f"SELECT COUNT(*) AS n FROM people WHERE {upper}",)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess the upper half where one more is counted than others live there."""
        known = int(((others("zip") >= ZIPS[len(ZIPS) // 2]) & (others("age") == of_target("age"))).sum())
        return likelier(answers[0][0]["n"], known + 1, known)
