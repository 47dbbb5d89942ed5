# SPDX-License-Identifier: Apache-2.0
"""Every other place where somebody gives a number: losses, groups, reach, the region, prices and promises."""

from fractions import Fraction

import pytest

from diffident.privacy.group import of_group
from diffident.privacy.loss import Approx, Pure, RenyiCurve
from diffident.privacy.person import Neighbours
from diffident.privacy.reach import Reach
from diffident.privacy.region import Region
from hostile.inputs import BAD, label, refusal_of

APPROX = Approx(Fraction(1), Fraction(1, 10**6))
ADD = Neighbours.ADD_REMOVE
DOORS = [  # what it is, what kind of number is due, how it is given
    ("a region's epsilon", "epsilon", Region.of),
    ("a region's delta", "delta", lambda given: Region.of(1, given)),
    ("a region's odds", "positive", Region.of_odds),
    ("a chance", "share", lambda given: Region.of(1).possible(given)),
    ("a belief", "share", lambda given: Region.of(1).posterior(given)),
    ("rows of a person", "count", lambda given: Reach.of_counts(ADD, rows_per_person=given)),
    ("rows of a group", "count", lambda given: Reach.of_counts(ADD, rows_per_person=5, rows_per_group=given)),
    ("rows of a sum", "count", lambda given: Reach.of_sum(ADD, Fraction(0), Fraction(1), rows_per_person=given)),
    ("rows of vectors", "count", lambda given: Reach.of_vectors(ADD, l1=1, l2_squared=1, rows_per_person=given)),
    ("length of vectors", "count", lambda given: Reach.of_vectors(ADD, l1=given, l2_squared=1)),
    ("square of vectors", "count", lambda given: Reach.of_vectors(ADD, l1=1, l2_squared=given)),
    ("a household", "count", lambda given: of_group(Pure(Fraction(1)), given)),
    ("a household with delta", "count", lambda given: of_group(APPROX, given)),
    ("a household with rho", "count", lambda given: of_group(RenyiCurve(Fraction(1)), given)),
]
EXTREMES = [0, 1, 2, 10**15, 2**62, 2**62 + 1, 10**18, "1e300", "1e900", "1e-300", "1e-900", 5e-324, "0." + "9" * 900]


@pytest.mark.parametrize(("kind", "door"), [door[1:] for door in DOORS], ids=[door[0] for door in DOORS])
def test_a_bad_number_is_refused_with_its_code(kind, door):
    wrong = [
        (label(value), code, refusal and refusal.code)
        for value, code in BAD[kind]
        for refusal in [refusal_of(lambda value=value: door(value))]
        if value is not None and (refusal is None or refusal.code != code)
    ]
    assert wrong == []


@pytest.mark.parametrize("door", [door[2] for door in DOORS], ids=[door[0] for door in DOORS])
def test_an_extreme_number_is_answered_or_refused(door):
    for value in EXTREMES:
        refusal_of(lambda value=value: repr(door(value)))


def test_limits_are_never_read_from_data_nor_swapped():
    for low, high in [(10, 0), (1, 1), (Fraction(3), Fraction(3))]:
        refusal = refusal_of(lambda low=low, high=high: Reach.of_sum(ADD, Fraction(low), Fraction(high)))
        assert refusal.code == "bounds_empty"


def test_what_a_region_says_at_its_ends_stays_a_chance():
    for region in (Region.of(1000), Region.of(Fraction(1, 2**30)), Region.of_odds("1e900"), Region.of(1, "0.999")):
        for chance in (0, 1, "1e-900", "0." + "9" * 900):
            assert all(0 <= end <= 1 for end in (*region.possible(chance), *region.posterior(chance)))
        assert 0 <= region.advantage <= 1
        assert 0 <= region.best_guess <= 1
