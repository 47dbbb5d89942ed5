# SPDX-License-Identifier: Apache-2.0
"""Numbers that are exact, or enclosed, or rounded in a named direction."""
