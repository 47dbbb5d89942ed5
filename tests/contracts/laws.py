# SPDX-License-Identifier: Apache-2.0
"""What each mechanism's output is, by the definition in the paper: the audit's, under the name by which tests know it."""

from diffident.lab.audit.laws import *  # noqa: F403 - all of it
