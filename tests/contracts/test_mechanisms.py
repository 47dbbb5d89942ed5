# SPDX-License-Identifier: Apache-2.0
"""What every mechanism must keep: its loss, its law, its error bars and its event, on examples known to the last outcome."""

import inspect
import json
from fractions import Fraction

import pytest

from contracts.apart import uncovered
from contracts.fit import fits
from contracts.mechanisms import EXAMPLES
from diffident.privacy.mechanisms import MECHANISMS
from diffident.randomness.source import Source

CONFIDENCES = ["0.5", "0.95", "0.999"]
CLOSE = Fraction(1, 10**9)  # what error bars in floats may be off by


def of(mechanism):
    """Return the examples of one mechanism; one without examples has no contract."""
    found = [example for example in EXAMPLES if example.kind is mechanism]
    assert found, f"{mechanism.__name__} needs an example in tests/contracts/mechanisms.py"
    return found


def refuted(example, mechanism):
    """Return the neighbours whose outputs, by this mechanism's law, are further apart than the example's loss says."""
    known = {id(values): example.known(mechanism, values) for pair in example.pairs for values in pair}
    loss = example.mechanism.loss
    return [pair for pair in example.pairs if uncovered(loss, *(known[id(values)] for values in pair))]


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_loss_covers_what_neighbours_show(mechanism):
    """Every event of every pair of neighbours, both ways round, at several epsilons and orders, in exact numbers."""
    for example in of(mechanism):
        assert refuted(example, example.mechanism) == [], example


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_loss_does_not_cover_a_twin_with_less_noise(mechanism):
    for example in of(mechanism):
        assert refuted(example, example.twin(example.loose)), example


@pytest.mark.statistical(false_alarm=1e-9)
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_outputs_follow_the_law_and_not_that_of_a_twin(example):
    tape = Source.replay(1)
    outputs = [example.drawn(tape) for _ in range(example.draws)]
    right, wrong = (
        {outcome: chance.low for outcome, chance in example.known(mechanism, example.values).items()}
        for mechanism in (example.mechanism, example.twin())
    )
    assert fits(outputs, right, 1e-9)
    assert not fits(outputs, wrong, 1e-9)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_same_tape_gives_the_same_output(mechanism):
    for example in of(mechanism):
        one, again, other = ([example.drawn(Source.replay(tape)) for tape in range(n, n + 50)] for n in (0, 0, 50))
        assert one == again
        assert one != other


@pytest.mark.parametrize("confidence", CONFIDENCES)
@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_error_bar_covers_and_is_the_smallest_where_it_says_so(mechanism, confidence):
    for example in of(mechanism):
        far = Fraction(example.mechanism.error(confidence, **example.asked))
        assert example.within(example.mechanism, far + CLOSE).high >= Fraction(confidence), example
        if example.step is not None and far >= example.step:
            assert example.within(example.mechanism, far - example.step + CLOSE).low < Fraction(confidence), example


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_the_event_is_plain_data_from_which_the_mechanism_can_be_built_again(mechanism):
    taken = inspect.signature(mechanism).parameters
    for example in of(mechanism):
        told = json.loads(json.dumps(example.mechanism.event.as_json()))
        again = mechanism(**{name: read(text) for name, text in told["parameters"].items() if name in taken})
        assert again == example.mechanism
        assert again.event.as_json() == told
        assert example.twin() != example.mechanism
        assert example.twin().event != example.mechanism.event


def read(text):
    """Return what an event says about one parameter."""
    if " " in text:
        return [Fraction(each) for each in text.split()]
    return text == "True" if text in ("True", "False") else Fraction(text)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_release_is_a_plain_number_for_a_number_and_an_array_for_several(mechanism):
    for example in of(mechanism):
        assert type(example.mechanism.release(example.values)) is example.plain, example


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_mechanism_shows_its_parameters_and_keeps_them(mechanism):
    for example in of(mechanism):
        built = example.mechanism
        assert all(text in repr(built) for text in built.event.parameters.values())
        assert hash(built) == hash(mechanism(**example.given))
        with pytest.raises(AttributeError):
            built.epsilon = 0
