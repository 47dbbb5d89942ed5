# SPDX-License-Identifier: Apache-2.0
"""Two exact means, of everybody and of everybody but one: their difference is what that one earns."""

from collections.abc import Sequence

from diffident.invented.town import town
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import RICH, TARGET, changed

FILL_NATES = 10**11
MANY = 100


def difference(everybody: tuple[float, int], but_one: tuple[float, int]) -> float:
    """Return what one person adds, from two means, each with its number of people.

    >>> difference((30.0, 3), (20.0, 2))
    50.0
    """
    (mean, people), (smaller, fewer) = everybody, but_one
    return mean * people - smaller * fewer


class Differencing(Attack):
    """Fill Nates moved to town, and the mean income rose."""

    name = "differencing"
    title = "Two means that differ in one person"
    happened = 'note 004: "Fill Nates" from WA is in one of two exact means'
    published = "the exact mean income of any group that somebody asks for, with its size"
    known = "that one person is in the one group and not in the other"
    wanted = "what that person earns"
    secret = Secret.VALUE

    def naive(self, number: int) -> Found:
        """Ask for the mean with and without each of a hundred people."""
        income = town(number)["income"]
        total, many = int(income.sum()), income.size
        exact = (total / many, many)
        found = [difference(exact, ((total - earned) / (many - 1), many - 1)) for earned in income[:MANY].tolist()]
        right = sum(round(guess) == earned for guess, earned in zip(found, income[:MANY].tolist(), strict=True))
        risen = (total + FILL_NATES) / (many + 1)
        told = (
            f"{right} of {MANY} incomes are recovered to the last digit",
            f"a mean of {risen:,.0f} in place of {total / many:,.0f} tells at once that somebody very rich moved in",
        )
        return Found(right=right, of=MANY, blind=1 / many, told=told)

    def twin(self, option: int) -> Twin:
        """Return the village in which the target earns nothing, or as much as counts."""
        return changed(income=RICH * option)

    @property
    def questions(self) -> tuple[str, ...]:
        """What everybody earns, and what everybody else earns."""
        return (
            "SELECT SUM(income) AS income FROM people",
            f"SELECT SUM(income) AS income FROM people WHERE person <> {TARGET}",
        )

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess rich where the sums lie that far apart."""
        everybody, others = (rows[0]["income"] for rows in answers)
        return likelier(everybody - others, RICH, 0)
