"""How long each test took in earlier runs, in pytest's cache, which every run adds to; and a limit for a whole run."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import pytest

KEY = "comptoir/durations"


class Duration(NamedTuple):
    """Seconds of a test. setup: of its fixtures; call: of everything else."""

    setup: float
    call: float


def recorded_durations(root: Path) -> dict[str, Duration]:
    """The seconds of each test by its id; empty if no run was recorded."""
    file = root / ".pytest_cache" / "v" / KEY
    return {test: Duration(*each) for test, each in json.loads(file.read_text()).items()} if file.exists() else {}


class Recorder:
    """Adds the seconds of a run to those of earlier ones."""

    def __init__(self, config: pytest.Config) -> None:
        self._config, self._seconds = config, dict[str, tuple[float, float]]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            return
        test = report.nodeid.partition("@")[0]
        setup, call = self._seconds.get(test, (0.0, 0.0))
        own = report.when == "setup"
        self._seconds[test] = (setup + own * report.duration, call + (not own) * report.duration)

    def pytest_sessionfinish(self) -> None:
        cache: Any = getattr(self._config, "cache", None)
        if cache is not None and self._seconds:
            rounded = {test: (round(setup, 3), round(call, 3)) for test, (setup, call) in self._seconds.items()}
            cache.set(KEY, (cache.get(KEY, None) or {}) | rounded)


class Limit:
    """Skips what begins that many seconds after the first test, so that a slow machine runs fewer tests, not longer.

    The files are run in the order of the arguments, the most important first.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds, self._began = seconds, 0.0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        places = {config.invocation_params.dir / name: place for place, name in enumerate(config.args)}
        items.sort(key=lambda item: places.get(item.path, len(places)))

    def pytest_runtest_setup(self) -> None:
        self._began = self._began or time.monotonic()
        if time.monotonic() - self._began > self._seconds:
            pytest.skip("no time left")
