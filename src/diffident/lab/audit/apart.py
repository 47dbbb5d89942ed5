# SPDX-License-Identifier: Apache-2.0
"""How far apart two known laws certainly are, and how far apart a loss says they may be, in exact numbers."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final, TypeAlias

from diffident.exact import enclosure
from diffident.exact.enclosure import Enclosure
from diffident.exact.rounding import down_to
from diffident.privacy.loss import Approx, Atoms, Loss, LossDistribution, Pure, RenyiCurve

FINE: Final = Fraction(1, 2**200)  # sums are rounded down to multiples of this, which can only hide a loss
ORDERS: Final = (2, 3, 8)
STEP: Final = 2**-4  # losses closer together may share an atom
Known: TypeAlias = Mapping[Any, Enclosure]


def excess(p: Known, q: Known, epsilon: Fraction) -> Fraction:
    """Return what P(S) - e^epsilon Q(S) certainly reaches for some event S; `p` and `q` map outcomes to enclosures."""
    odds, left = enclosure.exp(epsilon).high, unlisted(q)
    gaps = (chance.low - odds * (q[outcome].high if outcome in q else left) for outcome, chance in p.items())
    return sum((down_to(gap, FINE) for gap in gaps if gap > 0), Fraction(0))


def moment(p: Known, q: Known, order: int) -> Fraction:
    """Return what the sum of P^order Q^(1 - order) certainly reaches."""
    left, total = unlisted(q), Fraction(0)
    for outcome, chance in p.items():
        other = q[outcome].high if outcome in q else left
        total += down_to(chance.low**order / max(other, FINE) ** (order - 1), FINE)
    return total


def unlisted(law: Known) -> Fraction:
    """Return the most that an outcome can have that is not listed: what the listed ones leave."""
    return max(1 - sum((down_to(chance.low, FINE) for chance in law.values()), Fraction(0)), Fraction(0))


def uncovered(loss: Loss, first: Known, second: Known) -> list[Fraction | int]:
    """Return where a loss says too little about two laws: each a number that names a bound and is certainly exceeded."""
    match loss:
        case Pure(epsilon) if excess(first, second, epsilon) > 0:
            return [epsilon]
        case Approx(epsilon, delta) if excess(first, second, epsilon) > delta:
            return [epsilon]
        case RenyiCurve(rho):
            return [order for order in ORDERS if moment(first, second, order) > grown(order, order * rho)]
        case LossDistribution():
            return _uncovered(loss, first, second)
        case _:
            return []


def _uncovered(loss: LossDistribution, first: Known, second: Known) -> list[Fraction | int]:
    """Both directions of a distribution say at least as much, since pairs are given both ways round."""
    spread = loss.epsilon or Fraction(2)
    found: list[Fraction | int] = [
        spread * share / 4
        for share in range(5)
        if excess(first, second, spread * share / 4) > least(loss, spread * share / 4)
    ]
    if loss.epsilon is not None and excess(first, second, loss.epsilon) > 0:
        found.append(loss.epsilon)
    wide = [order for order in ORDERS if moment(first, second, order) > grown(order, loss.renyi(Fraction(order)))]
    return found + wide


@cache
def least(loss: LossDistribution, epsilon: Fraction) -> Fraction:
    """Return the smaller of the excesses that the two directions of a loss say, from their atoms."""
    return min(told(atoms, epsilon) for atoms in (loss.removal(STEP), loss.addition(STEP)))


def told(atoms: Atoms, epsilon: Fraction) -> Fraction:
    """Return the excess of some atoms at an epsilon."""
    odds, known = enclosure.exp(epsilon).low, zip(atoms.p.tolist(), atoms.q.tolist(), strict=True)
    above = sum((max(Fraction(p) - odds * Fraction(q), Fraction(0)) for p, q in known), Fraction(0))
    return above + Fraction(atoms.only_p) + Fraction(atoms.error)


def grown(order: int, divergence: Fraction | float) -> Fraction:
    """Return e^((order - 1) * divergence), rounded up."""
    return enclosure.exp((order - 1) * Fraction(divergence)).high
