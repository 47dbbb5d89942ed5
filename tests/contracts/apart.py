# SPDX-License-Identifier: Apache-2.0
"""How far apart two laws are: the audit's, under the name by which tests know it."""

from diffident.lab.audit.apart import *  # noqa: F403 - all of it
