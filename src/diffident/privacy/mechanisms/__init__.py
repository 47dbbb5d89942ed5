# SPDX-License-Identifier: Apache-2.0
"""The mechanisms, one per file: parameters, draw, loss, error law, event and proof."""

from diffident.privacy.mechanisms.above_threshold import AboveThreshold
from diffident.privacy.mechanisms.exponential import Exponential
from diffident.privacy.mechanisms.gaussian import Gaussian
from diffident.privacy.mechanisms.gaussian_threshold import GaussianThreshold
from diffident.privacy.mechanisms.joint_exponential import JointExponential
from diffident.privacy.mechanisms.key_selection import KeySelection
from diffident.privacy.mechanisms.laplace import Laplace
from diffident.privacy.mechanisms.laplace_threshold import LaplaceThreshold
from diffident.privacy.mechanisms.mechanism import Mechanism
from diffident.privacy.mechanisms.noisy_top_k import NoisyTopK
from diffident.privacy.mechanisms.permute_and_flip import PermuteAndFlip
from diffident.privacy.mechanisms.randomized_response import RandomizedResponse

MECHANISMS = (
    RandomizedResponse,
    Laplace,
    Gaussian,
    Exponential,
    PermuteAndFlip,
    JointExponential,
    NoisyTopK,
    AboveThreshold,
    KeySelection,
    LaplaceThreshold,
    GaussianThreshold,
)

__all__ = [
    "MECHANISMS",
    "AboveThreshold",
    "Exponential",
    "Gaussian",
    "GaussianThreshold",
    "JointExponential",
    "KeySelection",
    "Laplace",
    "LaplaceThreshold",
    "Mechanism",
    "NoisyTopK",
    "PermuteAndFlip",
    "RandomizedResponse",
]
