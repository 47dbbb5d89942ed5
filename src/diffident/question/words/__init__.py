# SPDX-License-Identifier: Apache-2.0
"""The eleven words that a plan is made of, one a file: what was proved is what runs.

Rows that carry people pass the first seven, integers the last three.
"""

from diffident.question.words.by_keys import ByKeys
from diffident.question.words.count_of_keys import CountOfKeys
from diffident.question.words.derive import Derive
from diffident.question.words.join import Join
from diffident.question.words.keep import Keep
from diffident.question.words.per_person import PerPerson
from diffident.question.words.rows import Rows
from diffident.question.words.sum_of_integers import SumOfIntegers
from diffident.question.words.table import Table
from diffident.question.words.tally import Tally
from diffident.question.words.truncate import Truncate
from diffident.question.words.union import Union

WORDS = (Table, Keep, Derive, Join, Union, PerPerson, Truncate, ByKeys, SumOfIntegers, CountOfKeys, Tally)

__all__ = [
    "WORDS",
    "ByKeys",
    "CountOfKeys",
    "Derive",
    "Join",
    "Keep",
    "PerPerson",
    "Rows",
    "SumOfIntegers",
    "Table",
    "Tally",
    "Truncate",
    "Union",
]
