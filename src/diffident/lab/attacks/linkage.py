# SPDX-License-Identifier: Apache-2.0
"""Names were removed; zip code, date of birth and sex were not, and a public register has all three beside the name."""

from collections.abc import Mapping, Sequence

from diffident.invented.columns import Columns
from diffident.invented.town import CONDITIONS, town
from diffident.lab.anonymity.groups import ReleaseLacks
from diffident.lab.anonymity.unique import alone
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import by_condition, changed, surplus

SHARED = ("zip", "birth", "sex")


def linked(records: Columns, register: Columns, names: Sequence[str] = SHARED) -> Mapping[int, int]:
    """Return for places in a register the one record that fits: those whom both describe, and nobody else."""
    for columns in (records, register):
        if lacks := [name for name in names if name not in columns]:
            raise ReleaseLacks(lacks=", ".join(lacks), has=", ".join(columns))
    once = set(alone(records, names).tolist())
    found = {row: place for place, row in enumerate(_described(records, names)) if place in once}
    described = _described(register, names)
    lone = alone(register, names).tolist()
    return {person: found[described[person]] for person in lone if described[person] in found}


def _described(columns: Columns, names: Sequence[str]) -> list[tuple[object, ...]]:
    return list(zip(*(columns[name].tolist() for name in names), strict=True))


class Linkage(Attack):
    """The governor's hospital record, found by a register of voters."""

    name = "linkage"
    title = "Records without names, and a register with them"
    happened = "Massachusetts, 1997: the hospital record of the governor (Sweeney 2000)"
    published = "hospital records with zip code, date of birth, sex and condition, and no names"
    known = "the public register: everybody's zip code, date of birth and sex"
    wanted = "what somebody has"
    secret = Secret.VALUE
    options = len(CONDITIONS)

    def naive(self, number: int) -> Found:
        """Link every record to the register."""
        people = town(number)
        records = {name: people[name] for name in (*SHARED, "condition")}
        lone = alone(people, SHARED)
        found = linked(records, people)
        right = sum(records["condition"][place] == people["condition"][who] for who, place in found.items())
        told = (
            f"{lone.size:,} of {people['zip'].size:,} people are the only ones with their zip code, birthday and sex",
            f"{len(found):,} of them have the one record that fits, and with it a name",
        )
        return Found(right=int(right), of=lone.size, blind=1 / self.options, told=told)

    def twin(self, option: int) -> Twin:
        """Return the village in which the target has the condition of this number."""
        return changed(condition=CONDITIONS[option])

    @property
    def questions(self) -> tuple[str, ...]:
        """How many people like the target have each condition."""
        return (by_condition(*SHARED),)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess what stands out beyond what others have."""
        return surplus(answers, SHARED)
