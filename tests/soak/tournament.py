"""A Swiss of 16 bots with shared deals on a running server: `python -m tests.soak.tournament URL [GAME SEATS]`.

Organises it over HTTP, waits for its table while the server's own workers play, then takes the exports and audits them
offline. Prints figures; the exit status is 0 if every step of the audit holds.
"""

from __future__ import annotations

import json
import secrets
import sys
import time
from typing import Any
from urllib.request import Request, urlopen

from events.tournaments.audit import audit

PLAYERS, ROUNDS, DEALS = 16, 3, 2
OPTIONS = {"great_dalmuti": {"end": {"hands": 1}}}


class Server:
    """A server, called with one token."""

    def __init__(self, url: str) -> None:
        self._base, self._token = f"{url.rstrip('/')}/api/v1", ""
        self._token = self.post("/players", {"name": f"Organiser {secrets.token_hex(4)}"})["token"]

    def get(self, path: str) -> Any:
        return self._call(path, None)

    def post(self, path: str, body: Any) -> Any:
        return self._call(path, json.dumps(body).encode())

    def _call(self, path: str, body: bytes | None) -> Any:
        headers = {"Content-Type": "application/json"} | (
            {"Authorization": f"Bearer {self._token}"} if self._token else {}
        )
        with urlopen(Request(self._base + path, body, headers), timeout=60) as response:
            return json.load(response)


def main(url: str, game: str = "great_dalmuti", seats: str = "4") -> int:
    """Plays and audits one tournament; returns the exit status."""
    server, began = Server(url), time.monotonic()
    wish = {
        "title": "Sixteen bots", "game": game, "options": OPTIONS.get(game, {}), "seats": int(seats),
        "format": "swiss", "rounds": ROUNDS, "deals_per_round": DEALS, "duplicate": True, "max_players": PLAYERS,
        "start": "when_full",
    }  # fmt: skip
    path = f"/tournaments/{server.post('/tournaments', wish)['id']}"
    for number in range(PLAYERS):
        server.post(f"{path}/entries", {"policy": ("greedy", "uniform")[number % 2]})
    while (head := server.get(path))["status"] == "running":
        time.sleep(1)
    seconds = time.monotonic() - began
    matches = [
        match for drawn in server.get(f"{path}/rounds")["items"] for table in drawn["tables"]
        for match in table["matches"]
    ]  # fmt: skip
    exports = [server.get(f"/matches/{match['match']}/export") for match in matches]
    findings = audit(server.get(f"{path}/export"), exports)
    rows = sum(len(export["events"]) for export in exports)
    print(f"{path}: {head['status']} after {seconds:.0f} s, {len(matches)} matches, {rows} rows")
    for line in head["table"]:
        policy = head["entries"][line["entry"]]["policy"]
        print(f"{line['place']:>3}  entry {line['entry']:>2} ({policy:<7}) {line['points']:>5}  {line['tie_breaks']}")
    for status, step, words in findings:
        print(f"{status:<8}{step}: {words}")
    return 0 if all(status == "OK" for status, _, _ in findings) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
