"""`python -m tests.chaos.scrubbers PORT MATCH LAST`: ten who look at past events of a match, and four who export it.

Nobody of them signs in; each has an address of their own, and the next request follows at once, unless the server says
when to come again. A process of its own, so that they slow nobody but the server. Ends with its input; prints the
number of responses by kind and status.
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
    """One of them. kind: `scrub` or `export`."""

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
        """Sends one request; returns for how many seconds to wait."""
        at = self._chance.randrange(self._last)
        path = f"{self._path}/export" if self.kind == "export" else f"{self._path}/view?at={at}"
        response = self._caller.response("GET", path)
        response.read()
        self.got[f"{self.kind} {response.status}"] += 1
        return float(response.headers.get("Retry-After", 0))


def main() -> None:
    """Reads until the input ends."""
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
