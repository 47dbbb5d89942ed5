# SPDX-License-Identifier: Apache-2.0
"""The statistics that can be asked, one a file: what is measured, and how noisy integers become an estimate."""

from diffident.question.aggregates.aggregate import Aggregate
from diffident.question.aggregates.correlation import Correlation
from diffident.question.aggregates.count import Count
from diffident.question.aggregates.count_of import CountOf
from diffident.question.aggregates.covariance import Covariance
from diffident.question.aggregates.deviation import Deviation
from diffident.question.aggregates.distinct import CountDistinct
from diffident.question.aggregates.intercept import Intercept
from diffident.question.aggregates.largest import Largest
from diffident.question.aggregates.least import Least
from diffident.question.aggregates.mean import Mean
from diffident.question.aggregates.median import Median
from diffident.question.aggregates.people import CountPeople
from diffident.question.aggregates.quantile import Quantile
from diffident.question.aggregates.sample_covariance import SampleCovariance
from diffident.question.aggregates.sample_deviation import SampleDeviation
from diffident.question.aggregates.sample_variance import SampleVariance
from diffident.question.aggregates.slope import Slope
from diffident.question.aggregates.sum import Sum
from diffident.question.aggregates.variance import Variance
from diffident.question.aggregates.weighted_mean import WeightedMean
from diffident.question.aggregates.window_count import WindowCount

AGGREGATES = (
    Count,
    CountOf,
    CountPeople,
    CountDistinct,
    Sum,
    Mean,
    WeightedMean,
    Variance,
    SampleVariance,
    Deviation,
    SampleDeviation,
    Covariance,
    SampleCovariance,
    Correlation,
    Slope,
    Intercept,
    WindowCount,
    Median,
    Quantile,
    Least,
    Largest,
)

__all__ = [
    "AGGREGATES",
    "Aggregate",
    "Correlation",
    "Count",
    "CountDistinct",
    "CountOf",
    "CountPeople",
    "Covariance",
    "Deviation",
    "Intercept",
    "Largest",
    "Least",
    "Mean",
    "Median",
    "Quantile",
    "SampleCovariance",
    "SampleDeviation",
    "SampleVariance",
    "Slope",
    "Sum",
    "Variance",
    "WeightedMean",
    "WindowCount",
]
