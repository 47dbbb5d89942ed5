# SPDX-License-Identifier: Apache-2.0
"""A function fits in a glance, a file in one sitting."""

from architecture.tree import DEFINITIONS, MODULES

LONGEST_FILE = 300
LONGEST_BODY = 40
NINE_IN_TEN = 20


def test_no_file_is_longer_than_a_sitting():
    assert [str(module) for module in MODULES if module.text.count("\n") > LONGEST_FILE] == []


def test_no_body_is_longer_than_a_screen():
    assert [str(found) for found in DEFINITIONS if found.length > LONGEST_BODY] == []


def test_nine_functions_in_ten_fit_in_a_glance():
    lengths = sorted(found.length for found in DEFINITIONS)
    assert lengths[len(lengths) * 9 // 10] <= NINE_IN_TEN
