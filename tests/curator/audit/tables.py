# SPDX-License-Identifier: Apache-2.0
"""The audit's neighbouring hospitals and their curators, under the name by which tests of questions know them."""

from diffident.invented.neighbours import *  # noqa: F403 - all of it
from diffident.lab.audit.hospitals import *  # noqa: F403 - the same
