# SPDX-License-Identifier: Apache-2.0
"""Who has spent what, durably. Knows whole numbers, states and bytes; never a question, never what an answer means."""
