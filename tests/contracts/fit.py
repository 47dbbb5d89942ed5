# SPDX-License-Identifier: Apache-2.0
"""Whether draws fit a law: Pearson's test on outcomes, the rare ones together."""

from collections import Counter

from scipy.special import chdtrc

EXPECTED = 25  # outcomes expected less often than this share one cell


def fits(drawn, law, false_alarm):
    """Return whether these draws may come from this law; if they do, this is False with probability `false_alarm`."""
    counted, many = Counter(drawn), len(drawn)
    common = {outcome: float(chance) * many for outcome, chance in law.items() if float(chance) * many >= EXPECTED}
    rest = many - sum(common.values())
    rare = many - sum(counted[outcome] for outcome in common)
    statistic = sum((counted[outcome] - expected) ** 2 / expected for outcome, expected in common.items())
    if rest < 1e-9 * many:
        return rare == 0 and chdtrc(len(common) - 1, statistic) > false_alarm
    return chdtrc(len(common), statistic + (rare - rest) ** 2 / max(rest, 1)) > false_alarm
