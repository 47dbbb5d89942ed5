# SPDX-License-Identifier: Apache-2.0
"""Where the lectures' arguments are tried: tables made anonymous and taken apart, attacks, and audits. Invented people only."""
