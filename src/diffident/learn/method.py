# SPDX-License-Identifier: Apache-2.0
"""The two ways in which a linear model learns: from noisy sums, or by noise on the weights of least loss."""

from fractions import Fraction
from typing import Final

from diffident.errors import Refused
from diffident.exact.number import decimal
from diffident.learn.fit import Lesson
from diffident.learn.generalised import Generalised
from diffident.learn.layout import Layout
from diffident.learn.losses import Residuals
from diffident.learn.minimum import USUAL_ALPHA, Output

LEAST_ALPHA: Final = Fraction(1, 1000)  # below it one person moves the minimum by more than any weight is large


class MethodUnknown(Refused, ValueError):  # noqa: N818 - a refusal; scikit-learn expects a ValueError
    """A way to learn that there is not."""

    code = "method_unknown"
    sentence = "There is no method {given}."
    remedy = (
        'Write method="gram", which is more exact with a delta, or method="output", noise on the weights themselves.'
    )


def is_output(method: object) -> bool:
    """Return whether a method is output perturbation."""
    if method not in {"gram", "output"}:
        raise MethodUnknown(given=ascii(method))
    return method == "output"


def alpha_of(given: object, method: object) -> float:
    """Return how much the square sum of weights counts: as given, or what is usual for the method."""
    if is_output(method):
        return USUAL_ALPHA if given is None else float(decimal(given, name="alpha", at_least=LEAST_ALPHA))
    return 1.0 if given is None else float(decimal(given, name="alpha", at_least=0))


def generalised(method: object, layout: Layout, loss: Residuals, alpha: object, *, start: float = 0.0) -> Lesson:
    """Return the lesson of a generalised linear model."""
    weight = alpha_of(alpha, method)
    return Output.of(layout, loss, weight) if is_output(method) else Generalised(layout, loss, weight, start)
