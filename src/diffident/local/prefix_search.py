# SPDX-License-Identifier: Apache-2.0
"""Words, or one of very many names: found letter by letter, from people in groups who each tell a prefix of their own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from diffident.errors import Refused
from diffident.exact.number import Epsilon, decimal, whole
from diffident.exact.spelling import shown
from diffident.local.hashing import cells_for, collision
from diffident.local.protocol import NotAReport, Reports
from diffident.local.shares import Shares
from diffident.local.thresholds import chance, likelier
from diffident.local.window import moved_on
from diffident.privacy.loss import Pure
from diffident.privacy.mechanisms.mechanism import settle
from diffident.randomness.source import Source
from diffident.randomness.uniform import uniform_below

PRIME: Final = (1 << 31) - 1
LONGEST: Final = 64
TOGETHER: Final = 1 << 22  # letters that are hashed at once


class NotAnAlphabet(Refused):
    """Letters that cannot be told apart, or none."""

    code = "not_an_alphabet"
    sentence = "The alphabet must be 2 to 1,000 different letters, not {given}."
    remedy = 'Write alphabet="abcdefghijklmnopqrstuvwxyz".'


@dataclass(frozen=True, slots=True, init=False)
class PrefixSearch:
    """Frequent words of at most `length` letters (Wang, Li and Jha 2021, by hashing).

    Each person is in one group, and tells a prefix: the first two letters in the first group, one more in each of the
    others. The most frequent `keep` prefixes go on to the next group. Letters that are not in the alphabet, and what
    comes after them, are left out.
    """

    alphabet: str
    length: int
    epsilon: Fraction
    keep: int
    cells: int = field(compare=False)
    inside: int = field(compare=False)

    def __init__(self, *, alphabet: str, length: object, epsilon: object, keep: object = 16) -> None:
        if type(alphabet) is not str or not 2 <= len(alphabet) <= 1000 or len(set(alphabet)) < len(alphabet):
            raise NotAnAlphabet(given=shown(alphabet))
        settle(self, alphabet=alphabet, length=whole(length, name="length", at_least=2, at_most=LONGEST))
        settle(self, epsilon=Epsilon.of(epsilon).value, keep=whole(keep, name="keep", at_least=1, at_most=1000))
        settle(self, cells=cells_for(self.epsilon))
        settle(self, inside=likelier(self.epsilon, 1, self.cells - 1))

    @property
    def groups(self) -> int:
        """How many groups there are: one for each length of a prefix, from two letters on."""
        return self.length - 1

    @property
    def loss(self) -> Pure:
        """What one report can tell about the person whose word it is.

        Guarantee:
            Any two words lead to any report with probabilities at most e^epsilon apart.
        Because:
            Group and hash do not depend on the word; the cell that the prefix falls into is told by randomised response.
        Checked by: tests/local/test_prefix_search.py::test_a_report_tells_no_more_than_epsilon
        """
        return Pure(self.epsilon)

    def letters(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Return words as rows of numbers of letters from 1, with zeros behind the end."""
        numbers = {letter: place for place, letter in enumerate(self.alphabet, 1)}
        rows = np.zeros((len(words), self.length), np.int64)
        for row, word in zip(rows, words, strict=True):
            for place, letter in enumerate(word[: self.length]):
                if letter not in numbers:
                    break
                row[place] = numbers[letter]
        return rows

    def perturb(self, words: Sequence[str], source: Source | None = None) -> Reports:
        """Return rows of group, hash (a factor for each letter and a summand), and cell.

        Guarantee:
            See `loss`.
        Because:
            Group and hash are drawn before the word is looked at, and the reply is a window of one cell.
        Checked by: tests/local/test_prefix_search.py::test_a_report_tells_no_more_than_epsilon
        """
        bits, people = source or Source.fresh(), len(words)
        group = uniform_below(self.groups, people, bits)
        hashes = uniform_below(PRIME, people * (self.length + 1), bits).reshape(people, self.length + 1)
        told = np.where(np.arange(self.length) < group[:, None] + 2, self.letters(words), 0)
        cell = hashed(told, hashes) % self.cells
        return np.column_stack([group, hashes, moved_on(cell, self.cells, 1, self.inside, bits)])

    def estimate(self, reports: Reports, *, confidence: object = 0.95) -> Shares:
        """Return the words that were found, most frequent first, with their shares.

        Intervals are those of the last group; they are not adjusted for the choice of the largest.
        """
        rows = np.asarray(reports)
        if rows.ndim != 2 or rows.shape[1] != self.length + 3 or rows.dtype.kind != "i":
            raise NotAReport(protocol="PrefixSearch", due=f"rows of {self.length + 3} whole numbers")
        sure = decimal(confidence, name="confidence", above=0, below=1)
        found: list[tuple[int, ...]] = [
            (first, second) for first in self._every for second in self._every if first or not second
        ]
        shares = self._best(rows, 0, np.array(found, np.int64), sure)
        for group in range(1, self.groups):
            found = [(*start, last) for start in shares[1] for last in self._next(start)]
            shares = self._best(rows, group, np.array(found, np.int64), sure)
        return shares[0]

    def _best(
        self, rows: Reports, group: int, words: NDArray[np.int64], confidence: Fraction
    ) -> tuple[Shares, list[tuple[int, ...]]]:
        """Return the most frequent of some candidates, by the reports of one group: their shares, and as numbers."""
        told, (p, q) = rows[rows[:, 0] == group, 1:], self._chances
        supported = self._supported(told, words)
        best = np.argsort(-supported, kind="stable")[: self.keep]
        found = [tuple(word) for word in words[best].tolist()]
        names = tuple("".join(self.alphabet[place - 1] for place in word if place) for word in found)
        return Shares(names, supported[best], max(len(told), 1), p, q, sampled=True, confidence=confidence), found

    @property
    def _every(self) -> range:
        return range(len(self.alphabet) + 1)

    def _next(self, start: tuple[int, ...]) -> range:
        """Return what may follow a prefix: any letter or the end, and after the end only the end."""
        return self._every if start[-1] else range(1)

    @property
    def _chances(self) -> tuple[Fraction, Fraction]:
        p, meet = chance(self.inside), collision(PRIME, self.cells)
        return p, meet * p + (1 - meet) * (1 - p) / (self.cells - 1)

    def _supported(self, told: NDArray[np.int64], words: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return how many reports of a group support each candidate."""
        counted, step = np.zeros(len(words)), max(TOGETHER // max(words.size, 1), 1)
        for first in range(0, len(told), step):
            rows = told[first : first + step]
            factors, plus, cell = rows[:, : words.shape[1]], rows[:, -2:-1], rows[:, -1:]
            sums = plus
            for place in range(words.shape[1]):
                sums = (sums + factors[:, place : place + 1] * words[:, place]) % PRIME
            counted += (sums % self.cells == cell).sum(axis=0)
        return counted


def hashed(letters: NDArray[np.int64], hashes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sum of letters times factors and a summand, below the prime: pairs of words are independent of it."""
    sums = hashes[:, -1]
    for place in range(letters.shape[1]):
        sums = (sums + hashes[:, place] * letters[:, place]) % PRIME
    return sums
