# SPDX-License-Identifier: Apache-2.0
"""Who lets their rows be used for what: said by each person, kept for good, and obeyed inside every plan."""
