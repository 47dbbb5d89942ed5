# SPDX-License-Identifier: Apache-2.0
"""Count, sum and mean by department in SmartNoise SQL: at most 15 rows a person. Seconds of one answer."""

import json
import sys

import pandas as pd
from clock import fastest
from snsql import Privacy, from_df

COLUMNS = {
    "max_ids": 15,
    "user_id": {"type": "int", "private_id": True},
    "department": {"type": "string"},
    "amount": {"type": "float", "lower": 0.0, "upper": 100.0},
}
ASKED = "SELECT department, COUNT(*) AS n, SUM(amount) AS s, AVG(amount) AS m FROM S.T GROUP BY department"


def main(path: str) -> None:
    frame = pd.read_parquet(path, columns=["user_id", "department", "amount"])
    print(json.dumps({"seconds": fastest(lambda: answer(frame), repeats=2)}))


def answer(frame: pd.DataFrame) -> list:
    reader = from_df(frame, privacy=Privacy(epsilon=0.25, delta=1e-7), metadata={"": {"S": {"T": COLUMNS}}})
    return reader.execute(ASKED)


if __name__ == "__main__":
    main(sys.argv[1])
