# SPDX-License-Identifier: Apache-2.0
"""Which error law a setting has: one line for each release under each kind of trust."""

from dataclasses import replace
from fractions import Fraction
from typing import Final, cast

from diffident.privacy.accounting.report import Report
from diffident.privacy.person import Neighbours
from diffident.privacy.reach import Reach
from diffident.privacy.tradeoff.above import Above
from diffident.privacy.tradeoff.added import Added, Divided
from diffident.privacy.tradeoff.collected import NoisySum, NoisyTotal, NoisyValues, RandomisedResponse
from diffident.privacy.tradeoff.law import ErrorLaw
from diffident.privacy.tradeoff.named import Counted, Named
from diffident.privacy.tradeoff.noise import Noise
from diffident.privacy.tradeoff.pair import ComplementPair
from diffident.privacy.tradeoff.reports import Reports
from diffident.privacy.tradeoff.setting import Release, Setting, Trust
from diffident.privacy.tradeoff.shuffled import Shuffled
from diffident.privacy.tradeoff.top import Top

GRID: Final = 1 << 20  # a curator keeps real values to a millionth of what one person can move
COARSE: Final = 8  # and in a sample, where chance is much larger than noise, an eighth is as good


def law_of(setting: Setting) -> ErrorLaw:
    """Return how far the release of a setting may be from the truth."""
    match setting.trust:
        case Trust.NOBODY:
            return _local(setting)
        case Trust.SHUFFLER:
            alike = Report(None if setting.release.has_bounds else setting.cells)
            return Shuffled(collected=_local(setting), alike=alike, delta=_delta(setting))
        case _:  # a curator
            if setting.release.needs_curator:
                return _chosen(setting)
            return _average(setting) if setting.release.is_average else _total(setting)


def _delta(setting: Setting) -> Fraction:
    """Return the delta of a setting that has one: what can do without is another release, or trusts nobody."""
    return cast("Fraction", setting.delta)


def _chosen(setting: Setting) -> ErrorLaw:
    """What a curator picks by counts that are not released."""
    one_way, many = setting.neighbours is Neighbours.ADD_REMOVE, setting.cells
    match setting.release:
        case Release.THRESHOLD:
            return Above(take=setting.take, answers=many, one_way=one_way)
        case Release.CATEGORIES:
            return Named(delta=_delta(setting), each=setting.groups_per_person)
        case Release.COUNTED_CATEGORIES:
            return Counted(delta=_delta(setting), each=setting.groups_per_person)
        case _:
            return Top(take=setting.take, among=many, one_way=one_way, delta=setting.delta)


def _total(setting: Setting) -> ErrorLaw:
    """A curator's count, sum or histogram."""
    if setting.release is Release.HISTOGRAM:
        moved = Reach.of_counts(setting.neighbours)
        noise = Noise(int(moved.l1), int(moved.l2_squared), setting.delta, setting.neighbours.moves)
        return Added(noise=noise, numbers=setting.cells, grain=Fraction(1))
    if setting.release is Release.COUNT:
        return Added(noise=Noise(delta=setting.delta), grain=Fraction(1))
    far = Reach.of_sum(setting.neighbours, *setting.bounds).l1
    return Added(noise=Noise(GRID, GRID**2, setting.delta), step=far / GRID)


def _average(setting: Setting) -> ErrorLaw:
    """A curator's mean or share."""
    is_share = setting.release is Release.SHARE
    grid = 1 if is_share else COARSE if setting.sampled else GRID
    noise = Noise(grid, grid**2, setting.delta)
    if setting.sampled:
        return (NoisyTotal if is_share else NoisySum)(noise=noise, share=setting.share, width=setting.width)
    if setting.neighbours is Neighbours.REPLACE:
        return Divided(noise=noise, step=setting.width / grid)
    return ComplementPair(
        noise=replace(noise, numbers=1 if is_share else 2), width=setting.width, steps=grid, mean=setting.share
    )


def _local(setting: Setting) -> Reports:
    """Reports that people randomise themselves."""
    total = not setting.release.is_average
    if setting.release.has_bounds:
        return NoisyValues(sampled=setting.sampled, total=total, width=setting.width)
    return RandomisedResponse(
        options=setting.cells,
        sampled=setting.sampled,
        share=setting.share,
        total=total,
        numbers=setting.cells if setting.release is Release.HISTOGRAM else 1,
        grain=None,
    )
