# SPDX-License-Identifier: Apache-2.0
"""From a question to a plan of eleven words, with everything public decided and no row read."""
