# SPDX-License-Identifier: Apache-2.0
"""The audit's questions, under the name by which tests of questions know them."""

from diffident.lab.audit.grammar import *  # noqa: F403 - all of it
