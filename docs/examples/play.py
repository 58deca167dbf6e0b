"""Plays random legal moves in any game, and folds the log that it streams. It knows no rules; Python 3.11 is enough.

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

EXPLAINED = {"stale_prompt", "stale_offer", "match_over", "illegal_move", "cooling_down", "rate_limited", "busy"}


class Server:
    """The API, as one player."""

    def __init__(self, base, token=None):
        self.base, self.token, self.requests = urlsplit(base), token, 0

    def open(self, method, path, body=None, **headers):
        """Sends a request; returns the response, with its body unread."""
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        connection = http.client.HTTPConnection(self.base.netloc, timeout=40)
        connection.request(method, "/api/v1" + path, None if body is None else json.dumps(body), headers)
        self.requests += 1
        return connection.getresponse()

    def call(self, method, path, body=None):
        """Returns the status and the JSON of the answer."""
        with self.open(method, path, body) as response:
            return response.status, json.load(response)

    def get(self, path):
        status, body = self.call("GET", path)
        if status != 200:
            raise RuntimeError(f"expected 200 of {path}, got {status} {body}")
        return body

    def events(self, path, after):
        """The events of a stream as (name, id, data), until the server closes it."""
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
        with self.open("GET", path, **headers) as response:
            if response.status != 200:
                raise RuntimeError(f"expected a stream, got {response.status}")
            name, number, data = "message", None, ""
            for line in response:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "id":
                    number = int(value)
                elif field == "data":
                    data = value
                elif not field:  # an empty line ends an event; comments begin with a colon
                    if data:
                        yield name, number, json.loads(data)
                    name, number, data = "message", None, ""


class Table:
    """A view that rows are folded over. faces: as `/games/{game}` describes them; sets: zones without an order."""

    def __init__(self, view, faces, sets):
        self.view, self.sets = view, set(sets)
        self.printed = {
            name: {"face": name, "name": face["title"]} | {k: v for k, v in face.items() if k not in ("title", "help")}
            for name, face in faces.items()
        }
        self.zones = {(z["name"], z["seat"], z["number"]): z["cards"] for z in view["zones"]}
        self.faces = {int(card): face["face"] for card, face in view["faces"].items()}

    def fold(self, row):
        """Brings the table to where it is after a row."""
        for effect in row["effects"]:
            getattr(self, effect["kind"], lambda _: None)(effect)
        self.view |= {name: row[name] for name in ("to_act", "may_act") if name in row}
        self.view |= {"seq": row["seq"], "deadlines": row.get("deadlines")}

    def moved(self, effect):
        src, dst = (tuple(effect[end][part] for part in ("name", "seat", "number")) for end in ("src", "dst"))
        cards, there = self.zones[src], self.zones.get(dst, [])
        gone = {card for card in effect["cards"] if card is not None}
        left = [card for card in cards if card not in gone] if gone else cards[: len(cards) - len(effect["cards"])]
        self.zones[src] = left
        if not left and src[2] is not None:
            del self.zones[src]  # a numbered zone vanishes with its last card
        for card in gone:
            del self.faces[card]
        self.faces |= {card: face for card, face in zip(effect["to"], effect["faces"]) if card is not None}
        place = len(there) if effect["index"] is None else effect["index"]
        there = there[:place] + effect["to"] + there[place:]
        if dst[0] in self.sets and None not in there:
            there.sort(key=lambda card: (self.faces[card], card))
        self.zones[dst] = there

    def changed(self, effect):
        self.view["public"] |= effect["to"]

    def prompted(self, effect):
        self.view["prompts"].append(effect["prompt"])

    def answered(self, effect):
        for prompt in self.view["prompts"]:
            if prompt["id"] == effect["prompt"] and prompt["mode"] == "once" and effect["seat"] not in prompt["arrived"]:
                prompt["arrived"] = [*prompt["arrived"], effect["seat"]]

    def closed(self, effect):
        self.view["prompts"] = [prompt for prompt in self.view["prompts"] if prompt["id"] != effect["prompt"]]

    def ended(self, effect):
        self.view |= {"standings": effect["standings"], "scores": effect["scores"], "prompts": []}

    def as_view(self):
        """The table in the form of `/view`, without what this log does not carry and what is inferred."""
        prompts, deadlines = self.view["prompts"], self.view.get("deadlines")
        asking = {prompt["parent"] for prompt in prompts if not prompt["beside"]}
        times = {deadline["prompt"]: deadline["at"] for deadline in deadlines or ()}
        return self.view | {
            "zones": [
                {"name": name, "seat": seat, "number": number, "cards": self.zones[name, seat, number]}
                for name, seat, number in sorted(self.zones, key=lambda z: (z[0], *(-1 if p is None else p for p in z[1:])))
            ],
            "faces": {str(card): self.printed[self.faces[card]] for card in sorted(self.faces)},
            "prompts": [
                prompt | {"open": prompt["beside"] or prompt["id"] not in asking, "deadline": times.get(prompt["id"])}
                for prompt in prompts
            ],
        }

    def differs(self, view):
        """The members in which the table is not the server's view."""
        mine, known = self.as_view(), {"known", "deadlines"}
        if self.view.get("deadlines") is None:  # a row that carries none of these
            known |= {"to_act", "may_act"}
            for prompt in (*mine["prompts"], *view["prompts"]):
                prompt["deadline"] = None
        return [name for name in view if name not in known and mine.get(name) != view[name]]


class Player(threading.Thread):
    """One seat: follows the log of a match and plays when it may, for so many moves."""

    def __init__(self, server, match, options, seed):
        super().__init__(daemon=True)
        self.server, self.match, self.options, self.chance = server, f"/matches/{match}", options, random.Random(seed)
        self.moves = self.rows = self.cuts = 0
        self.errors, self.wrong, self.refused = [], [], Counter()

    def run(self):
        try:
            self.follow()
        except Exception as error:
            self.errors.append(repr(error))

    def follow(self):
        created = self.server.get(f"{self.match}/events?limit=1")["items"][0]
        faces = self.server.get(f"/games/{created['game']}")["faces"]
        table = Table(self.server.get(f"{self.match}/view?at=0"), faces, created["sets"])
        over = False
        while not over and not self.wrong:
            for name, seq, data in self.server.events(f"{self.match}/stream", table.view["seq"]):
                if name == "event":
                    if seq != table.view["seq"] + 1:
                        raise RuntimeError(f"expected row {table.view['seq'] + 1}, got {seq}")
                    table.fold(data)
                    self.check(table)
                    over = data["type"] in ("match.over", "match.void")
                elif name == "prompt" and data["prompts"]:
                    self.play(data["prompts"])
                if over or self.options.stop.is_set() or self.chance.random() < self.options.cuts:
                    break
            self.cuts += 1
            over = over or self.options.stop.is_set()

    def check(self, table):
        self.rows += 1
        if self.options.check:
            view = self.server.get(f"{self.match}/view?at={table.view['seq']}")
            self.wrong += [f"{table.view['seq']}: {name}" for name in table.differs(view)]

    def play(self, prompts):
        """Plays a random legal move, if there is one."""
        prompt = self.chance.choice([prompt for prompt in prompts if "answer" not in prompt] or [None])
        while prompt is not None and not self.options.stop.is_set():
            status, legal = self.server.call("GET", f"{self.match}/legal-moves?limit=40&prompt={prompt['id']}")
            if status != 200 or not legal["moves"]:
                break
            move = {"prompt": prompt["id"], **self.chance.choice(legal["moves"])}
            status, answer = self.server.call("POST", f"{self.match}/moves", move)
            if status in (200, 201):
                self.moves += 1
                break
            self.refused[answer["code"]] += 1
            if answer["code"] not in EXPLAINED:
                raise RuntimeError(f"expected {move} to be legal, got {answer}")
            if answer["code"] not in ("cooling_down", "rate_limited", "busy"):
                break
            time.sleep(1)
        if self.moves >= self.options.moves:
            self.options.stop.set()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--moves", type=int, default=10_000, help="end when a seat has made so many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--cuts", type=float, default=0.0, help="the chance after each event that a stream is cut")
    options = parser.parse_args()
    options.stop = threading.Event()
    seats = options.seats or Server(options.server).get(f"/games/{options.game}")["seats"]["min"]
    servers = []
    for seat in range(seats):
        name = f"Random {random.getrandbits(40):x} {seat}"
        servers.append(Server(options.server, Server(options.server).call("POST", "/players", {"name": name})[1]["token"]))
    wish = {"game": options.game, "options": options.options, "seats": [{"kind": "me"}] + [{"kind": "open"}] * (seats - 1)}
    match = servers[0].call("POST", "/matches", wish)[1]["id"]
    players = [Player(server, match, options, f"{options.seed} {seat}") for seat, server in enumerate(servers)]
    for server, player in zip(servers, players):
        if server is not servers[0]:
            server.call("POST", f"/matches/{match}/seats", {})
        player.start()
    for player in players:
        player.join()
    total = {name: sum(getattr(player, name) for player in players) for name in ("moves", "rows", "cuts")}
    faults = {name: [f for p in players for f in getattr(p, name)] for name in ("errors", "wrong")}
    refused = sum((player.refused for player in players), Counter())
    print(json.dumps({"match": match, **total, "refused": refused, **faults}))
    return int(any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
