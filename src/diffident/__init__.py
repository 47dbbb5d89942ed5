# SPDX-License-Identifier: Apache-2.0
"""Shy about persons, frank about populations."""

__version__ = "0.1.0"
