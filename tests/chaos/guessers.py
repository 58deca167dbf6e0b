"""`python -m tests.chaos.guessers PORT`: sixteen clients that guess a password on the operator's sign-in page.

All have one address, and each sends the next guess at once. They run in a process of their own, so that they slow only
the server. The process ends with its input and prints the number of responses by status.
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
from collections import Counter
from contextlib import suppress

from tests.caller import Caller

CLIENTS, ADDRESS = 16, "127.0.3.1"


class Guesser(threading.Thread):
    """A client that guesses. got: the number of responses by status."""

    def __init__(self, port: int, ending: threading.Event) -> None:
        super().__init__(daemon=True)
        self._caller, self._ending = Caller(port, ADDRESS), ending
        self.got = Counter[str]()

    def run(self) -> None:
        page = self._caller.send("GET", "/admin/login/")[1].decode()
        token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
        form = f"csrfmiddlewaretoken={token}&username=nobody&password=correct+horse"
        cookie = {"Host": "localhost", "Cookie": f"csrftoken={token}"}
        headers = {"Content-Type": "application/x-www-form-urlencoded", **cookie}
        while not self._ending.is_set():
            with suppress(OSError, http.client.HTTPException):
                self.got[f"sign-in {self._caller.send('POST', '/admin/login/', form, headers=headers)[0]}"] += 1


def main() -> None:
    """Guesses until the input ends."""
    ending = threading.Event()
    guessers = [Guesser(int(sys.argv[1]), ending) for _ in range(CLIENTS)]
    for guesser in guessers:
        guesser.start()
    sys.stdin.read()
    ending.set()
    print(json.dumps(sum((guesser.got for guesser in guessers), Counter[str]())))


if __name__ == "__main__":
    main()
