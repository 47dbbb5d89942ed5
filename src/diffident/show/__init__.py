# SPDX-License-Identifier: Apache-2.0
"""Plain values in, text and pictures out."""
