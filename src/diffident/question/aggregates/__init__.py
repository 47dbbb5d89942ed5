# SPDX-License-Identifier: Apache-2.0
"""The statistics that can be asked, one a file: what is measured, and how noisy integers become an estimate."""

from diffident.question.aggregates.aggregate import Aggregate
from diffident.question.aggregates.count import Count
from diffident.question.aggregates.count_of import CountOf
from diffident.question.aggregates.mean import Mean
from diffident.question.aggregates.sum import Sum
from diffident.question.aggregates.variance import Deviation, SampleDeviation, SampleVariance, Variance

AGGREGATES = (Count, CountOf, Sum, Mean, Variance, SampleVariance, Deviation, SampleDeviation)

__all__ = [
    "AGGREGATES",
    "Aggregate",
    "Count",
    "CountOf",
    "Deviation",
    "Mean",
    "SampleDeviation",
    "SampleVariance",
    "Sum",
    "Variance",
]
