# SPDX-License-Identifier: Apache-2.0
"""How far apart two known laws certainly are, and how far apart a loss says they may be, in exact numbers."""

from fractions import Fraction
from functools import cache

from diffident.exact import enclosure
from diffident.exact.rounding import down_to
from diffident.privacy.loss import Approx, LossDistribution, Pure, RenyiCurve

FINE = Fraction(1, 2**200)  # sums are rounded down to multiples of this, which can only hide a loss
ORDERS = (2, 3, 8)
STEP = 2**-4  # losses closer together may share an atom


def excess(p, q, epsilon):
    """Return what P(S) - e^epsilon Q(S) certainly reaches for some event S; `p` and `q` map outcomes to enclosures."""
    odds, left = enclosure.exp(epsilon).high, unlisted(q)
    gaps = (chance.low - odds * (q[outcome].high if outcome in q else left) for outcome, chance in p.items())
    return sum(down_to(gap, FINE) for gap in gaps if gap > 0)


def moment(p, q, order):
    """Return what the sum of P^order Q^(1 - order) certainly reaches."""
    left, total = unlisted(q), Fraction(0)
    for outcome, chance in p.items():
        other = q[outcome].high if outcome in q else left
        total += down_to(chance.low**order / max(other, FINE) ** (order - 1), FINE)
    return total


def unlisted(law):
    """Return the most that an outcome can have that is not listed: what the listed ones leave."""
    return max(1 - sum(down_to(chance.low, FINE) for chance in law.values()), Fraction(0))


def uncovered(loss, first, second):
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
    return []


def _uncovered(loss, first, second):
    """Both directions of a distribution say at least as much, since pairs are given both ways round."""
    spread = loss.epsilon or Fraction(2)
    found = [
        spread * share / 4
        for share in range(5)
        if excess(first, second, spread * share / 4) > least(loss, spread * share / 4)
    ]
    if loss.epsilon is not None and excess(first, second, loss.epsilon) > 0:
        found.append(loss.epsilon)
    wide = [order for order in ORDERS if moment(first, second, order) > grown(order, loss.renyi(Fraction(order)))]
    return found + wide


@cache
def least(loss, epsilon):
    """Return the smaller of the excesses that the two directions of a loss say, from their atoms."""
    return min(told(atoms, epsilon) for atoms in (loss.removal(STEP), loss.addition(STEP)))


def told(atoms, epsilon):
    """Return the excess of some atoms at an epsilon."""
    odds, known = enclosure.exp(epsilon).low, zip(atoms.p.tolist(), atoms.q.tolist(), strict=True)
    above = sum(max(Fraction(p) - odds * Fraction(q), Fraction(0)) for p, q in known)
    return above + Fraction(atoms.only_p) + Fraction(atoms.error)


def grown(order, divergence):
    """Return e^((order - 1) * divergence), rounded up."""
    return enclosure.exp((order - 1) * Fraction(divergence)).high
