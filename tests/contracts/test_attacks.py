# SPDX-License-Identifier: Apache-2.0
"""What holds for every attack: it recovers facts from a naive release, and against Diffident it stays within the region."""

from fractions import Fraction

import pytest

from diffident.errors import Refused
from diffident.lab.attacks import ATTACKS
from diffident.lab.attacks.asked import asked, curator_of
from diffident.lab.attacks.bound import Secret, most_right
from diffident.lab.attacks.linkage import Linkage
from diffident.lab.interval import at_least
from diffident.randomness.source import Source

FALSE_ALARM = 1e-9
ROUNDS = 300
AT_LEAST = {  # of the facts that an attack goes for, on the naive release
    "linkage": 0.9,
    "ratings": 0.8,
    "reconstruction": 0.95,
    "frequencies": 0.9,
    "intersection": 0.1,
    "homogeneity": 0.6,
    "smoking": 0.5,
    "lone-row": 0.5,
    "searches": 0.9,
}
EXACT = {"minimality", "downcoding", "differencing", "averaging", "genome", "far-bin", "weights"}


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda kind: kind.name)
class TestEveryAttack:
    @pytest.mark.parametrize("number", [1, 2])
    def test_it_recovers_facts_from_the_naive_release(self, attack, number):
        found = attack().naive(number)
        assert found.share >= (1 if attack.name in EXACT else AT_LEAST[attack.name])
        assert found.share > found.blind
        assert found == attack().naive(number)

    @pytest.mark.statistical(false_alarm=FALSE_ALARM)
    def test_against_diffident_it_is_never_right_more_often_than_the_region_allows(self, attack):
        tried = asked(attack(), epsilon=1, rounds=ROUNDS, source=Source.replay(61))
        assert not is_above(tried.right, tried.of, tried.most)
        twin = min(ROUNDS, round(ROUNDS * (tried.most + 0.4)))  # nearly always right, as on a naive release
        assert is_above(twin, ROUNDS, tried.most)

    def test_it_tells_neighbouring_twins_apart_and_nothing_else(self, attack):
        """Twins are neighbours, or two steps apart where a value is exchanged: one person's rows differ, no more."""
        first, *others = (rows_of(attack().twin(option)) for option in range(attack.options))
        steps = 1 if attack.secret is Secret.PRESENCE else 2
        assert all(len(first ^ other) == steps for other in others)

    def test_when_its_questions_are_paid_for_nothing_is_left(self, attack):
        curator = curator_of(attack().twin(0), 1)
        for question in attack().questions:
            curator.ask(question, epsilon=Fraction(1, len(attack().questions)))
        with pytest.raises(Refused, match="budget_exhausted"):
            curator.ask("SELECT COUNT(*) AS another FROM people WHERE person > 1", epsilon="0.1")


def is_above(right, of, most):
    return at_least(right, of, FALSE_ALARM) > most


def rows_of(twin):
    names = list(twin.columns)
    return frozenset(zip(*(twin.columns[name].tolist() for name in names), strict=True))


def test_answers_that_cost_more_than_was_said_are_noticed():
    tried = asked(Linkage(), epsilon=8, rounds=ROUNDS, source=Source.replay(61))
    assert is_above(tried.right, tried.of, most_right(Secret.VALUE, 1, Linkage.options))
