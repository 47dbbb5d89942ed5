# SPDX-License-Identifier: Apache-2.0
"""One question of a survey: its wording in each language, what may be answered, and the protocol that hides it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from diffident.local import Hybrid, LastingResponse, Protocol, Response, SeveralOf, SquareWave, SubsetSelection
from diffident.local.counted import Counted
from diffident.privacy.mechanisms.mechanism import settle

Words = Mapping[str, str]  # by language

KINDS: Final = ("yes_no", "one_of", "several_of", "scale", "number")
NO_ANSWER: Final[Words] = {"en": "Rather not say", "de": "Keine Angabe"}
NOT_ASKED: Final[Words] = {"en": "(not asked)", "de": "(nicht gefragt)"}
YES_NO: Final[tuple[Words, ...]] = ({"en": "No", "de": "Nein"}, {"en": "Yes", "de": "Ja"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question. `options` holds "rather not say" and "not asked" too, where they are possible: answers like others."""

    id: str
    kind: str
    text: Words
    options: tuple[Words, ...]
    epsilon: Fraction
    lifetime: Fraction | None = None
    bounds: tuple[int, int] | None = None
    wants: str = "mean"
    only_if: tuple[str, int] | None = None
    no_answer: int | None = None
    protocol: Protocol = field(init=False, compare=False)

    @property
    def not_asked(self) -> int | None:
        """The number of the option that stands for a question that was skipped."""
        return len(self.options) - 1 if self.only_if else None

    @property
    def spent(self) -> Fraction:
        """What all answers of one person to this question can tell, over all rounds."""
        return self.epsilon if self.lifetime is None else self.lifetime

    def __post_init__(self) -> None:
        settle(self, protocol=self._protocol())

    def _protocol(self) -> Protocol:
        """Return how answers are randomised, and estimates made."""
        if self.bounds is not None:
            low, high = self.bounds
            if self.wants == "distribution":
                half = Fraction(1, 2)
                return SquareWave(bounds=(low - half, high + half), epsilon=self.epsilon, steps=high - low)
            return Hybrid(bounds=(low, high), epsilon=self.epsilon, steps=high - low)
        if self.kind == "several_of":
            return SeveralOf(options=self.names, epsilon=self.epsilon)
        if self.lifetime is not None:
            return LastingResponse(options=self.names, epsilon=self.epsilon, lifetime=self.lifetime)
        return self._best()

    def _best(self) -> Counted:
        """Randomised response, unless a set of options tells clearly more about them."""
        response = Response(options=self.names, epsilon=self.epsilon)
        subset = SubsetSelection(options=self.names, epsilon=self.epsilon)
        return subset if subset.variance(0) < 0.95 * response.variance(0) else response

    @property
    def names(self) -> list[str]:
        """The options in the first language, as results name them."""
        return [next(iter(words.values())) for words in self.options]

    def described(self) -> dict[str, Any]:
        """Return what a device needs: the question's id, how it is skipped, and the protocol."""
        return {
            "id": self.id,
            "kind": self.kind,
            "low": None if self.bounds is None else self.bounds[0],
            "onlyIf": None if self.only_if is None else list(self.only_if),
            "notAsked": self.not_asked,
            "plan": self.protocol.device(),
        }


def said(words: Words, language: str) -> str:
    """Return a wording in a language, or in the first there is."""
    return words[language] if language in words else next(iter(words.values()))
