# SPDX-License-Identifier: Apache-2.0
"""New noise in every answer, and nobody counts the answers: whoever asks often enough takes the mean, and the noise is gone."""

from collections.abc import Sequence

from diffident.invented.dice import careless_noise
from diffident.invented.town import town
from diffident.lab.attacks.attack import Attack, Found, Rows, Twin, likelier
from diffident.lab.attacks.bound import Secret
from diffident.lab.attacks.village import like_target, with_target

SCALE = 10
ASKED = 20_000
COUNTED = 60
REWORDED = 5


def averaged(answers: Sequence[float]) -> int:
    """Return the whole number that noisy answers lie around.

    >>> averaged([11, 14, 11])
    12
    """
    return round(sum(answers) / len(answers))


class Averaging(Attack):
    """The same count, asked twenty thousand times."""

    name = "averaging"
    title = "The same question, again and again"
    happened = "every system that draws noise anew and keeps no account of what was asked"
    published = "counts with Laplace noise of epsilon 0.1 each, as often as somebody asks"
    known = "the question"
    wanted = "exact counts"
    secret = Secret.PRESENCE

    def naive(self, number: int) -> Found:
        """Ask for each count of people of one age until the mean of the answers stands still."""
        ages = town(number)["age"]
        exact = [int((ages == 20 + place % COUNTED).sum()) for place in range(COUNTED)]
        noise = careless_noise(SCALE, COUNTED, ASKED, number=number)
        found = [averaged([count + float(each.mean())]) for count, each in zip(exact, noise, strict=True)]
        right = sum(guess == count for guess, count in zip(found, exact, strict=True))
        told = (f"after {ASKED:,} answers to each, {right} of {COUNTED} counts are known exactly",)
        return Found(right=right, of=COUNTED, blind=1 / (2 * SCALE), told=told)

    def twin(self, option: int) -> Twin:
        """Return the village with the target, or without."""
        return with_target(option)

    @property
    def questions(self) -> tuple[str, ...]:
        """How many there are like the target, in other words each time: the same words are served the same bytes."""
        alike = like_target("zip", "age", "sex", "nation")
        return tuple(
            f"SELECT COUNT(*) AS n FROM people WHERE {alike} AND age <> {200 + place}" for place in range(REWORDED)
        )

    def guess(self, answers: Sequence[Rows]) -> int:
        """Guess that the target is in where the mean of all answers lies nearer to one."""
        return likelier(sum(rows[0]["n"] for rows in answers) / len(answers), 1, 0)
