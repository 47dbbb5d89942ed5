# SPDX-License-Identifier: Apache-2.0
"""The last bar of a histogram stands for one person, and everybody knows who that is."""

from collections.abc import Mapping, Sequence

from diffident.invented.dice import rolled
from diffident.invented.town import town
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import RICH, with_target

WIDE = 20_000
VILLAGES = 100
EACH = 300
FILL_NATES = 8_000_000


def bars(incomes: Sequence[int]) -> Mapping[int, int]:
    """Return how many incomes begin at each multiple of the width.

    >>> bars([1_000, 19_000, 430_000])
    {0: 2, 420000: 1}
    """
    counts: dict[int, int] = {}
    for income in sorted(incomes):
        start = income // WIDE * WIDE
        counts[start] = counts.get(start, 0) + 1
    return counts


def lone_bars(published: Mapping[int, int]) -> list[int]:
    """Return the bars that stand for one person."""
    return [start for start, many in published.items() if many == 1]


class FarBin(Attack):
    """A histogram of incomes with one bar far to the right."""

    name = "far-bin"
    title = "The bar far to the right"
    happened = "note 003: a histogram with outliers"
    published = "a histogram of incomes, every bar exact"
    known = "who could be that rich"
    wanted = "whether that person is in the data, and what they earn"
    secret = Secret.PRESENCE

    def naive(self, number: int) -> Found:
        """Publish a histogram of each of a hundred villages, with somebody very rich in about half of them."""
        truths = rolled(2, VILLAGES, number=number).tolist()
        towns = [town(number * VILLAGES + place, EACH)["income"].tolist() for place in range(VILLAGES)]
        published = [bars([*incomes, FILL_NATES][: EACH + is_in]) for incomes, is_in in zip(towns, truths, strict=True)]
        found = [FILL_NATES // WIDE * WIDE in lone_bars(each) for each in published]
        right = sum(claimed == bool(truth) for claimed, truth in zip(found, truths, strict=True))
        lone = sum(len(lone_bars(each)) for each in published) / VILLAGES
        told = (
            f"in {sum(found)} of {VILLAGES} villages a bar at {FILL_NATES:,} says who is there",
            f"{lone:.1f} bars of a village stand for one person on average, and tell what that one earns",
        )
        return Found(right=right, of=VILLAGES, blind=1 / 2, told=told)

    def twin(self, option: int) -> Twin:
        """Return the village with the target, who is the richest, or without."""
        return with_target(option, income=RICH)

    @property
    def questions(self) -> tuple[str, ...]:
        """How many people there are in each bar."""
        bar = f"width_bucket(income, 0, {RICH}, 10)"
        return (f"SELECT {bar} AS bar, COUNT(*) AS n FROM people GROUP BY {bar}",)

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess that somebody stands in the last bar where its count is nearer to one."""
        last = max((row for row in answers[0] if row["bar"] is not None), key=lambda row: row["bar"])
        return likelier(last["n"], 1, 0)
