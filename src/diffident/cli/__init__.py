# SPDX-License-Identifier: Apache-2.0
"""The command `diffident`: one file a command, all of them listed here."""

from diffident.cli.answers import answers
from diffident.cli.ask import ask
from diffident.cli.attack import attack
from diffident.cli.audit import audit
from diffident.cli.bring import bring
from diffident.cli.budget import budget
from diffident.cli.check import check
from diffident.cli.consent import consent
from diffident.cli.demo import demo
from diffident.cli.door import opened
from diffident.cli.init import init
from diffident.cli.preview import preview
from diffident.cli.scan import scan
from diffident.cli.shell import shell
from diffident.cli.survey import survey
from diffident.cli.tradeoff import tradeoff
from diffident.cli.verify import verify

COMMANDS = (
    demo,
    init,
    bring,
    check,
    preview,
    ask,
    answers,
    budget,
    verify,
    consent,
    shell,
    tradeoff,
    survey,
    attack,
    scan,
    audit,
)

main = opened(COMMANDS)

__all__ = ["COMMANDS", "main"]
