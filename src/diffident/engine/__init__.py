# SPDX-License-Identifier: Apache-2.0
"""Ways to look at rows: each engine speaks the eleven words and hands back sealed integers."""
