"""Runs tests against mutants: one process collects the tests, and a fork of it tries each mutant.

First a fork runs all tests once, without a mutant, and records which test executes which line. Then each mutant meets
only the tests that execute its lines: those that noticed other mutants of its function first, then one case of each
test, the shortest first, then a second case of each, and so on. A fork ends at the first failure. Limits count the
seconds that a fork computes, so the load of the machine decides nothing.
"""

from __future__ import annotations

import gc
import importlib
import os
import resource
import select
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import coverage
import pytest

from tests.mutants.exchange import Functions
from tests.mutants.mutations import Mutant
from tests.mutants.reach import Reach, Recorded

KILLED, SURVIVED, TIMEOUT, UNREACHED = "killed", "survived", "timeout", "unreached"
FAILED, BROKEN = 1, 2  # exit statuses of forks
MORE_MEMORY = 1 << 30  # bytes that a mutant may take beyond what the process has
GRACE = 1.0  # seconds that a test may compute beyond six times what it does without a mutant
ASLEEP = 600.0  # seconds after which a fork that does not compute is ended
OF_A_DATABASE = {"db", "transactional_db", "django_db_setup", "server", "live_server"}


class Outcome(NamedTuple):
    """What became of a mutant. by: the test that noticed it; tests: how many may run; left_out: had no time."""

    mutant: Mutant
    verdict: str
    by: str = ""
    tests: int = 0
    left_out: int = 0


class Trials:
    """A plugin of pytest that replaces the run of the collected tests by trials.

    files: those with mutants; trying: called with this object once the tests are collected.
    """

    def __init__(self, root: Path, files: Sequence[str], trying: Callable[[Trials], None]) -> None:
        self._root, self._files, self._trying = root, files, trying
        self.items = dict[str, pytest.Item]()
        self._noticed = defaultdict[str, Counter[str]](Counter)
        self._failed = False
        self._alone = set[str]()
        self.reach = Reach({}, {}, [], [])

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leaves out the tests that need a database."""
        config.hook.pytest_deselected(items=[item for item in items if needs_database(item)])
        items[:] = [item for item in items if not needs_database(item)]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Tries mutants in the place of running the tests."""
        self.items = {item.nodeid: item for item in session.items}
        self._trying(self)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remembers a failure."""
        self._failed |= report.failed

    def record(self) -> Iterator[str]:
        """Runs each file of tests that is not recorded, in a fork, and yields its name; imports what they imported."""
        recorded = Recorded(self._root, self._files)
        files = [(file, list(names)) for file, names in groupby(self.items, key=lambda name: name.partition("::")[0])]
        known = {file for file, _ in recorded.files(file for file, _ in files)}
        for file, names in files:
            yield file
            if file not in known:
                status = _wait(self._forked(lambda names=names, file=file: self._run(file, names, recorded)), None)
                if status != 0:
                    raise RuntimeError(f"{file} without mutants ended with {status}")
        self.reach = recorded.reach(file for file, _ in files)
        for name in self.reach.modules:
            if name not in sys.modules:
                with suppress(Exception):  # some can only be imported after others; then each fork does it
                    importlib.import_module(name)
        self._functions = Functions(self._files, self._root)
        gc.freeze()

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that execute the lines of a mutant, in the order in which they are tried."""
        first, last = mutant.lines
        lines = self.reach.lines
        found = {test for line in range(first, last + 1) for test in lines.get((mutant.file, line), ())}
        noticed, seconds = self._noticed[f"{mutant.file}::{mutant.function}"], self.reach.seconds
        shortest = sorted(found & self.items.keys(), key=lambda test: (seconds[test], test))
        turns, cases = dict[str, int](), Counter[str]()
        for test in shortest:
            turns[test] = cases[function := test.partition("[")[0]]
            cases[function] += 1
        return sorted(shortest, key=lambda test: (-noticed[test], turns[test]))

    def outcome(self, mutant: Mutant, tests: Sequence[str], seconds: float) -> Outcome:
        """Tries a mutant with tests that compute for so many seconds altogether; the first is always run."""
        if not tests or not self._functions.has(mutant):
            return Outcome(mutant, UNREACHED)
        chosen, spent = list[str](), 0.0
        for test in tests:
            if not chosen or spent + self.reach.seconds[test] <= seconds:
                spent += self.reach.seconds[test]
                chosen.append(test)
        change = partial(self._functions.exchange, mutant)
        verdict, last = self.tried(change, chosen)
        while verdict == TIMEOUT and self._takes_longer_alone(last):
            verdict, last = self.tried(change, chosen)
        if verdict != SURVIVED:
            self._noticed[f"{mutant.file}::{mutant.function}"][last] += 1
        return Outcome(mutant, verdict, "" if verdict == SURVIVED else last, len(chosen), len(tests) - len(chosen))

    def tried(self, change: Callable[[], None], tests: Sequence[str]) -> tuple[str, str]:
        """The verdict of tests after a change of a fork of this process; and the test that ran last."""
        reader, writer = os.pipe()

        def run() -> None:
            memory = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_DATA, (memory + MORE_MEMORY, memory + MORE_MEMORY))
            change()
            for place, test in enumerate(tests):
                os.write(writer, place.to_bytes(4))
                signal.setitimer(signal.ITIMER_PROF, GRACE + 6 * self.reach.seconds[test])
                if self._fails(test):
                    os._exit(FAILED)

        pid = self._forked(run)
        os.close(writer)
        status = _wait(pid, ASLEEP)
        told = b"".join(iter(lambda: os.read(reader, 1 << 16), b""))
        os.close(reader)
        if not told:
            raise RuntimeError(f"cannot be tried: {change}")
        last = tests[int.from_bytes(told[-4:])]
        return (SURVIVED if status == 0 else KILLED if status > 0 else TIMEOUT), last

    def _takes_longer_alone(self, test: str) -> bool:
        """Whether a test computes longer without a mutant than was recorded, where an earlier one filled a cache."""
        if test in self._alone:
            return False
        self._alone.add(test)
        usage = os.wait4(self._forked(lambda: self._fails(test)), 0)[2]
        recorded, seconds = self.reach.seconds[test], usage.ru_utime + usage.ru_stime
        self.reach.seconds[test] = max(recorded, seconds)
        return seconds > recorded

    def _fails(self, test: str) -> bool:
        """Whether a test fails. Its fixtures end with it."""
        self._failed, item = False, self.items[test]
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        return self._failed

    def _run(self, file: str, tests: Sequence[str], recorded: Recorded) -> None:
        paths = {str(self._root / each): each for each in self._files}
        recording = coverage.Coverage(include=list(paths), data_file=None, config_file=False)
        seconds, failed = dict[str, float](), list[str]()
        recording.start()
        for test in tests:
            recording.switch_context(test)
            began = _computed()
            if self._fails(test):
                failed.append(test)
            seconds[test] = round(_computed() - began, 3)
        recording.stop()
        data = recording.get_data()
        lines = {
            paths[path]: {
                line: [name for name in names if name] for line, names in data.contexts_by_lineno(path).items()
            }
            for path in data.measured_files()
        }
        names = [name for name in sys.modules if not name.startswith("_pytest")]
        recorded.add(file, {"lines": lines, "seconds": seconds, "failed": failed, "modules": names})

    def _forked(self, run: Callable[[], object]) -> int:
        """Runs something in a fork, silently; returns its process id. The exit status is BROKEN after an exception."""
        plugins = next(iter(self.items.values())).config.pluginmanager
        sys.stdout.flush()
        pid = os.fork()
        if pid:
            return pid
        status = BROKEN
        try:
            plugins.unregister(name="terminalreporter")
            for stream in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
            run()
            status = 0
        finally:
            os._exit(status)


def needs_database(item: pytest.Item) -> bool:
    """Whether a test says that it uses the database, or uses a fixture that does."""
    names: Iterable[str] = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not OF_A_DATABASE.isdisjoint(names)


def _computed() -> float:
    """The seconds that this process and those that it started and awaited have computed."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _wait(pid: int, seconds: float | None) -> int:
    """The exit status of a process; below zero if a signal ended it, which is sent after so many seconds."""
    ended = os.pidfd_open(pid)
    try:
        if not select.select([ended], [], [], seconds)[0]:
            os.kill(pid, signal.SIGKILL)
    finally:
        os.close(ended)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
