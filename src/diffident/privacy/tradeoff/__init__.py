# SPDX-License-Identifier: Apache-2.0
"""Error laws turned around: of distance, confidence, people and epsilon, find the one that is left out.

`question` reads what is asked into a `setting` and four `numbers`. `catalogue` names its error law: `added` noise, the
complement `pair`, what is `collected` as `reports` (whose sums are of `part`s, by `inversion`), also `shuffled`, or what
is picked by counts: at the `top`, `above` a threshold, `named`. `rough` answers by the normal law, and `solve` from there exactly. `planned` holds the answer, and `compare`, `words` and
`picture` tell it; `beside` sets noise beside chance, `lifetime` a question under a promise, `together` several, and
`explored` is the plan at many places at once; `linked` adds two pictures to the first.
"""

from diffident.privacy.tradeoff.planned import Tradeoff
from diffident.privacy.tradeoff.question import tradeoff
from diffident.privacy.tradeoff.root_mean_square import people_for
from diffident.privacy.tradeoff.together import Together, together

__all__ = ["Together", "Tradeoff", "people_for", "together", "tradeoff"]
