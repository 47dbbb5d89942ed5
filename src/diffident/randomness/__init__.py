# SPDX-License-Identifier: Apache-2.0
"""Exact draws from one source of bits; one kind of draw a file."""
