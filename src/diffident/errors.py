# SPDX-License-Identifier: Apache-2.0
"""Every refusal: a stable code, one sentence of public facts, and the corrected call. Imports nothing of ours."""

from typing import ClassVar


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an accident
    """We will not do this; the message says what to do instead and holds no data.

    A subclass declares its code, sentence and remedy; the facts given at construction are public and fill the braces.
    """

    code: ClassVar[str] = "refused"
    sentence: ClassVar[str] = "This cannot be done."
    remedy: ClassVar[str] = "See docs/refusals.md."

    def __init__(self, **facts: object) -> None:
        self.facts = _Facts((name, str(value)) for name, value in facts.items())
        super().__init__(f"{self.code}: {self.said} {self.advised}")

    @property
    def said(self) -> str:
        """The sentence, with the public numbers in place."""
        return self.sentence.format_map(self.facts)

    @property
    def advised(self) -> str:
        """The remedy, with the public numbers in place."""
        return self.remedy.format_map(self.facts)

    def as_json(self) -> dict[str, object]:
        """Return the one shape in which a refusal travels."""
        return {"code": self.code, "sentence": self.said, "remedy": self.advised, "facts": dict(self.facts)}

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), dict(self.facts))


class _Facts(dict[str, str]):
    """Facts by name; one that was not given reads as a question mark, for a refusal must not fail itself."""

    def __missing__(self, name: str) -> str:
        return "?"


def _rebuild(kind: type[Refused], facts: dict[str, str]) -> Refused:
    return kind(**facts)


class NotANumber(Refused):
    """Something that is no privacy number at all."""

    code = "not_a_privacy_number"
    sentence = "{name} must be a plain decimal number, not {given}."
    remedy = 'Write it as {name}="{example}".'


def registry() -> dict[str, type[Refused]]:
    """Every refusal that exists, by its code."""
    kinds: list[type[Refused]] = [Refused]
    for kind in kinds:
        kinds.extend(kind.__subclasses__())
    return {kind.code: kind for kind in kinds if kind is not Refused}
