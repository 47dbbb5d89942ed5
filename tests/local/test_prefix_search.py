# SPDX-License-Identifier: Apache-2.0
"""Words that are found letter by letter."""

from fractions import Fraction

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.local import PrefixSearch
from diffident.randomness.source import Source

WORDS = ["anna", "berta", "ann", "zoe", ""]


def search(**given):
    return PrefixSearch(**{"alphabet": "abenortz", "length": 5, "epsilon": 3, "keep": 6, **given})


def test_frequent_words_are_found_with_their_shares():
    people = 40_000
    parts = [0.4, 0.3, 0.2, 0.05, 0.05]
    words = np.repeat(WORDS, [round(part * people) for part in parts]).tolist()
    protocol = search()
    found = protocol.estimate(protocol.perturb(words, Source.replay(3)))
    shares = dict(zip(found.options, found.values, strict=True))
    assert list(shares)[:3] == ["anna", "berta", "ann"]
    low, high = found.interval("0.999999")
    assert ((low[:3] <= parts[:3]) & (parts[:3] <= high[:3])).all()


def test_a_report_tells_no_more_than_epsilon():
    """A report is one cell of a public hash: what stays is at most e^epsilon times as likely as what it turns to."""
    protocol = search()
    stays = Fraction(protocol.inside, 2**64)
    assert stays / ((1 - stays) / (protocol.cells - 1)) <= enclosure.exp(protocol.loss.epsilon, 256).low
    reports = protocol.perturb(["anna"] * 20_000, Source.replay(1))
    groups = np.bincount(reports[:, 0], minlength=protocol.groups)
    assert (np.abs(groups - 5_000) < 500).all()
    assert (protocol.perturb(["zoe"] * 20_000, Source.replay(1))[:, :-1] == reports[:, :-1]).all()


def test_unknown_letters_end_a_word():
    assert (search().letters(["ann!a", "annas-long"]) == search().letters(["ann", "annax"])).all()


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"alphabet": "a"}, "not_an_alphabet"),
        ({"alphabet": "aab"}, "not_an_alphabet"),
        ({"length": 1}, "number_out_of_range"),
        ({"keep": 0}, "number_out_of_range"),
        ({"epsilon": 11}, "epsilon_above_cap"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(given, code):
    with pytest.raises(Refused) as refused:
        search(**given)
    assert refused.value.code == code


def test_reports_of_another_search_are_refused():
    with pytest.raises(Refused) as refused:
        search().estimate(search(length=4).perturb(["anna"]))
    assert refused.value.code == "not_a_report"
