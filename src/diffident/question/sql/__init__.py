# SPDX-License-Identifier: Apache-2.0
"""SELECT as it is written, read into a question. The text is read and then forgotten; nothing of it reaches an engine."""

from diffident.question.sql.examples import examples
from diffident.question.sql.select import read, read_tree

__all__ = ["examples", "read", "read_tree"]
