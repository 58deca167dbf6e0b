"""`manage.py up` as a real process: it serves, restarts parts, refuses a second run, and always cleans up."""

import fcntl
import http.client
import json
import os
import pty
import re
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from project.embedded import supervisor, up
from project.embedded.servers import WEB_PROCESSES
from project.web import bundling
from tests.stack import ROOT

PARTS = ("postgres", "comptoir: web", "worker", "search", "notices", "mails", "scheduler")
LONGEST = 240  # seconds; long enough for a busy machine, because these tests do not measure speed

pytestmark = [pytest.mark.timeout(400), pytest.mark.xdist_group("up")]


def take_terminal() -> None:
    """Makes standard input the controlling terminal, which sends Ctrl-C."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Run:
    """One `manage.py up` in its own terminal."""

    def __init__(self, data: Path, port: int) -> None:
        self.port = port
        self.screen = data.parent / "screen.txt"
        master, terminal = pty.openpty()
        self.keyboard = master
        environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "SECRET_KEY")}
        environment |= {"COMPTOIR_DATA": str(data), "PORT": str(port)}
        with self.screen.open("ab") as screen:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up"],
                cwd=ROOT,
                env=environment,
                stdin=terminal,
                stdout=screen,
                stderr=screen,
                start_new_session=True,
                preexec_fn=take_terminal,
            )
        os.close(terminal)

    def ready(self) -> bool:
        """Returns whether /readyz reports all parts as ready."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return json.load(connection.getresponse())["status"] == "ready"
        except (OSError, http.client.HTTPException, ValueError):
            return False

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def is_whole(self) -> bool:
        """Returns whether all parts run under their names; a busy machine may start one after all others answer."""
        return len(self.children("comptoir: web")) == WEB_PROCESSES and all(map(self.children, PARTS))

    def children(self, word: str) -> list[psutil.Process]:
        processes = []
        for child in psutil.Process(self.process.pid).children():
            with suppress(psutil.Error):
                if word in " ".join(child.cmdline()):
                    processes.append(child)
        return processes

    def wait(self, truth: Callable[[], bool], claim: str) -> None:
        end = time.monotonic() + LONGEST
        while not truth():
            assert self.process.poll() is None, f"ended before {claim}:\n{self.text()}"
            assert time.monotonic() < end, f"not {claim}:\n{self.text()}"
            time.sleep(0.1)

    def text(self) -> str:
        return self.screen.read_text(errors="replace")

    def destroy(self) -> None:
        """Sends Ctrl-C; the run has to end with status 0 and leave no process."""
        if self.process.poll() is None:
            family = self.family()
            os.write(self.keyboard, b"\x03")
            assert self.process.wait(LONGEST) == 0, self.text()
            assert psutil.wait_procs(family, timeout=LONGEST)[1] == []
        os.close(self.keyboard)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("up") / "data"


@pytest.fixture(scope="module")
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def runs(data: Path, port: int) -> Iterator[list[Run]]:
    """All runs of these tests; each starts with the data of the previous one."""
    started: list[Run] = []
    yield started
    for run in started:
        run.destroy()


@pytest.fixture
def run(runs: list[Run], data: Path, port: int) -> Run:
    """A ready run: the one that the last test left running, or a new one."""
    if not runs or runs[-1].process.poll() is not None:
        runs.append(Run(data, port))
    runs[-1].wait(runs[-1].ready, "ready")
    runs[-1].wait(runs[-1].is_whole, "whole")
    return runs[-1]


@pytest.mark.parametrize("words", [PARTS[1:], PARTS[:1]], ids=["servers", "database"])
def test_a_killed_process_is_started_again(run: Run, words: tuple[str, ...]) -> None:
    before = {word: run.children(word) for word in words}

    for killed, *_ in before.values():
        killed.kill()

    def back(word: str) -> bool:
        now = run.children(word)
        return len(now) == len(before[word]) and before[word][0] not in now

    for word in words:
        run.wait(lambda: back(word), f"{word} started again")  # noqa: B023
    run.wait(run.ready, "ready again")


def test_an_idle_stack_writes_nothing_to_the_log_of_the_database(run: Run, data: Path) -> None:
    def size() -> int:
        return sum(path.stat().st_size for path in [data / "postgres.log", *(data / "postgres" / "log").glob("*")])

    def is_quiet() -> bool:
        before = size()
        time.sleep(2.5)  # a heartbeat of a worker
        return size() == before

    run.wait(is_quiet, "quiet once the effects of earlier tests are over")


def test_browsers_keep_the_static_files_of_a_page(run: Run) -> None:
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', response_to(run, "/")[1])

    kept = {response_to(run, address)[0] for address in addresses}

    assert len(addresses) > 3
    assert kept == {"max-age=315360000, public, immutable"}


def test_the_client_is_bundled_or_the_reason_is_printed(run: Run) -> None:
    bundled = re.findall(r'"(/static/[^"]+/bundle/first\.[0-9a-f]{12}\.js)"', response_to(run, "/")[1])

    assert bundled or "the web client could not be bundled: error: Failed caching npm package" in run.screen.read_text()


def response_to(run: Run, path: str) -> tuple[str | None, str]:
    """Returns the Cache-Control header and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", run.port, timeout=LONGEST)
    connection.request("GET", path, headers={"Host": "localhost"})
    response = connection.getresponse()
    return response.headers["Cache-Control"], response.read().decode(errors="replace")


def test_a_changed_static_file_changes_the_addresses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundling, "SOURCES", [tmp_path])
    before = up.static_version()

    (tmp_path / "app.js").write_text("1")
    first = up.static_version()
    (tmp_path / "app.js").write_text("2")

    assert len({before, first, up.static_version()}) == 3


@pytest.mark.skipif(WEB_PROCESSES < 2, reason="one core, one web process")
def test_each_web_process_answers_while_the_others_are_suspended(run: Run) -> None:
    serving = run.children("comptoir: web")

    for alone in serving:
        others = [process for process in serving if process != alone]
        for process in others:
            process.suspend()
        try:
            run.wait(run.ready, "ready with one web process")
        finally:
            for process in others:
                process.resume()


def test_a_second_run_in_the_same_folder_is_refused_and_the_first_goes_on(run: Run, data: Path) -> None:
    second = subprocess.run(
        [sys.executable, "manage.py", "up"],
        cwd=ROOT,
        env={**os.environ, "COMPTOIR_DATA": str(data), "PORT": "0"},
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )

    assert second.returncode == 1
    assert re.search(rf"already runs in .* \(process {run.process.pid}\)", second.stderr)
    assert run.ready()


def test_a_killed_run_ends_its_children_and_the_next_run_has_its_secrets(runs: list[Run], run: Run, data: Path) -> None:
    family, before = run.family(), (data / "secrets").read_text()

    run.process.kill()

    assert psutil.wait_procs(family, timeout=LONGEST)[1] == []
    runs.append(Run(data, run.port))
    runs[-1].wait(runs[-1].ready, "ready")
    assert (data / "secrets").read_text() == before
    assert (data / "secrets").stat().st_mode & 0o777 == 0o600


def test_a_child_that_is_killed_again_and_again_is_started_again() -> None:
    child = supervisor.Child("killed", supervisor.python(("-c", "import time; time.sleep(600)"), {}))
    run = supervisor.Supervisor()
    run.children.append(child)
    try:
        for _ in range(supervisor.MOST_FAILURES + 1):
            child.start()
            assert child.process is not None
            child.process.kill()
            child.process.wait()
            child.check()
    finally:
        run.stop()

    assert not child.is_hopeless


def test_a_child_that_cannot_start_ends_the_run_and_the_other_children(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(supervisor, "SHORTEST_LIFE", 3600.0)
    programs = {"good": "import time; time.sleep(600)", "broken": "raise SystemExit(3)"}
    run = supervisor.Supervisor()
    run.children += [supervisor.Child(name, supervisor.python(("-c", text), {})) for name, text in programs.items()]
    try:
        assert run.run() == 1
        assert run.children[0].is_running
    finally:
        run.stop()

    printed = capfd.readouterr().out
    assert printed.count("broken ended (exit status 3)") == supervisor.MOST_FAILURES
    assert "broken cannot be kept running" in printed
    assert not any(child.is_running for child in run.children)
