# SPDX-License-Identifier: Apache-2.0
"""Count, sum and mean by department in PipelineDP, on one machine: 3 departments a person, 5 rows in each."""

import json
import sys

import pipeline_dp as pdp
import pyarrow.parquet as pq
from clock import fastest


def main(path: str, departments: list[str]) -> None:
    table = pq.read_table(path, columns=["user_id", "department", "amount"])
    rows = list(zip(*(column.to_pylist() for column in table.columns), strict=True))
    print(json.dumps({"seconds": fastest(lambda: answer(rows, departments), repeats=2)}))


def answer(rows: list[tuple], departments: list[str]) -> list:
    accountant = pdp.NaiveBudgetAccountant(total_epsilon=1, total_delta=1e-7)
    engine = pdp.DPEngine(accountant, pdp.LocalBackend())
    params = pdp.AggregateParams(
        metrics=[pdp.Metrics.COUNT, pdp.Metrics.SUM, pdp.Metrics.MEAN],
        max_partitions_contributed=3,
        max_contributions_per_partition=5,
        min_value=0,
        max_value=100,
    )
    extractors = pdp.DataExtractors(
        privacy_id_extractor=lambda row: row[0],
        partition_extractor=lambda row: row[1],
        value_extractor=lambda row: row[2],
    )
    result = engine.aggregate(rows, params, extractors, public_partitions=departments)
    accountant.compute_budgets()
    return list(result)


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.argv[2]))
