# SPDX-License-Identifier: Apache-2.0
"""Whether draws follow a law: the chi-square test over cells that are likely enough."""

import numpy as np
from scipy.stats import chi2

FALSE_ALARM = 1e-9


def fits(drawn, law, cells=64):
    """Return whether these draws could be of this law, which is doubted wrongly once in 10^9 times."""
    drawn = np.asarray(drawn)
    far = int(4 * law.sd) + 1
    cuts = np.unique(np.linspace(-far, far + 1, min(2 * far + 2, cells)).astype(np.int64))
    above = law.upper(cuts)
    expected = len(drawn) * -np.diff(np.concatenate(([1.0], above, [0.0])))
    seen = np.bincount(np.searchsorted(cuts, drawn, side="right"), minlength=len(cuts) + 1)
    likely = expected >= 5
    squares = ((seen - expected) ** 2 / expected)[likely]
    return bool(squares.sum() < chi2.isf(FALSE_ALARM, len(squares)))
