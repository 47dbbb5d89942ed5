# SPDX-License-Identifier: Apache-2.0
"""One statement at the prompt: a question, EXPLAIN and a question, or a backslash command."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import click

from diffident.cli.answers import listed, reopened
from diffident.cli.payment import bought
from diffident.cli.preview import previewed, told
from diffident.cli.speech import say
from diffident.cli.terminal import answered
from diffident.errors import Refused
from diffident.show.text import table

if TYPE_CHECKING:
    from diffident.curator.curator import Curator

EXPLAIN: Final = "EXPLAIN"
LONGEST: Final = 20  # letters of a command that are repeated
LEAVE: Final = "\\q"


class NoSuchCommand(Refused):
    """A backslash and a word that means nothing at the prompt."""

    code = "prompt_not_understood"
    sentence = "{given} means nothing at this prompt."
    remedy = r"\? lists what can be typed."


@dataclass(frozen=True, slots=True)
class Prompt:
    """Whom is asked, and what a question may cost where that is settled."""

    curator: "Curator"
    is_sure: bool
    epsilon: str | None
    others: Mapping[str, Any]

    def after(self, statement: str) -> "Prompt":
        """Do what a statement says, and return the prompt as it is then."""
        word, *rest = statement.split(maxsplit=1)
        if word.startswith("\\"):
            if word not in COMMANDS:
                raise NoSuchCommand(given=word[:LONGEST])
            return COMMANDS[word][1](self, "".join(rest).strip())
        if word.upper() == EXPLAIN:
            return self.explained("".join(rest))
        return self.asked(statement)

    def explained(self, question: str) -> "Prompt":
        """Show what a question would cost."""
        say(*told(previewed(self.curator, question, self.epsilon, **self.others)))
        return self

    def asked(self, question: str) -> "Prompt":
        """Ask, once somebody said for which epsilon and agreed."""
        from diffident.cli import rows  # noqa: PLC0415 - numpy would slow down --help

        epsilon = self.epsilon or self._chosen(question)
        found = epsilon and bought(self.curator, question, sure=self.is_sure, epsilon=epsilon, **self.others)
        if found:
            say(f"{rows.told(found.answer)}\n\n  {found.told}", {**found.as_json(), **rows.plain(found.answer)})
        else:
            say("  Nothing was spent.", {"answer": None, "price": [0, 0]})
        return self

    def _chosen(self, question: str) -> str:
        """Show what the usual epsilons buy, and return the one that somebody types."""
        click.echo(previewed(self.curator, question, None, **self.others), err=True)
        click.echo("\n  epsilon (nothing to leave it): ", nl=False, err=True)
        return answered() or ""


def _tables(prompt: Prompt, name: str) -> Prompt:
    from diffident.curator import codebook  # noqa: PLC0415 - numpy would slow down --help

    catalog = prompt.curator.catalog
    chosen = [catalog.table(name)] if name else list(catalog.tables.values())
    text = codebook.told(chosen[0]) if name else "\n".join(f"  {each.name}: {codebook.whose(each)}" for each in chosen)
    say(text, {"tables": [codebook.plain(each) for each in chosen]})
    return prompt


def _budget(prompt: Prompt, _: str) -> Prompt:
    say(str(prompt.curator.budget), prompt.curator.budget.as_json())
    return prompt


def _answers(prompt: Prompt, number: str) -> Prompt:
    say(*(reopened(prompt.curator, number) if number else listed(prompt.curator)))
    return prompt


def _epsilon(prompt: Prompt, epsilon: str) -> Prompt:
    from diffident.exact.number import Epsilon  # noqa: PLC0415 - numpy would slow down --help

    settled = replace(prompt, epsilon=str(Epsilon.of(epsilon)) and epsilon if epsilon else None)
    price = f"each question may cost {epsilon}" if epsilon else "each question asks for its epsilon"
    say(f"  From now on {price}.", {"epsilon": settled.epsilon})
    return settled


def _help(prompt: Prompt, _: str) -> Prompt:
    rows = [[f"{word} {takes}".strip(), means] for word, (takes, _, means) in COMMANDS.items()]
    rows += [
        ["SELECT ...;", "ask, after the price was shown"],
        ["EXPLAIN SELECT ...;", "show price and expected error"],
    ]
    say(table(["type", "to"], rows), {"commands": dict(rows)})
    return prompt


Act = Callable[[Prompt, str], Prompt]
COMMANDS: Final[dict[str, tuple[str, Act, str]]] = {
    "\\d": ("[TABLE]", _tables, "see the tables, or the columns of one"),
    "\\budget": ("", _budget, "see what is left"),
    "\\answers": ("[NUMBER]", _answers, "see what was answered, or one answer again"),
    "\\epsilon": ("[EPSILON]", _epsilon, "settle what each question may cost"),
    "\\?": ("", _help, "see this"),
    LEAVE: ("", lambda prompt, _: prompt, "leave"),
}
