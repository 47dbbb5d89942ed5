# SPDX-License-Identifier: Apache-2.0
"""Proposal times coin is the law, place by place; the far ends are reached; floats never decide."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from diffident.randomness import bell as room
from diffident.randomness.bell import BAND, FEW, KINDS, Bell
from diffident.randomness.cells import Cells
from diffident.randomness.source import Source
from diffident.randomness.table import UNSURE
from randomness.fit import edges, follows, gaussian_below, laplace_below

WORD = 1 << 64
BELLS = {
    "laplace, single places": Bell.laplace(Fraction(5, 3)),
    "laplace, 2 places a cell": Bell(Cells(Fraction(1, 9), Fraction(0), 1, 5), near=5),
    "laplace, 16 places a cell": Bell.laplace(Fraction(1000)),
    "laplace, 256 places a cell and the shortest coins": Bell.laplace(Fraction(10_001)),
    "gaussian, single places": Bell.gaussian(Fraction(5)),
    "gaussian, 4 places a cell": Bell(Cells(Fraction(0), Fraction(1, 200), 2, 6), near=2),
    "gaussian, 2^33 places a cell": Bell.gaussian(Fraction(1 << 80)),
    "slope and curve": Bell(Cells(Fraction(1, 20), Fraction(1, 900), 3, 4), near=4),
}


@pytest.fixture(params=BELLS)
def bell(request):
    return BELLS[request.param]


def law(cells, z):
    """Return exp(-exponent), exactly but for 300 bits."""
    exponent = cells.slope * abs(z) + cells.curve * z * z
    with mpmath.workprec(300):
        return mpmath.exp(-mpmath.mpf(exponent.numerator) / exponent.denominator)


def bytes_of(*words):
    """Return a tape of words, each given with its number of bytes."""
    return b"".join(word.to_bytes(size, "little") for word, size in words)


def word_for(bell, side):
    """Return 16 bits that certainly begin this side, and the 48 bits after them, by the bounds of its interval."""
    low, high = bell._table.cuts(64)
    index = side + bell._cells.count + 1
    first, final = [0, *high][index], [*low, WORD][index]
    number = (first + final) // 2
    return number >> 48, (number & (1 << 48) - 1) << 16


def kept(bell, side, within, number):
    """Return whether a coin keeps a place in a cell if 64 bits of its uniform number are these, and 0s follow."""
    known = bell._width - bell._cells.fine
    places = np.array([number >> 64 - known << bell._cells.fine | within], KINDS[bell._width])
    tape = Source.replay(bytes_of(((number << known) % WORD, 8), (0, 8)))
    return bool(bell._kept(np.array([side]), places, tape)[0])


def least_rejected(keeps):
    """Return how many of all 64-bit numbers are kept: those below it are, the others not."""
    low, high = 0, WORD
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if keeps(middle) else (low, middle)
    return low


def chance_in_cell(bell, side, within):
    """Return the chance to be kept, by the code, up to 2^-64."""
    return least_rejected(lambda number: kept(bell, side, within, number)) if bell._width else WORD


def places_of(bell, side, within):
    """Return the number that the code gives a place of a side."""
    return int(bell._joined(np.array([side]), np.array([within]))[0])


def sampled(bell):
    cells = bell._cells
    for side in {-cells.count, -cells.count // 2, -2, -1, 0, 1, cells.count // 2, cells.count - 1}:
        yield from ((side, within) for within in sorted({0, cells.size // 3, cells.size - 1}))


def test_proposal_times_coin_is_the_law(bell):
    """A place is proposed by its cell's share of all, split evenly, and kept by the coin: the law, up to a constant."""
    cells = bell._cells
    low, _ = bell._table.cuts(400)
    shares = np.diff(np.array([0, *low, 1 << 400], object))
    constants = []
    with mpmath.workprec(300):
        for side, within in sampled(bell):
            proposed = mpmath.mpf(int(shares[side + cells.count + 1])) / cells.size
            constants.append(proposed * chance_in_cell(bell, side, within) / law(cells, places_of(bell, side, within)))
        assert max(constants) / min(constants) - 1 < mpmath.mpf(2) ** -58
        constants[-1] *= mpmath.mpf(1 + 2**-50)
        assert max(constants) / min(constants) - 1 > mpmath.mpf(2) ** -58


def test_what_lies_beyond_is_proposed_and_kept_by_the_same_constant(bell):
    cells = bell._cells
    low, _ = bell._table.cuts(400)
    shares = np.diff(np.array([0, *low, 1 << 400], object))
    with mpmath.workprec(300):
        steep = mpmath.mpf(cells.steepness.numerator) / cells.steepness.denominator
        center = mpmath.mpf(int(shares[cells.count + 1])) / cells.size
        for side in (-cells.count - 1, cells.count):
            start = cells.end if side > 0 else -cells.end - 1
            first = mpmath.mpf(int(shares[side + cells.count + 1])) * -mpmath.expm1(-steep)
            assert abs(first / law(cells, start) / center - 1) < mpmath.mpf(2) ** -200


def beyond(bell, step, number, *, mirrored):
    """Return what is proposed beyond the cells if the series says `step`, and the coin's number begins so."""
    series = Bell.laplace(1 / bell._cells.steepness) if bell._cells.curve else bell
    word, _ = word_for(series, step >> series._cells.fine)
    place = bytes_of((step % series._cells.size, series._width // 8))
    tape = Source.replay(bytes_of((word, 2)) + place + bytes_of((number, 8), (0, 8)))
    return bell._beyond(tape, mirrored=mirrored)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("step", [0, 1, 2])
def test_the_coin_beyond_the_cells_makes_up_for_the_curve(bell, step, mirrored):
    cells = bell._cells
    start = -cells.end - 1 if mirrored else cells.end
    value = start - step if mirrored else start + step
    kept = least_rejected(lambda number: beyond(bell, step, number, mirrored=mirrored) is not None)
    with mpmath.workprec(300):
        steep = mpmath.mpf(cells.steepness.numerator) / cells.steepness.denominator
        due = law(cells, value) / law(cells, start) * mpmath.exp(steep * step) * WORD
        assert due - 1 <= kept <= due + 1
    assert beyond(bell, step, 0, mirrored=mirrored) == value


def test_the_first_look_keeps_only_what_any_coin_would_keep(bell):
    """At every place of the cells that it may decide, the law fell by less than what the look takes for granted."""
    if not bell._width:
        assert bell._cells.size == 1
        return
    cells, known = bell._cells, bell._width - bell._cells.fine
    shown = [side for side in range(-cells.count, cells.count) if looks(bell, side)]
    assert shown
    for side in (shown[0], -1, 0, shown[-1]):
        with mpmath.workprec(300):
            chance = law(cells, places_of(bell, side, cells.size - 1)) / law(cells, places_of(bell, side, 0))
            assert bell._sure >> cells.fine <= chance * (1 << known)
    assert bell._sure % cells.size == 0


def looks(bell, side):
    return places_of(bell, side, 0) in bell._guide


def test_the_first_look_shows_nothing_beyond_the_near_cells():
    bell = BELLS["gaussian, 2^33 places a cell"]
    shown = bell._guide[bell._guide != UNSURE] >> bell._cells.fine
    assert shown.min() >= -bell._cells.count // 2
    assert shown.max() < bell._cells.count // 2


def test_floats_are_nearer_to_the_truth_than_the_band():
    """The fall, its exponential and the number, all in floats, against rationals: 2^-48 is promised, 2^-40 allowed."""
    for bell in (
        BELLS["gaussian, 2^33 places a cell"],
        Bell.gaussian(Fraction(1 << 120)),
        Bell.laplace(Fraction(1 << 60)),
    ):
        cells, tape = bell._cells, Source.replay(11)
        for _ in range(100):
            start, step = tape.bits(62) % cells.end, tape.bits(60) % cells.size
            fall = np.int64(step) * (float(cells.slope) + float(cells.curve) * (2.0 * np.int64(start) + np.int64(step)))
            true = cells.fall(start, step)
            with mpmath.workprec(300):
                exact = mpmath.exp(-mpmath.mpf(true.numerator) / true.denominator)
                assert abs(exact - float(np.exp(-fall))) < 2.0**-50
        assert BAND == 2.0**-40


def test_a_coin_in_the_band_is_decided_by_whole_numbers_and_reaches_both_sides(bell):
    """The 64 bits equal those of the chance; what follows decides, to the last bit."""
    if not bell._width:
        return
    cells, side, within = bell._cells, 1, bell._cells.size - 1
    with mpmath.workprec(300):
        chance = law(cells, places_of(bell, side, within)) / law(cells, places_of(bell, side, 0))
        due = int(chance * WORD * WORD)
    number, more, known = due >> 64, due % WORD, bell._width - cells.fine
    places = np.array([number >> 64 - known << cells.fine | within], KINDS[bell._width])
    for step in (-1, 1):
        tape = Source.replay(bytes_of(((number << known) % WORD, 8), (more + step, 8)))
        assert bell._kept(np.array([side]), places, tape).tolist() == [step < 0]


@pytest.mark.parametrize("times", [1, 2, 5])
def test_the_tail_has_no_end(times):
    """Where the table ends a new draw begins there, as often as the bits say so: nothing is cut."""
    bell = BELLS["laplace, single places"]
    word, _ = word_for(bell, 3)
    outmost = bytes_of((0xFFFF, 2), (WORD - 1, 8))
    tape = Source.replay(outmost * times + bytes_of((word, 2)) + bytes(16 * times))
    assert bell.one(tape) == times * bell._cells.end + 3


def test_both_ends_are_reached_and_mirror_each_other():
    bell = BELLS["laplace, single places"]
    word, _ = word_for(bell, 3)
    least, most = bytes_of((0, 2), (1 << 16, 8)), bytes_of((0xFFFF, 2), (WORD - 1, 8))
    ends = [bell.one(Source.replay(outmost + bytes_of((word, 2)) + bytes(16))) for outmost in (least, most)]
    assert ends == [-bell._cells.end - 4, bell._cells.end + 3]


def test_what_64_bits_do_not_hold_is_a_python_integer():
    bell = Bell.laplace(Fraction(1 << 60))
    word, rest = word_for(bell, bell._cells.count)
    far = bytes_of((word, 2), (0, 8), (rest, 8), (0, 8))
    tape = Source.replay(far * 12 + bytes(400))
    few = bell.draw(1, tape)
    assert few.dtype == object
    assert type(few[0]) is int
    assert few[0] > 1 << 63
    many = bell.draw(2_000_000, Source.replay(9))
    assert many.dtype == object
    assert {type(value) for value in many.tolist()} == {int}
    assert max(many) > 1 << 63
    assert min(many) < -(1 << 63)


@pytest.mark.parametrize("value", [-(1 << 63) - 1, -(1 << 63), 0, (1 << 63) - 1, 1 << 63])
def test_64_bits_end_where_they_end(value):
    held = room._narrow([0, value])
    assert held.tolist() == [0, value]
    assert (held.dtype == np.int64) == (-(1 << 63) <= value < 1 << 63)


def test_what_64_bits_hold_is_64_bits():
    assert BELLS["gaussian, 2^33 places a cell"].draw(100_000, Source.replay(9)).dtype == np.int64


def test_a_rejected_proposal_is_drawn_anew():
    """The first place of the tape is rejected by its coin; side, cell and place all come from the bits that follow."""
    bell = BELLS["slope and curve"]
    cells, (word, _), (other, _) = bell._cells, word_for(bell, 2), word_for(bell, -1)
    rejected = bytes_of((word, 2), (0xFFFF, 2), (0, 8), (WORD - 1, 8))
    tape = Source.replay(rejected + bytes_of((other, 2), (3, 2)))
    assert bell.one(tape) == places_of(bell, -1, 3)
    assert cells.fine == 3


@pytest.mark.parametrize("count", [0, 1, FEW, FEW + 1, 100, 101, 299])
def test_as_many_are_drawn_as_were_asked_for(bell, count, monkeypatch):
    """In one chunk, in several, and where the last one is short."""
    monkeypatch.setattr(room, "CHUNK", 100)
    drawn = bell.draw(count, Source.fresh())
    assert drawn.shape == (count,)
    assert drawn.dtype == np.int64


@pytest.mark.parametrize("name", ["laplace, single places", "laplace, 16 places a cell", "gaussian, single places"])
def test_every_first_word_gives_what_its_continuations_give(name):
    """All 65,536 beginnings, prolonged by 0s and by 1s: what the guide shows lies between the two."""
    bell = BELLS[name]
    words = np.arange(1 << 16).astype(np.uint16)
    least, most = (
        bell._table.settle(words, Source.replay(end * 8 * words.size)) - bell._cells.count - 1
        for end in (b"\x00", b"\xff")
    )
    sure = bell._guide != UNSURE
    assert sure.mean() > 0.9
    assert (least[sure] == most[sure]).all()
    assert (bell._joined(least, np.zeros_like(least))[sure] == bell._guide[sure]).all()


@pytest.mark.parametrize(("fine", "few"), [(0, False), (1, True), (2, False)])
@pytest.mark.statistical(false_alarm=1e-9)
def test_cells_and_what_lies_beyond_make_one_law_however_few_cells(fine, few):
    """Six cells a side: most draws come from beyond or need the coin, one by one or together, and the law is the same."""
    spread, tape = 9 << fine, Source.replay(31 + fine)
    laplace = Bell(Cells(Fraction(1, spread), Fraction(0), fine, 6), near=3)
    gaussian = Bell(Cells(Fraction(0), Fraction(1, 2 * spread * spread), fine, 6), near=6)
    for bell, below in ((laplace, laplace_below), (gaussian, lambda scale: gaussian_below(scale * scale))):
        drawn = [bell.one(tape) for _ in range(20_000)] if few else bell.draw(20_000, tape)
        assert follows(drawn, edges(spread), below(Fraction(spread)))
        assert not follows(drawn, edges(spread), below(Fraction(11 * spread, 10)))
