# SPDX-License-Identifier: Apache-2.0
"""What a mechanism did, as public data: name, parameters, version. Certificates list events."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Final, Self

from diffident.errors import Refused
from diffident.exact import enclosure
from diffident.exact.number import whole
from diffident.exact.rounding import round_down, round_up
from diffident.exact.spelling import read, shown

if TYPE_CHECKING:
    from dp_accounting.dp_event import DpEvent

VERSION: Final = 1
NARROW: Final = 9  # variance below which discrete Gaussian noise may be priced by a per cent below what it tells
SMALLEST: Final = 2000  # powers of a half are read down to this one


class NotAnEvent(Refused):
    """Data of another shape than that of an event."""

    code = "not_an_event"
    sentence = "This is not an event as they are stored: {wrong}."
    remedy = 'Give what Event.as_json returned: {{"mechanism": ..., "parameters": ..., "version": ...}}, text in all parameters.'


class EventFromLater(Refused):
    """An event of a version that is not known here; guessing what it means could make it look cheaper than it was."""

    code = "event_version_unknown"
    sentence = "Events of version {version} are not known here, only those of version {known}."
    remedy = "Read it with the version of Diffident that wrote it, or a later one."


class AccountingMissing(Refused):
    """The export to Google's events without the package that defines them."""

    code = "accounting_missing"
    sentence = "Google's dp-accounting is not installed, and its events are defined there."
    remedy = 'Install it: pip install "diffident[accounting]"'


@dataclass(frozen=True, slots=True)
class Event:
    """One use of one mechanism.

    >>> Event("laplace", {"scale": "2"}).as_json()
    {'mechanism': 'laplace', 'parameters': {'scale': '2'}, 'version': 1}
    """

    mechanism: str
    parameters: Mapping[str, str] = field(default_factory=dict[str, str])
    version: int = VERSION

    def as_json(self) -> dict[str, object]:
        """Return the event as plain data; its meaning at a version never changes."""
        return {"mechanism": self.mechanism, "parameters": dict(self.parameters), "version": self.version}

    @classmethod
    def from_json(cls, stored: object) -> Self:
        """Return the event that was stored as this plain data.

        >>> Event.from_json(Event("laplace", {"scale": "2"}).as_json()).parameters["scale"]
        '2'
        """
        match stored:
            case {"mechanism": str(name), "parameters": dict(parameters), "version": version, **more}:
                _refuse_if(wrong="it has more fields", when=bool(more))
                texts = {key: text for key, text in parameters.items() if type(key) is str and type(text) is str}
                _refuse_if(wrong="a parameter is not text", when=len(texts) < len(parameters))
                if type(version) is not int or version != VERSION:
                    raise EventFromLater(version=shown(version), known=VERSION)
                return cls(name, texts)
            case _:
                raise NotAnEvent(wrong="mechanism, parameters or version are missing")

    def number(self, parameter: str) -> Fraction:
        """Return a parameter that is a number, in any of the ways in which they are stored."""
        _refuse_if(wrong=f"a parameter {parameter} is missing", when=parameter not in self.parameters)
        text = self.parameters[parameter]
        if text.startswith("2^-"):
            return Fraction(1, 1 << whole(text[3:], name=parameter, at_least=0, at_most=SMALLEST))
        above, _, below = text.partition("/")
        divisor = read(below or "1", name=parameter, example="1/3")
        _refuse_if(wrong=f"{parameter} is divided by 0", when=divisor == 0)
        return read(above, name=parameter, example="1/3") / divisor

    def as_dp_event(self) -> "DpEvent":
        """Return the event in the terms of Google's dp-accounting, whose accountants then price it.

        Sensitivities count how far one person moves anything, so these are events of NeighboringRelation
        ADD_OR_REMOVE_ONE; randomised response, about an answer that is replaced, is one of REPLACE_ONE. What is
        epsilon-private and nothing more is discrete Laplace noise on a count, which is as bad as that can be. Their
        Gaussian is continuous, so its price may be lower by half a per cent; narrow noise is told by its rho instead.
        There is no event for a promise with a delta of its own: it, and a mechanism that is not known here, is an
        UnsupportedDpEvent. For use on a secret sample, wrap the event into a PoissonSampledDpEvent.
        """
        try:
            from dp_accounting import dp_event  # noqa: PLC0415 - an optional extra, and slow to import
        except ImportError:
            raise AccountingMissing from None
        export = EXPORTS.get(self.mechanism)
        return export(self, dp_event) if export else dp_event.UnsupportedDpEvent()


def _refuse_if(*, wrong: str, when: bool) -> None:
    if when:
        raise NotAnEvent(wrong=wrong)


def _pure(event: Event, google: ModuleType) -> "DpEvent":
    return _as_private_as(event.number("epsilon"), google)


def _as_private_as(epsilon: Fraction, google: ModuleType) -> "DpEvent":
    return google.DiscreteLaplaceDpEvent(round_up(epsilon), 1)


def _laplace(event: Event, google: ModuleType) -> "DpEvent":
    reach = event.number("sensitivity")
    if "grid" in event.parameters:
        more = event.number("numbers_per_person") - 1 if "numbers_per_person" in event.parameters else 0
        reach = math.ceil(reach / event.number("grid")) + Fraction(more)
    return google.DiscreteLaplaceDpEvent(round_up(event.number("epsilon") / reach), int(reach))


def _gaussian(event: Event, google: ModuleType) -> "DpEvent":
    square, variance = event.number("sensitivity_squared"), event.number("variance")
    if variance < NARROW:
        return google.ZCDpEvent(round_up(square / (2 * variance)))
    return google.GaussianDpEvent(round_down(enclosure.sqrt(variance / square).low))


def _randomized_response(event: Event, google: ModuleType) -> "DpEvent":
    options = event.number("options")
    if "stay" not in event.parameters:
        odds = enclosure.exp(event.number("epsilon")).high
        return google.RandomizedResponseDpEvent(round_down(options / (odds + options - 1)), int(options))
    stay = event.number("stay")
    turned = (1 - stay) / (options - 1)
    if stay < turned:
        return _as_private_as(enclosure.log(turned / stay).high, google)
    return google.RandomizedResponseDpEvent(round_down(turned * options), int(options))


def _noisy_top_k(event: Event, google: ModuleType) -> "DpEvent":
    if "rho" in event.parameters:
        return google.ZCDpEvent(round_up(event.number("rho")))
    count = int(event.number("count"))
    return google.SelfComposedDpEvent(_as_private_as(event.number("epsilon") / count, google), count)


EXPORTS: Final[Mapping[str, Callable[[Event, ModuleType], "DpEvent"]]] = {
    "randomized_response": _randomized_response,
    "laplace": _laplace,
    "gaussian": _gaussian,
    "exponential": _pure,
    "permute_and_flip": _pure,
    "noisy_top_k": _noisy_top_k,
    "above_threshold": _pure,
}
