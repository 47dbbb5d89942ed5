# SPDX-License-Identifier: Apache-2.0
"""A range that is no wider than its members tells that somebody stands at each of its ends."""

from collections.abc import Mapping, Sequence

from diffident.invented.town import ZIPS, town
from diffident.lab.anonymity.general import Range
from diffident.lab.anonymity.groups import Release, ReleaseLacks
from diffident.lab.anonymity.hierarchy import Hierarchy
from diffident.lab.anonymity.mondrian import anonymous
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import like_target, of_target, others, with_target

K = 5
QUASI = ("zip", "age", "income")
WANTED = "income"


def at_the_ends(release: Release, column: str) -> Mapping[int, tuple[int, int]]:
    """Return for each group two values that certainly stand in it, given that ranges are as narrow as can be."""
    ranges = {place: group.general.get(column) for place, group in enumerate(release)}
    ends = {place: (held.low, held.high) for place, held in ranges.items() if isinstance(held, Range)}
    if not ends:
        raise ReleaseLacks(lacks=f"range of {column}", has=", ".join(release[0].general) if release else "no column")
    return ends


class Minimality(Attack):
    """If the algorithm generalises no more than it must, "30-39" says that a 30 and a 39 are there."""

    name = "minimality"
    title = "Ranges that are as narrow as can be"
    happened = "note 000, form against content; Wong, Fu, Wang and Pei 2007"
    published = "a 5-anonymous table of zip code, age and income"
    known = "that the algorithm generalises no more than it must"
    wanted = "exact incomes of people who were to be hidden in a range"
    secret = Secret.PRESENCE

    def naive(self, number: int) -> Found:
        """Say for every range which two incomes are in it."""
        people = town(number)
        hierarchies = {"zip": Hierarchy.of_digits(ZIPS)}
        release = anonymous(people, QUASI, WANTED, k=K, hierarchies=hierarchies)
        ends = at_the_ends(release, WANTED)
        claims = [(place, income) for place, both in ends.items() for income in set(both)]
        right = sum(income in release[place].sensitive for place, income in claims)
        told = (f"{len(ends):,} ranges give away {len(claims):,} exact incomes of {people['zip'].size:,} people",)
        return Found(right=right, of=len(claims), blind=_held(release), told=told)

    def twin(self, option: int) -> Twin:
        """Return the village with the target, or without."""
        return with_target(option)

    @property
    def questions(self) -> tuple[str, ...]:
        """How many people there are of the target's zip code and age."""
        return (f"SELECT COUNT(*) AS n FROM people WHERE {like_target('zip', 'age')}",)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess that the target is in where the count lies nearer to one more than others are."""
        known = int(((others("zip") == of_target("zip")) & (others("age") == of_target("age"))).sum())
        return likelier(answers[0][0]["n"], known + 1, known)


def _held(release: Release) -> float:
    """Return which share of the incomes in a range is somebody's: how often a blind claim about one is right."""
    ranges = [(group, group.general[WANTED]) for group in release]
    spans = [(set(group.sensitive), held.high - held.low + 1) for group, held in ranges if isinstance(held, Range)]
    held: int = sum(len(incomes) for incomes, _ in spans)
    return held / float(sum(wide for _, wide in spans))
