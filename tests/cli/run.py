# SPDX-License-Identifier: Apache-2.0
"""The command, run in this process or in one of its own."""

import os
import subprocess
import sys

from click.testing import CliRunner

from diffident.cli import main

SHARE = ["tradeoff", "share", "--within", "0.03", "--confidence", "0.95", "--epsilon", "1", "--sampling", "simple"]


def run(*words, typed=""):
    """Run the command here and return how it ended; a traceback is a failure of the test. `typed` comes from a pipe."""
    ended = CliRunner().invoke(main, list(words), input=typed)
    if ended.exception is not None and not isinstance(ended.exception, SystemExit):
        raise ended.exception
    return ended


def process(*words, **how):
    """Start the command as somebody at a terminal would."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.Popen([sys.executable, "-m", "diffident", *words], **pipes)


def environment(**changed):
    """Return this environment with some variables changed, or left out where they are None."""
    wanted = {**os.environ, **changed}
    return {name: value for name, value in wanted.items() if value is not None}
