# SPDX-License-Identifier: Apache-2.0
"""The command `diffident`: one file a command, all of them listed here."""

from diffident.cli.demo import demo
from diffident.cli.door import opened
from diffident.cli.tradeoff import tradeoff

COMMANDS = (demo, tradeoff)

main = opened(COMMANDS)

__all__ = ["COMMANDS", "main"]
