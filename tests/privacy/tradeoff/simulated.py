# SPDX-License-Identifier: Apache-2.0
"""What a planned release does, over and over: its errors by the mechanisms' own exact draws."""

import numpy as np
from scipy.special import bdtr

from diffident.privacy.laws import DiscreteLaplace
from diffident.privacy.mechanisms import Gaussian, Laplace, RandomizedResponse
from diffident.privacy.private import Private
from diffident.privacy.tradeoff.setting import Release, Trust
from diffident.randomness.bernoulli import bernoulli

FALSE_ALARM = 1e-10  # of one comparison; a test makes eight
CLOSE = 0.03  # how near prediction and simulation have to be
GRID = 1 << 20  # steps of a curator's real numbers, between the least and the most that one person moves them
FINE = 1 << 10  # steps of a value that a person makes noisy


def errors(plan, times, source, cells_in_use=1):
    """Return the errors of so many releases, a row each, for people who are placed as unluckily as possible."""
    if plan.setting.trust is Trust.NOBODY:
        return at_home(plan, times, source, cells_in_use)
    return averaged(plan, times, source) if plan.setting.release.is_average else totals(plan, times, source)


def noise(plan, shape, source, sensitivity=1, squared=None):
    """Return the noise of the mechanism that a curator would use for people who move so many steps."""
    zeros = Private(np.zeros(shape, np.int64))
    if plan.delta:
        far = {"sensitivity": sensitivity} if squared is None else {"sensitivity_squared": squared}
        return Gaussian(**far, epsilon=plan.epsilon, delta=plan.delta).draw(zeros, source)
    return Laplace(sensitivity=sensitivity, epsilon=plan.epsilon).draw(zeros, source)


def totals(plan, times, source):
    setting, moves = plan.setting, plan.setting.neighbours.moves
    if setting.release is Release.HISTOGRAM:
        return noise(plan, (times, setting.cells), source, moves, moves)
    if setting.release is Release.COUNT:
        return noise(plan, (times, 1), source)
    low, high = (float(end) for end in setting.bounds)
    far = max(high, 0) - min(low, 0) if moves == 2 else max(-low, high)
    return noise(plan, (times, 1), source, GRID) * (far / GRID)


def averaged(plan, times, source):
    setting, people, width = plan.setting, plan.people, float(plan.setting.width)
    grid = GRID if setting.release is Release.MEAN else 1
    if setting.sampled:
        share = setting.share or "0.5"
        asked = sum_of(lambda many: bernoulli(share, many, source), times, people)
        return ((asked + noise(plan, times, source, grid) / grid) / people - float(share)).reshape(-1, 1) * width
    if setting.neighbours.moves == 2:
        return noise(plan, (times, 1), source, grid) * (width / grid / people)
    yes = float(setting.share or 0) * people * grid
    above, below = (noise(plan, times, source, grid) + total for total in (yes, people * grid - yes))
    return (above / (above + below) - yes / grid / people).reshape(-1, 1) * width


def at_home(plan, times, source, cells_in_use):
    setting, people = plan.setting, plan.people
    scale = people if not setting.release.is_average else 1
    if setting.release.has_bounds:
        law = DiscreteLaplace(FINE / plan.epsilon)
        total = sum_of(lambda many: law.draw(many, source), times, people) / FINE
        if setting.sampled:
            total = total + sum_of(lambda many: bernoulli("0.5", many, source), times, people) - people / 2
        return (total / people).reshape(-1, 1) * float(setting.width) * scale
    response = RandomizedResponse(options=setting.cells, epsilon=plan.epsilon)
    a, b = response.constants
    answers, truth = answered(plan, times, source, cells_in_use)
    reports = response.draw(Private(answers), source)
    numbers = range(setting.cells) if setting.release is Release.HISTOGRAM else (0,)
    return np.stack([(a * (reports == number).mean(axis=1) - b - truth[number]) * scale for number in numbers], axis=1)


def answered(plan, times, source, cells_in_use):
    """Return people's answers, option 0 being what is asked for, and the true share of each option."""
    setting, people = plan.setting, plan.people
    if setting.release is Release.HISTOGRAM:
        row = np.arange(people) % cells_in_use
    elif setting.sampled:
        share = setting.share or "0.5"
        return np.where(bernoulli(share, times * people, source), 0, 1).reshape(times, people), [float(share)]
    else:
        yes = int(people * (setting.share or 0.5)) if setting.cells == 2 else people
        row = np.where(np.arange(people) < yes, 0, 1)
    truth = np.bincount(row, minlength=setting.cells) / people
    return np.broadcast_to(row, (times, people)), truth


def sum_of(draw, times, people):
    return draw(times * people).reshape(times, people).sum(axis=1)


def kept(errors, within):
    """Return in how many releases every number is within the distance."""
    return int((np.abs(errors).max(axis=1) <= within * (1 + 1e-12)).sum())


def surely_below(hits, times, chance):
    """Return whether so few hits are too few for such a chance of each."""
    return bdtr(hits, times, chance) < FALSE_ALARM


def surely_above(hits, times, chance):
    return surely_below(times - hits, times, 1 - chance)
