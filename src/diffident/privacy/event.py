# SPDX-License-Identifier: Apache-2.0
"""What a mechanism did, as public data: name, parameters, version. Certificates list events."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Event:
    """One use of one mechanism.

    >>> Event("laplace", {"scale": "2"}).as_json()
    {'mechanism': 'laplace', 'parameters': {'scale': '2'}, 'version': 1}
    """

    mechanism: str
    parameters: Mapping[str, str] = field(default_factory=dict[str, str])
    version: int = 1

    def as_json(self) -> dict[str, object]:
        """Return the event as plain data; its meaning at a version never changes."""
        return {"mechanism": self.mechanism, "parameters": dict(self.parameters), "version": self.version}
