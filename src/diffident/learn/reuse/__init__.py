# SPDX-License-Identifier: Apache-2.0
"""One holdout, asked again and again, without fooling oneself. This is about valid statistics and not about privacy.

Everything here looks at rows and answers with means that are hardly blurred. It takes data that somebody declared not
private, or releases, and nothing else; what is protected is asked through its curator.
"""

from diffident.learn.reuse.declared import NotPrivate
from diffident.learn.reuse.guess_and_check import Checked, GuessAndCheck
from diffident.learn.reuse.ladder import Ladder
from diffident.learn.reuse.scorer import Scorer
from diffident.learn.reuse.thresholdout import Thresholdout

__all__ = ["Checked", "GuessAndCheck", "Ladder", "NotPrivate", "Scorer", "Thresholdout"]
