# SPDX-License-Identifier: Apache-2.0
"""The audit: everything that this installation claims, against what can be proven of it; anybody can run it."""

from diffident.lab.audit import books, exact, randomness, replay, sampled, sequential, twins

CHECKS = (exact, replay, sampled, sequential, randomness, books, twins)

__all__ = ["CHECKS"]
