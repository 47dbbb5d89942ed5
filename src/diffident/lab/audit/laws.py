# SPDX-License-Identifier: Apache-2.0
"""What each mechanism's output is, outcome by outcome, from the definition in the paper and nothing of ours but exp.

Every function returns a mapping from outcomes to enclosures of their probabilities. Where there is no end of outcomes
it goes as far as asked; what is not listed has what the others leave.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, permutations, product
from typing import Any, Final, TypeAlias

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure

BITS: Final = 96
NOTHING: Final = Enclosure.of(0)
ALL: Final = Enclosure.of(1)
Law: TypeAlias = dict[Any, Enclosure]
Choose: TypeAlias = Callable[[Sequence[Any], Fraction], Law]


@cache
def exp(x: Fraction | int) -> Enclosure:
    """Return e^x, to so many bits."""
    return enclosure.exp(Fraction(x), BITS)


def total(parts: Iterable[Enclosure]) -> Enclosure:
    """Return the sum of some probabilities."""
    every = list(parts)
    return Enclosure(sum((part.low for part in every), Fraction(0)), sum((part.high for part in every), Fraction(0)))


def together(parts: Iterable[Enclosure]) -> Enclosure:
    """Return the probability of independent things."""
    result = ALL
    for part in parts:
        result = result * part
    return result


def laplace(centre: int, scale: Fraction | int, most: int) -> Law:
    """P(z) = (1 - q)/(1 + q) q^|z| with q = e^(-1/scale)."""
    q = exp(-1 / Fraction(scale))
    return {centre + z: (1 - q) / (1 + q) * exp(-abs(z) / Fraction(scale)) for z in range(-most, most + 1)}


def laplace_from(first: int, scale: Fraction | int) -> Enclosure:
    """P(Z >= first), by the geometric series."""
    if first <= 0:
        return 1 - laplace_from(1 - first, scale)
    return exp(-first / Fraction(scale)) / (1 + exp(-1 / Fraction(scale)))


@cache
def gaussian(variance: Fraction, most: int) -> Law:
    """P(z) = e^(-z^2/2v) over the sum of these; beyond 40 they are added up by a geometric series."""
    heights = {z: exp(-Fraction(z * z) / (2 * variance)) for z in range(-most, most + 1)}
    last = exp(-Fraction(most * most) / (2 * variance))
    rest = 2 * last / (1 - exp(-Fraction(2 * most + 1) / (2 * variance)))
    whole = total(heights.values())
    every = Enclosure(whole.low, (whole + rest).high)
    return {z: height / every for z, height in heights.items()}


def vectors(one: Law, length: int) -> Law:
    """Return the law of so many independent numbers of one law."""
    return {outcome: together(one[z] for z in outcome) for outcome in product(one, repeat=length)}


def response(answer: int, options: int, stays: Fraction | Enclosure) -> Law:
    """The answer stays, or becomes each of the others alike."""
    stay = stays if isinstance(stays, Enclosure) else Enclosure.of(stays)
    rest = (1 - stay) / (options - 1)
    return {option: stay if option == answer else rest for option in range(options)}


def staying(epsilon: Fraction | int, options: int) -> Enclosure:
    """How likely an answer stays that is private for this epsilon."""
    return exp(epsilon) / (exp(epsilon) + options - 1)


def exponential(scores: Sequence[Any], rate: Fraction) -> Law:
    """e^(rate score) over the sum of these."""
    weights = [exp(rate * (score - max(scores))) for score in scores]
    return {place: weight / total(weights) for place, weight in enumerate(weights)}


def permute_and_flip(scores: Sequence[Any], rate: Fraction) -> Law:
    """Every order of the candidates; in each, heads first at its place after tails at all before."""
    heads = [exp(rate * (score - max(scores))) for score in scores]
    orders = list(permutations(range(len(scores))))
    law: Law = dict.fromkeys(range(len(scores)), NOTHING)
    for order in orders:
        tails = ALL
        for place in order:
            law[place] = law[place] + tails * heads[place] / len(orders)
            tails = tails * (1 - heads[place])
    return law


def peeled(scores: Sequence[Any], rate: Fraction, count: int, choose: Choose) -> Law:
    """Choose, take away, choose again."""
    law: Law = {(): ALL}
    for _ in range(count):
        grown: Law = {}
        for chosen, chance in law.items():
            left = [place for place in range(len(scores)) if place not in chosen]
            for place, more in choose([scores[place] for place in left], rate).items():
                grown[(*chosen, left[place])] = chance * more
        law = grown
    return law


def above_threshold(
    answers: Sequence[int], threshold: int, scales: tuple[Fraction, Fraction], positives: int, most: int
) -> Law:
    """The sum over the threshold's noise of the products over the answers, as far as `most`, and perhaps the rest."""
    law: Law = {}
    noises = laplace(0, scales[0], most)
    for noise, chance in noises.items():
        passes = [laplace_from(threshold + noise - answer, scales[1]) for answer in answers]
        for run, seen in _runs(passes, positives):
            law[run] = law.get(run, NOTHING) + chance * seen
    return {run: chance + perhaps(noises) for run, chance in law.items()}


def perhaps(law: Law) -> Enclosure:
    """Return anything between nothing and what the listed outcomes leave."""
    return Enclosure(Fraction(0), max(1 - total(law.values()).low, Fraction(0)))


def _runs(passes: Sequence[Enclosure], positives: int) -> Iterator[tuple[tuple[bool, ...], Enclosure]]:
    """Yield every list of answers that such a run can give, and how likely it is."""
    if not passes or not positives:
        yield (), ALL
        return
    for above, chance in ((True, passes[0]), (False, 1 - passes[0])):
        for rest, more in _runs(passes[1:], positives - above):
            yield (above, *rest), chance * more


def selection(people: int, epsilon: Fraction, delta: Fraction) -> Enclosure:
    """pi(i), by its recursion, in enclosures."""
    named = NOTHING
    for _ in range(people):
        more, fewer = exp(epsilon) * named + delta, 1 - exp(-epsilon) * (1 - named - delta)
        named = Enclosure(min(more.low, fewer.low, Fraction(1)), min(more.high, fewer.high, Fraction(1)))
    return named


def subsets(chances: Mapping[Any, Enclosure]) -> Law:
    """Return the law of which keys are named, each on its own."""
    keys = sorted(chances)
    return {
        tuple(key for key, named in zip(keys, names, strict=True) if named): together(
            chances[key] if named else 1 - chances[key] for key, named in zip(keys, names, strict=True)
        )
        for names in product((True, False), repeat=len(keys))
    }


def thresholded(people: int, minimum: int, threshold: int, noise: Law) -> Law:
    """Return the law of one key: None, or its noisy number as far as the noise is known."""
    if people < minimum:
        return {None: ALL}
    seen = {people + z: chance for z, chance in noise.items() if people + z >= threshold}
    unseen = [chance for z, chance in noise.items() if people + z < threshold]
    return {**seen, None: total(unseen) + perhaps(noise)}


def joined(laws: Mapping[Any, Law]) -> Law:
    """Return the law of rows of several keys, from the laws of each."""
    keys = sorted(laws)
    return {
        tuple((key, number) for key, number in zip(keys, numbers, strict=True) if number is not None): together(
            laws[key][number] for key, number in zip(keys, numbers, strict=True)
        )
        for numbers in product(*(laws[key] for key in keys))
    }


def cut(rows: Sequence[int], ranks: Sequence[Fraction], due: Sequence[Fraction], rate: Fraction, fine: int) -> Law:
    """Steps at ranks: of all ways to cut, one comes with e^(-rate * what its gaps differ by), rows lying evenly in steps.

    `rows` has those of each step, `due` how many should lie below each rank; the steps are numbered from 0.
    """
    places = [(step, part) for step in range(len(rows)) for part in range(fine)]
    below = [sum(rows[:step]) + rows[step] * Fraction(2 * part + 1, 2 * fine) for step, part in places]
    weights: Law = {}
    for way in combinations_with_replacement(range(len(below)), len(ranks)):
        off = [Fraction(0), *(below[place] - wanted for place, wanted in zip(way, due, strict=True)), Fraction(0)]
        differing = sum((abs(after - before) for before, after in pairwise(off)), Fraction(0))
        steps = tuple(place // fine for place in way)
        weights[steps] = weights.get(steps, NOTHING) + exp(-rate * differing)
    whole = total(weights.values())
    return {steps: weight / whole for steps, weight in weights.items()}
