# SPDX-License-Identifier: Apache-2.0
"""Of all that statistics need, the measurements that are left: what others cover, or what is measured with them, is not."""

from diffident.question.measurement import Measurement


def merged(needed: tuple[Measurement, ...]) -> tuple[Measurement, ...]:
    """Return the measurements that are left when those that others cover are dropped, in the order of first need.

    What can be measured together, such as several ranks of the same values, is.
    """
    once = tuple(dict.fromkeys(one.joined(needed) for one in needed))
    return tuple(one for one in once if not any(other != one and other.covers(one) for other in once))
