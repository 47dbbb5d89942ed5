# SPDX-License-Identifier: Apache-2.0
"""The attacks of the lecture notes, on their own tables."""

import pytest

from diffident.errors import Refused
from diffident.invented.films import heard, ratings
from diffident.invented.notes import FOUR_ANONYMOUS, LONE, NAMES, SIX_ANONYMOUS, STAFF
from diffident.lab.anonymity import candidates, released
from diffident.lab.attacks.frequencies import area_under_curve
from diffident.lab.attacks.homogeneity import excluded
from diffident.lab.attacks.intersection import in_the_notes
from diffident.lab.attacks.linkage import linked
from diffident.lab.attacks.lone_row import described
from diffident.lab.attacks.minimality import at_the_ends
from diffident.lab.attacks.ratings import matched
from diffident.lab.attacks.reconstruction import bits_found

FIRST, SECOND = released(NAMES, FOUR_ANONYMOUS), released(NAMES, SIX_ANONYMOUS)


def test_alice_is_28_and_lives_in_13012():
    first, second, both = in_the_notes(zip="13012", age=28)
    assert first == {"AIDS", "heart disease", "viral infection"}
    assert second == {"AIDS", "tuberculosis", "flu", "cancer"}
    assert both == {"AIDS"}


def test_adi_is_58():
    assert in_the_notes(age=58)[2] == {"cancer", "viral infection"}


def test_everyone_in_their_thirties_has_cancer():
    assert candidates([FIRST], {"age": 30}) == candidates([FIRST], {"age": 39}) == {"cancer"}


def test_alice_has_no_broken_leg():
    assert "broken leg" not in candidates([FIRST], {"zip": "13012", "age": 28})
    assert excluded(FIRST, {"age": 28}) == {"cancer"}


def test_the_tables_keep_what_they_promise():
    assert [min(len(group.sensitive) for group in table) for table in (FIRST, SECOND)] == [4, 6]


def test_one_woman_of_the_faculty_is_south_asian():
    assert len(described(STAFF, LONE)) == 1
    assert all(len([row for row in STAFF if row[place] == LONE[place]]) > 1 for place in range(4))


def test_an_attack_names_what_the_release_lacks():
    with pytest.raises(Refused, match=r"release_lacks.*salary"):
        candidates([FIRST], {"salary": 3})
    with pytest.raises(Refused, match=r"release_lacks.*zip"):
        linked({}, {})
    with pytest.raises(Refused, match=r"release_lacks.*range of nation"):
        at_the_ends(FIRST, "nation")


def test_a_stranger_is_not_taken_for_somebody():
    published = ratings(1, people=300)
    strangers = [heard(ratings(2, people=300).of(who), who) for who in range(40)]
    assert [matched(published, each) for each in strangers].count(None) >= 36


def test_more_noise_or_fewer_counts_leave_more_bits_hidden():
    """Dinur and Nissim: beyond an error of the order of the root of n, many counts no longer help."""
    by_error = [bits_found(people=200, counts=800, error=error) for error in (1, 14, 100)]
    assert by_error[0] >= 0.95
    assert by_error[0] > by_error[1] > by_error[2]
    assert bits_found(people=200, counts=100, error=1) < bits_found(people=200, counts=400, error=1)


def test_membership_is_told_from_frequencies():
    import numpy as np

    from diffident.invented.genomes import genomes
    from diffident.lab.attacks.frequencies import PLACES, POOL, REFERENCE, nearness

    inside, outside, known = np.split(genomes(7, people=2 * POOL + REFERENCE, places=PLACES), [POOL, 2 * POOL])
    scores = [
        [nearness(each, inside.mean(axis=0), known.mean(axis=0)) for each in group] for group in (inside, outside)
    ]
    assert area_under_curve(*scores) >= 0.95
    assert 0.4 < area_under_curve(scores[1][::2], scores[1][1::2]) < 0.6
