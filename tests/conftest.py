# SPDX-License-Identifier: Apache-2.0
"""What holds for every test: an alarm rate, a budget of processor time for each room, and no quiet skips under CI."""

import os
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

TESTS = Path(__file__).parent
BUDGET = tomllib.loads((TESTS / "budget.toml").read_text(encoding="utf-8"))["seconds"]
MOST_FALSE_ALARMS = 1e-6  # the chance that a whole run of a faultless tree turns red by bad luck
SPENT: Counter[str] = Counter()
STARTED = pytest.StashKey[float]()

settings.register_profile("same every time", deadline=None, derandomize=True, database=None)
settings.register_profile("deep", deadline=None, max_examples=1_000, database=None)
settings.load_profile("same every time")


def pytest_collection_modifyitems(items):
    """Add up what the statistical tests declare."""
    marks = [mark for item in items for mark in item.iter_markers("statistical")]
    total = sum(mark.kwargs["false_alarm"] for mark in marks)
    if total > MOST_FALSE_ALARMS:
        message = f"{len(marks)} statistical tests alarm falsely with probability {total:.2g}"
        raise pytest.UsageError(message)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item):
    item.stash[STARTED] = processor_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "teardown":
        report.user_properties.append(("processor seconds", processor_seconds() - item.stash[STARTED]))
    return unless_skipped(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return unless_skipped((yield))


def unless_skipped(report):
    """Under CI what did not run did not pass."""
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get("CI"):
        report.outcome, report.longrepr = "failed", f"skipped, which CI does not accept: {report.longrepr}"
    return report


def pytest_runtest_logreport(report):
    if report.when == "teardown" and "deep" not in report.keywords:
        room = report.nodeid.removeprefix("tests/").split("::")[0].split("/")[0]
        SPENT[room] += dict(report.user_properties)["processor seconds"]


def pytest_sessionfinish(session):
    if over_budget() and not hasattr(session.config, "workerinput"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter):
    for room in over_budget():
        spent, allowed = SPENT[room], BUDGET.get(room, 0)
        terminalreporter.write_line(f"tests/{room} took {spent:.1f} s, tests/budget.toml allows {allowed}", red=True)


def over_budget():
    return [room for room, spent in SPENT.items() if spent > BUDGET.get(room, 0)]


def processor_seconds():
    """Return what this process and those it started have used: waiting for a busy machine costs nothing."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system
