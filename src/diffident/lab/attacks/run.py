# SPDX-License-Identifier: Apache-2.0
"""An attack, run twice: on a naive release of an invented twin, and on answers of Diffident to the same need."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from diffident.errors import Refused
from diffident.exact.number import decimal, whole
from diffident.exact.spelling import shown
from diffident.lab.attacks import ATTACKS
from diffident.lab.attacks.asked import Tried, asked
from diffident.lab.attacks.attack import Attack, Found
from diffident.lab.attacks.bound import most_right
from diffident.lab.interval import between
from diffident.randomness.source import Source
from diffident.show.picture import Axis, Curve, Hue, Limit, Picture, Points
from diffident.show.text import number, percent

USUAL_ROUNDS: Final = 1_000
EPSILONS: Final = ("0.1", "0.3", "1", "3")
CONFIDENCE: Final = 0.95
FINE: Final = 40  # points of a curve


class AttackUnknown(Refused):
    """An attack that nobody has written."""

    code = "attack_unknown"
    sentence = "There is no attack {given}."
    remedy = "Run one of: {known}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """How an attack went: on the naive release, and against Diffident at one epsilon or at several."""

    attack: Attack
    naive: Found
    tried: tuple[Tried, ...]

    def __str__(self) -> str:
        attack, found = self.attack, self.naive
        ours = [
            f"Answers at epsilon {number(each.epsilon)}: a guess was right {percent(round(each.share, 3))} of {each.of:,} times; "
            f"at most {percent(round(each.most, 3))} is possible, and blindly {percent(round(each.blind, 3))}."
            for each in self.tried
        ]
        return "\n".join(
            [
                f"{attack.title}",
                f"  happened    {attack.happened}",
                f"  published   {attack.published}",
                f"  known       {attack.known}",
                f"  wanted      {attack.wanted}",
                "",
                *(f"  {line}" for line in found.told),
                f"  Naively {found.right:,} of {found.of:,} facts were recovered; blindly {percent(round(found.blind, 3))} of them.",
                "",
                f"  The same need, asked of Diffident: {attack.questions[0]}",
                *([f"  and {len(attack.questions) - 1} more questions"] if len(attack.questions) > 1 else []),
                *(f"  {line}" for line in ours),
                "  All people are invented.",
            ]
        )

    def as_json(self) -> dict[str, object]:
        """Return the same as plain data."""
        attack, found = self.attack, self.naive
        told = {"title": attack.title, "published": attack.published, "known": attack.known, "wanted": attack.wanted}
        naive = {"right": found.right, "of": found.of, "blind": found.blind, "told": list(found.told)}
        ours = [
            {"epsilon": str(each.epsilon), "right": each.right, "of": each.of, "blind": each.blind, "most": each.most}
            for each in self.tried
        ]
        return {"attack": attack.name, **told, "naive": naive, "questions": list(attack.questions), "diffident": ours}

    @property
    def picture(self) -> Picture:
        """How often guesses are right as epsilon grows, with the bound that no attack passes."""
        return drawn(self)


def run(
    name: str, *, epsilon: object = 1, rounds: object = USUAL_ROUNDS, twin: object = 1, source: Source | None = None
) -> Run:
    """Run an attack on the twin of this number, and against answers that cost this epsilon together."""
    return _run(named(name), [epsilon], rounds, twin, source or Source.fresh())


def swept(name: str, *, rounds: object = USUAL_ROUNDS, twin: object = 1, source: Source | None = None) -> Run:
    """Run an attack against answers at several epsilons."""
    return _run(named(name), EPSILONS, rounds, twin, source or Source.fresh())


def _run(attack: Attack, epsilons: Sequence[object], rounds: object, twin: object, source: Source) -> Run:
    town = whole(twin, name="twin", at_least=0, at_most=10**6)
    tried = tuple(asked(attack, epsilon=epsilon, rounds=rounds, source=source) for epsilon in epsilons)
    return Run(attack=attack, naive=attack.naive(town), tried=tried)


def named(name: str) -> Attack:
    """Return the attack of this name."""
    known = {each.name: each for each in ATTACKS}
    if name not in known:
        raise AttackUnknown(given=shown(name), known=", ".join(known))
    return known[name]()


def drawn(run: Run) -> Picture:
    """Return what a picture of a run shows."""
    tried, attack = run.tried, run.attack
    ends = [between(each.right, each.of, CONFIDENCE) for each in tried]
    least, most = float(tried[0].epsilon), float(tried[-1].epsilon)
    line = [least * (most / least) ** (step / FINE) for step in range(FINE + 1)] if most > least else [least]
    bound = [most_right(attack.secret, decimal(round(x, 6), name="epsilon"), attack.options) for x in line]
    return Picture(
        title=attack.title,
        sentence=(
            f"On the naive release {percent(round(run.naive.share, 3))} of the facts are recovered. Guesses by answers of Diffident "
            f"are right between {percent(round(tried[0].share, 3))} and {percent(round(tried[-1].share, 3))} of the time "
            f"as epsilon goes from {number(least)} to {number(most)}, and the bound is never passed."
        ),
        x=Axis(name="epsilon", unit="in total", scale="log" if most > least else "linear"),
        footnote=f"{attack.happened}.",
        y=Axis(name="guesses that are right", unit="share"),
        marks=(
            Points(
                label="guesses by answers of Diffident, 95 %",
                hue=Hue.NOISE,
                x=tuple(float(each.epsilon) for each in tried),
                y=tuple(each.share for each in tried),
                low=tuple(low for low, _ in ends),
                high=tuple(high for _, high in ends),
            ),
            Curve(label="no attack is right more often", hue=Hue.NOISE, x=tuple(line), y=tuple(bound), dash="--"),
            Curve(
                label="facts recovered from the naive release",
                hue=Hue.SAMPLING,
                x=(least, most),
                y=(run.naive.share,) * 2,
            ),
            Limit(label="blind guesses", at=tried[0].blind),
        ),
    )
