# SPDX-License-Identifier: Apache-2.0
"""Everybody hides among k others, but all of them have the same; and what none of them has, nobody of them can have."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from diffident.invented.town import CONDITIONS, ZIPS, town
from diffident.lab.anonymity.groups import Release, candidates
from diffident.lab.anonymity.hierarchy import Hierarchy
from diffident.lab.anonymity.mondrian import anonymous
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import by_condition, changed, surplus

QUASI = ("zip", "age")
K = 4


def excluded(release: Release, known: Mapping[str, Any]) -> frozenset[Any]:
    """Return what others have, and somebody of whom this is known cannot have."""
    everything = frozenset(value for group in release for value in group.sensitive)
    return everything - candidates([release], known)


class Homogeneity(Attack):
    """Everybody in their thirties has cancer; Alice has no broken leg."""

    name = "homogeneity"
    title = "A 4-anonymous table in which groups agree"
    happened = "Figure 1 of note 002; l-diversity was invented against it (Machanavajjhala and others 2006)"
    published = "a 4-anonymous table of zip code, age and condition"
    known = "somebody's zip code and age, and that they are in it"
    wanted = "what they have not, and with luck what they have"
    secret = Secret.VALUE
    options = len(CONDITIONS)

    def naive(self, number: int) -> Found:
        """Guess for everybody what most of their group have."""
        people = town(number)
        release = anonymous(people, QUASI, "condition", k=K, hierarchies={"zip": Hierarchy.of_digits(ZIPS)})
        groups = [Counter(group.sensitive) for group in release]
        outside = sum((self.options - len(group)) * group.total() for group in groups)
        agreed = sum(group.total() for group in groups if len(group) == 1)
        many = people["zip"].size
        told = (
            f"{agreed:,} of {many:,} people are in groups that all have the same: there k hides nothing",
            f"of {self.options - 1} conditions that somebody has not, {outside / many:.1f} are excluded on average, surely",
        )
        blind = max(Counter(people["condition"].tolist()).values()) / many
        return Found(right=sum(max(group.values()) for group in groups), of=many, blind=blind, told=told)

    def twin(self, option: int) -> Twin:
        """Return the village in which the target has the condition of this number."""
        return changed(condition=CONDITIONS[option])

    @property
    def questions(self) -> tuple[str, ...]:
        """How many people of the target's age and zip code have each condition."""
        return (by_condition(*QUASI),)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess what stands out beyond what others have."""
        return surplus(answers, QUASI)
