# SPDX-License-Identifier: Apache-2.0
"""A survey server on this machine: reports a second durably stored with 50 phones at once, and how long each waits."""

import http.client
import json
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from report import row, show

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

PHONES, EACH = 50, 40


def main() -> None:
    from web.survey import HERE, PAPER, invited, read, served, told

    survey = read(PAPER)
    with tempfile.TemporaryDirectory() as folder, served(survey, Path(folder) / "reports.db") as client:
        codes = invited(survey, client.service.store, PHONES * EACH)
        sent = [json.dumps({"code": code, "report": told(survey, [1])}) for code in codes]
        waited: list[float] = []

        def phone(mine: list[str]) -> None:
            connection = http.client.HTTPConnection(HERE, client.port)
            for body in mine:
                started = time.perf_counter()
                connection.request("POST", "/report", body, {"content-type": "application/json"})
                answer = connection.getresponse()
                assert json.loads(answer.read())["stored"] == "now"
                waited.append(time.perf_counter() - started)
            connection.close()

        phones = [threading.Thread(target=phone, args=(sent[number::PHONES],)) for number in range(PHONES)]
        started = time.perf_counter()
        for each in phones:
            each.start()
        for each in phones:
            each.join()
        seconds = time.perf_counter() - started
    row("microseconds for a report, 50 phones at once", 1e6 * seconds / len(sent), 2_000, unit="us")
    row("99 of 100 reports are acknowledged within", 1000 * statistics.quantiles(waited, n=100)[98], 150, unit="ms")


if __name__ == "__main__":
    main()
    show()
