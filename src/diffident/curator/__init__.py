# SPDX-License-Identifier: Apache-2.0
"""A curator: the codebook, an engine, a ledger; and the one path from a question to an answer."""
