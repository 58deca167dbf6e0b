"""`python -m tests.chaos.scrubbers PORT MATCH LAST`: ten readers of past events of a match, and four that export it.

The readers do not sign in, and each has its own address. Each sends the next request at once, unless the server states
when to retry. They run in a process of their own, so that they slow only the server. The process ends with its input
and prints the number of responses by kind and status.
"""

from __future__ import annotations

import http.client
import json
import random
import sys
import threading
from collections import Counter
from contextlib import suppress

from tests.caller import Caller

SCRUBBERS, EXPORTERS, SECONDS = 10, 4, 150.0


class Reader(threading.Thread):
    """A reader. kind: `scrub` or `export`."""

    def __init__(self, number: int, port: int, match: str, last: int, ending: threading.Event) -> None:
        super().__init__(daemon=True)
        self._caller, self._ending = Caller(port, f"127.0.3.{number + 1}", SECONDS), ending
        self._path, self._last = f"/api/v1/matches/{match}", last
        self._chance, self.kind = random.Random(number), "export" if number >= SCRUBBERS else "scrub"
        self.got = Counter[str]()

    def run(self) -> None:
        wait = 0.0
        while not self._ending.wait(wait):
            with suppress(OSError, http.client.HTTPException):
                wait = self._read()

    def _read(self) -> float:
        """Sends one request; returns the number of seconds to wait."""
        at = self._chance.randrange(self._last)
        path = f"{self._path}/export" if self.kind == "export" else f"{self._path}/view?at={at}"
        response = self._caller.response("GET", path)
        response.read()
        self.got[f"{self.kind} {response.status}"] += 1
        return float(response.headers.get("Retry-After", 0))


def main() -> None:
    """Runs the readers until the input ends."""
    port, match, last = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    ending = threading.Event()
    readers = [Reader(number, port, match, last, ending) for number in range(SCRUBBERS + EXPORTERS)]
    for reader in readers:
        reader.start()
    sys.stdin.read()
    ending.set()
    print(json.dumps(sum((reader.got for reader in readers), Counter[str]())))


if __name__ == "__main__":
    main()
