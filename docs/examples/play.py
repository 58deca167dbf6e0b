"""Plays random legal moves in any game and folds the log that it streams. It knows no rules; Python 3.11 is enough.

    python play.py http://127.0.0.1:8000 monopoly_deal --seats 3 --moves 100 --check

Each seat is a guest of its own with a stream of its own. --check compares the folded table with the server's view after
every row; --cuts closes streams at random, which then resume after the last id.
"""

import argparse
import http.client
import json
import random
import sys
import threading
import time
from collections import Counter
from urllib.parse import urlsplit

from fold import Table

LATER = {"cooling_down", "rate_limited", "busy"}
EXPLAINED = LATER | {"stale_prompt", "stale_offer", "match_over", "illegal_move"}
LISTED = 40  # of the legal moves, to choose from
PAUSE = 0.15  # seconds


class Server:
    """The API, as one player."""

    def __init__(self, base, token=None):
        self.base, self.token, self.requests = urlsplit(base), token, 0

    def open(self, method, path, body=None, **headers):
        """Sends a request; returns the response, with its body unread."""
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        self.requests += 1
        connection = http.client.HTTPConnection(self.base.netloc, timeout=40)
        connection.request(method, "/api/v1" + path, None if body is None else json.dumps(body), headers)
        return connection.getresponse()

    def call(self, method, path, body=None):
        """Returns the status and the JSON of the answer."""
        with self.open(method, path, body) as response:
            return response.status, json.load(response)

    def get(self, path):
        while (answer := self.call("GET", path))[0] == 503:  # busy with other tables of the past
            self.requests -= 1
            time.sleep(PAUSE)
        return answer[1]

    def events(self, path, after):
        """The events of a stream as (name, id, data), until the server closes it."""
        headers = {"Accept": "application/x-ndjson", "Last-Event-ID": str(after)}
        with self.open("GET", path, **headers) as response:
            if response.status != 200:
                raise RuntimeError(f"expected a stream, got {response.status}")
            for line in map(json.loads, response):
                yield line["event"], line.get("id"), line["data"]


class Player(threading.Thread):
    """One seat: follows the log of a match on this thread and plays on another, until the match has so many moves."""

    def __init__(self, server, match, options, seed):
        super().__init__(daemon=True)
        self.server, self.match, self.options, self.chance = server, f"/matches/{match}", options, random.Random(seed)
        self.moves = self.rows = self.cuts = self.checks = 0
        self.errors, self.wrong, self.refused = [], [], Counter()
        self.newest, self.played, self.news, self.over = {}, -1, threading.Event(), threading.Event()

    def run(self):
        playing = threading.Thread(target=self.tried, args=(self.answer,), daemon=True)
        playing.start()
        self.tried(self.follow)
        self.over.set()
        self.news.set()
        playing.join()

    def tried(self, part):
        try:
            part()
        except Exception as error:
            self.errors.append(repr(error))

    def follow(self):
        created = self.server.get(f"{self.match}/events?limit=1")["items"][0]
        table, made = Table(self.server.get(f"{self.match}/view?at=0"), created["sets"]), 0
        while not self.over.is_set() and not self.wrong:
            for name, seq, data in self.server.events(f"{self.match}/stream?legal={LISTED}", table.view["seq"]):
                if name == "event":
                    if seq != table.view["seq"] + 1:
                        raise RuntimeError(f"expected row {table.view['seq'] + 1}, got {seq}")
                    table.fold(data)
                    self.check(table)
                    made += data["type"] == "move"
                    if made >= self.options.moves or data["type"] in ("match.over", "match.void"):
                        self.over.set()
                elif name == "prompt":
                    self.newest = data
                    self.news.set()
                if self.over.is_set() or self.chance.random() < self.options.cuts:
                    break
            self.cuts += 1

    @property
    def requests(self):
        """All requests of the player, except those that only check."""
        return self.server.requests - self.checks

    def check(self, table):
        self.rows += 1
        if self.options.check:
            self.checks += 1
            view = self.server.get(f"{self.match}/view?at={table.view['seq']}")
            self.wrong += [f"{table.view['seq']}: {name}" for name in table.differs(view)]

    def answer(self):
        """Answers the newest prompts. Where others may move first, it waits a moment to see whether they do."""
        while not self.over.is_set():
            self.news.wait()
            prompts = self.newest.get("prompts", ())
            if any(prompt["mode"] == "open" and len(prompt["seats"]) > 1 for prompt in prompts):
                time.sleep(random.random() * PAUSE)
            self.news.clear()
            data = self.newest  # after the event is cleared, so that nothing newer is missed
            if data.get("prompts") and data["seq"] >= self.played:
                self.play([prompt for prompt in data["prompts"] if "answer" not in prompt])

    def play(self, prompts):
        """Plays a random legal move, if there is one; the stream sends the legal moves with each prompt."""
        prompt = random.choice([one for one in prompts if one["legal"]["moves"]] or prompts or [None])
        legal = prompt and prompt["legal"]
        while legal and not self.over.is_set():
            if legal["moves"]:
                move = {"prompt": prompt["id"], **random.choice(legal["moves"])}
                status, answer = self.server.call("POST", f"{self.match}/moves", move)
                if status in (200, 201):
                    self.moves, self.played = self.moves + 1, max(self.played, answer["seq"] or 0)
                    break
                self.refused[answer["code"]] += 1
                if answer["code"] not in EXPLAINED:
                    raise RuntimeError(f"expected {move} to be legal, got {answer}")
                if answer["code"] not in LATER:
                    break  # the table has moved on: its row and the next prompt are on their way
            elif not any("available_at" in each for each in legal["templates"]):
                break
            self.over.wait(1)  # all that is legal has to wait
            status, answer = self.server.call("GET", f"{self.match}/legal-moves?limit={LISTED}&prompt={prompt['id']}")
            legal = answer if status == 200 else None


def sit_down(server, game, seats, options):
    """A match of the game with a new guest on each seat; returns its id and the guests."""
    names = [f"Random {random.getrandbits(40):x} {seat}" for seat in range(seats)]
    guests = [Server(server, Server(server).call("POST", "/players", {"name": name})[1]["token"]) for name in names]
    chairs = [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)
    match = guests[0].call("POST", "/matches", {"game": game, "options": options, "seats": chairs})[1]["id"]
    for guest in guests[1:]:
        guest.call("POST", f"/matches/{match}/seats", {})
    return match, guests


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, help="the number of players; by default the smallest")
    parser.add_argument("--options", type=json.loads, default={}, help="the options of the game, as JSON")
    parser.add_argument("--moves", type=int, default=10_000, help="stop after this number of moves")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--cuts", type=float, default=0.0, help="the probability after each event that a stream is cut")
    options = parser.parse_args()
    seats = options.seats or Server(options.server).get(f"/games/{options.game}")["seats"]["min"]
    match, guests = sit_down(options.server, options.game, seats, options.options)
    players = [Player(guest, match, options, f"{options.seed} {seat}") for seat, guest in enumerate(guests)]
    for player in players:
        player.start()
    while any(player.is_alive() for player in players) and not any(player.errors or player.wrong for player in players):
        time.sleep(0.05)
    totals = {name: sum(getattr(player, name) for player in players) for name in ("moves", "requests", "rows", "cuts")}
    faults = {name: [fault for player in players for fault in getattr(player, name)] for name in ("errors", "wrong")}
    refused = sum((player.refused for player in players), Counter())
    print(json.dumps({"match": match, **totals, "refused": refused, **faults}))
    return int(any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
