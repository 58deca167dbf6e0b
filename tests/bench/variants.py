"""Checkouts under load: each runs its own stack, and one process sends the same prepared requests to each."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from tests.bench.moves import Request
from tests.bench.records import ROOT
from tests.bench.scenarios import Options
from tests.stack import Stack

NEW, OLD = "new", "old"
WEB, POSTGRESQL = ("web",), ("backend", "background", "postmaster")
ACCEPTED = frozenset({"200", "201", "304"})


class Slice(NamedTuple):
    """The measurements of one slice.

    taken: milliseconds by kind; size: bytes on the wire by kind; statuses: the number of responses by kind and status;
    web, database: seconds of CPU.
    """

    taken: Mapping[str, list[float]]
    size: Mapping[str, int]
    statuses: Mapping[str, int]
    seconds: float
    web: float
    database: float

    @property
    def answered(self) -> int:
        """Returns the number of answered requests."""
        return sum(self.statuses.values())

    @property
    def cpu(self) -> float:
        """Returns milliseconds of CPU of web and PostgreSQL per request."""
        return (self.web + self.database) / self.answered * 1000

    def p50(self, *kinds: str) -> float:
        """Returns the median latency of some kinds, in milliseconds."""
        return median(self._times(kinds))

    def p99(self, *kinds: str) -> float:
        """Returns the 99th percentile of the latency of some kinds, in milliseconds."""
        return quantiles(self._times(kinds), n=100)[98]

    def mean_size(self, kind: str) -> float:
        """Returns the mean number of bytes on the wire per response, including its head."""
        return self.size[kind] / len(self.taken[kind])

    def _times(self, kinds: Sequence[str]) -> list[float]:
        return [one for kind in kinds for one in self.taken.get(kind, ())]


class Sender:
    """The process that sends requests."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.sender"],
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def send(self, port: int, clients: list[list[Request]], seconds: float, loop: bool = False) -> dict[str, Any]:
        """Sends the requests of one slice; returns the sender's measurements."""
        assert self.process.stdin and self.process.stdout
        encoded = [[(kind, base64.b64encode(data).decode()) for kind, data in requests] for requests in clients]
        slice_ = {"port": port, "seconds": seconds, "loop": loop, "clients": encoded}
        self.process.stdin.write(json.dumps(slice_) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def stop(self) -> None:
        """Ends the process."""
        self.process.terminate()
        self.process.wait()


class Variant:
    """One checkout under load."""

    def __init__(self, name: str, root: Path, sender: Sender, environment: Mapping[str, str] | None = None) -> None:
        self.name, self.stack, self.sender = name, Stack(root=root, environment=environment), sender
        self.stack.start()

    @property
    def port(self) -> int:
        """Returns the port of the stack."""
        return self.stack.port

    def send(self, clients: list[list[Request]], seconds: float = 3600, loop: bool = False) -> Slice:
        """Sends requests on one connection per client. Raises AssertionError if the server refused a request."""
        before = self.used(WEB), self.used(POSTGRESQL)
        answer = self.sender.send(self.port, clients, seconds, loop)
        web, database = spent(before[0], self.used(WEB)), spent(before[1], self.used(POSTGRESQL))
        refused = {status: count for status, count in answer["statuses"].items() if status[-3:] not in ACCEPTED}
        assert not refused, f"expected prepared requests to be accepted, got {refused}"
        return Slice(answer["taken"], answer["size"], answer["statuses"], answer["seconds"], web, database)

    def cpu(self, parts: Sequence[str]) -> float:
        """Returns the seconds of CPU that some parts of the stack have used so far."""
        return sum(self.used(parts).values())

    def used(self, parts: Sequence[str]) -> Mapping[int, float]:
        """Returns the seconds of CPU that each process of some parts has used so far."""
        used = dict[int, float]()
        for process in self.stack.processes(*parts):
            with suppress(FileNotFoundError, ProcessLookupError):
                tasks = Path(f"/proc/{process.pid}/task").iterdir()
                used[process.pid] = sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
        return used


def spent(before: Mapping[int, float], after: Mapping[int, float]) -> float:
    """Returns the seconds of CPU between two measurements, without processes that have ended in between.

    >>> spent({1: 2.0, 2: 5.0}, {1: 2.5, 3: 0.25})
    0.75
    """
    return sum(seconds - before.get(process, 0.0) for process, seconds in after.items())


@contextmanager
def variants(options: Options, environment: Mapping[str, str] | None = None) -> Iterator[list[Variant]]:
    """Yields the stacks of this checkout and of the other one, if any, and starts the process that sends requests."""
    with ExitStack() as stack:
        sender = Sender()
        stack.callback(sender.stop)
        running = []
        for name, root in ((OLD, options.against), (NEW, ROOT)):
            if root is not None:
                options.say(f"starting the stack of {root}")
                running.append(Variant(name, root, sender, environment))
                stack.callback(running[-1].stack.stop)
        yield running
