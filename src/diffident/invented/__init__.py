# SPDX-License-Identifier: Apache-2.0
"""Made-up people and places, the same each time, from no data: for demonstrations and tests only."""
