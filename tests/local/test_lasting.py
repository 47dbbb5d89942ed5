# SPDX-License-Identifier: Apache-2.0
"""Questions that are asked again: what one round tells, what all of them tell, and what a changed answer tells."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.local import LastingHashing, LastingResponse, LastingUnary, device
from diffident.randomness.source import Source
from local.laws import LazyMemo, law

SMALL = [
    LastingResponse(options=2, epsilon="0.5", lifetime=1),
    LastingResponse(options=3, epsilon=1, lifetime=2),
    LastingUnary(options=2, epsilon=1, lifetime=2),
    LastingHashing(options=4, epsilon=1, lifetime=2),
]
SEED = (3, 1)


def told(protocol, answers):
    """Return the law of the reports of one person who gives these answers round by round."""
    plan, seed = protocol.device(), SEED if isinstance(protocol, LastingHashing) else ()

    def run(draw):
        memo = LazyMemo(plan, draw)
        return [device.report(plan, answer, draw, seed, memo) for answer in answers]

    return law(run)


def ratio(laws):
    return max(max(each[report] for each in laws) / min(each[report] for each in laws) for report in laws[0])


@pytest.mark.parametrize("protocol", SMALL, ids=repr)
def test_one_round_tells_no_more_than_epsilon(protocol):
    far = ratio([told(protocol, [answer]) for answer in range(protocol.many)])
    assert far <= enclosure.exp(protocol.epsilon, 256).low
    assert far > enclosure.exp(protocol.epsilon * Fraction(999, 1000), 256).high


@pytest.mark.parametrize("protocol", SMALL, ids=repr)
@pytest.mark.parametrize("rounds", [2, 3])
def test_all_rounds_together_tell_no_more_than_the_lifetime(protocol, rounds):
    far = ratio([told(protocol, [answer] * rounds) for answer in range(protocol.many)])
    assert enclosure.exp(protocol.epsilon, 256).high < far <= enclosure.exp(protocol.loss.epsilon, 256).low
    assert protocol.told(rounds) == protocol.lifetime


@pytest.mark.parametrize("protocol", SMALL, ids=repr)
def test_an_answer_that_changes_tells_more(protocol):
    """Whoever sees many rounds sees that the permanent answer became another one."""
    far = ratio([told(protocol, answers) for answers in ([0] * 3, [0, 1, 1], [1, 0, 1], [1, 1, 0], [1] * 3)])
    assert far <= enclosure.exp(protocol.told(3, changing=True), 256).low
    assert protocol.told(3, changing=True) > protocol.lifetime


@pytest.mark.parametrize("protocol", SMALL, ids=repr)
def test_a_second_round_without_the_memo_is_refused(protocol):
    with pytest.raises(Refused) as refused:
        protocol.perturb([0, 1], round=2)
    assert refused.value.code == "memo_missing"


@pytest.mark.parametrize("protocol", SMALL, ids=repr)
def test_rounds_from_one_memo_agree_more_often_than_from_two(protocol):
    answers, source = np.zeros(4000, np.int64), Source.replay(1)
    memo = protocol.remember(answers.size, source)
    first, again = (protocol.perturb(answers, source, memo=memo, round=n).reshape(4000, -1)[:, -1] for n in (1, 2))
    other = protocol.perturb(answers, source).reshape(4000, -1)[:, -1]
    assert (first == again).mean() > (first == other).mean() + 0.01


@pytest.mark.parametrize("kind", [LastingResponse, LastingUnary, LastingHashing])
def test_a_lifetime_that_one_round_uses_up_is_refused(kind):
    with pytest.raises(Refused) as refused:
        kind(options=3, epsilon=2, lifetime=2)
    assert refused.value.code == "lifetime_too_short"


def test_the_memo_does_not_show_what_was_answered():
    """It has a permanent answer for every option before anything is asked."""
    plan = LastingResponse(options=3, epsilon=1, lifetime=2).device()
    assert len(device.remember(plan)) == 3
    assert len(device.remember(LastingUnary(options=4, epsilon=1, lifetime=2).device())) == 4
