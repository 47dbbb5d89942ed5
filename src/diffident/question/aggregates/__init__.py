# SPDX-License-Identifier: Apache-2.0
"""The statistics that can be asked, one a file: what is measured, and how noisy integers become an estimate."""

from diffident.question.aggregates.aggregate import Aggregate
from diffident.question.aggregates.count import Count
from diffident.question.aggregates.count_of import CountOf
from diffident.question.aggregates.mean import Mean
from diffident.question.aggregates.sum import Sum

AGGREGATES = (Count, CountOf, Sum, Mean)

__all__ = ["AGGREGATES", "Aggregate", "Count", "CountOf", "Mean", "Sum"]
