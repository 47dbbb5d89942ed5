# SPDX-License-Identifier: Apache-2.0
"""A fitted model as it is stored: names and numbers that were computed from noisy sums, and how that was done."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from diffident.curator.written import Plain
from diffident.errors import Refused
from diffident.exact import canonical

VERSION: Final = 1
Arrays = Mapping[str, NDArray[np.float64]]


class ModelFromLater(Refused):
    """Bytes of a model of a version that is not known here."""

    code = "model_version_unknown"
    sentence = "This model was written in version {version} of its form, and only version {known} is known here."
    remedy = "Read it with the version of Diffident that wrote it, or a later one."


@dataclass(frozen=True, slots=True)
class Model:
    """Arrays by name, and the certificate of how they were learned."""

    arrays: Arrays
    certificate: Plain

    def written(self) -> bytes:
        """Return the bytes that are published; each number is its shortest decimal."""
        arrays = {
            name: {"shape": list(array.shape), "numbers": [repr(float(each)) for each in array.ravel()]}
            for name, array in self.arrays.items()
        }
        return canonical.encode({"version": VERSION, "model": arrays, "certificate": self.certificate})

    @classmethod
    def read(cls, stored: bytes) -> "Model":
        """Return the model that was published."""
        said: Any = canonical.decode(stored)
        if said["version"] != VERSION:
            raise ModelFromLater(version=said["version"], known=VERSION)
        arrays = {
            name: np.array([float(each) for each in array["numbers"]]).reshape(array["shape"])
            for name, array in said["model"].items()
        }
        return cls(arrays, said["certificate"])
