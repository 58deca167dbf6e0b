"""Players who come and go: they look, think, play, retry unanswered requests, forget, and leave for good."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from random import Random
from typing import Any, NamedTuple

from bots.policies import get as policy_of
from games import registry
from games.kernel.codec import view_from
from games.kernel.rng import policy_draws
from games.kernel.state import Move
from tests.simulation.clients import AGAIN, Call, Clients, Reply
from tests.simulation.scheduler import Broken

SECOND_MS, MINUTE_MS, HOUR_MS = 1_000, 60_000, 3_600_000
LOOKS_MS = 6 * HOUR_MS  # the interval at which a player looks without a notification
MOST_RETRIES, MOST_IN_A_ROW = 60, 30
REFUSALS = frozenset({"stale_prompt", "match_over", "cooling_down", "match_not_running", "stale_offer", "illegal_move"})
Life = Generator["Call | Nap", Reply | None, None]
Exchange = Generator["Call | Nap", Reply | None, Reply]


class Nap(NamedTuple):
    """Waits for this long, or until a notification makes the player look."""

    ms: int
    ends_by_news: bool = False


class Acknowledged(NamedTuple):
    """A move, the server's response to it, and the time of the response."""

    match: str
    seat: int
    body: Mapping[str, Any]
    reply: Reply
    at_ms: int


class Notified(NamedTuple):
    """A notification from the stream, and its arrival time."""

    number: int
    kind: str
    data: Mapping[str, Any]
    at_ms: int


class Person:
    """A player. seats: the player's seats by match; pace_ms: the time for a decision; seen: the newest event by match.

    leaves_ms: the time at which the player leaves for good; most_moves: the number of moves before the player resigns a
    match. None: never.
    """

    def __init__(self, clients: Clients, number: int, pace_ms: int) -> None:
        self.clients, self.number = clients, number
        self.scheduler, self.faults = clients.world.scheduler, clients.world.faults
        self.random = Random(f"{self.scheduler.seed} person {number}")
        self.name, self.host = f"Person {number:02}x", f"hooks{number}.example.org"
        self.email = f"p{number}@example.org"
        self.token = self.id = ""
        self.pace_ms, self.looks_ms = pace_ms, LOOKS_MS
        self.leaves_ms: int | None = None
        self.most_moves: int | None = None
        self.seats, self.seen = dict[str, int](), dict[str, int]()
        self.games = dict[str, str]()
        self.acknowledged, self.notices = list[Acknowledged](), list[Notified]()
        self.refused = list[tuple[str, str]]()
        self.told = set[str]()
        self.requests = 0
        self._wakes: Callable[[], None] | None = None
        self.is_gone = self.has_webhook = False

    # Execution

    def start(self, life: Life) -> None:
        """Starts a life of the player."""
        self._go(life, None)

    def _go(self, life: Life, value: Reply | None) -> None:
        try:
            wish = life.send(value)
        except StopIteration:
            return
        if isinstance(wish, Call):
            self.clients.send(wish, lambda reply: self._go(life, reply))
            return
        sleeps = [True]  # one for each life: a player may open several tables, each in its own life

        def over() -> None:
            if sleeps[0]:
                sleeps[0] = False
                if self._wakes is over:
                    self._wakes = None
                self._go(life, None)

        self.scheduler.after(wish.ms, over)
        if wish.ends_by_news:
            self._wakes = over

    def tell(self) -> None:
        """Makes the player look soon."""
        if self._wakes is not None:
            wakes = self._wakes
            self.scheduler.after(self.random.randrange(50, 2_000), wakes)

    # Requests

    def asked(self, method: str, path: str, body: Any = None, *, once: bool = False) -> Exchange:
        """Sends a request until a response arrives.

        once: whether to send a key, so that the request takes effect once.
        """
        self.requests += 1
        key = f"{self.number}-{self.requests}" if once else ""
        for _ in range(MOST_RETRIES):
            reply = yield Call(method, path, body, key, self.token)
            if reply is not None and reply.status not in AGAIN:
                return reply
            yield Nap(self.random.randrange(200, 3_000))
        raise Broken(f"{method} {path} of {self.name} is never answered")

    def arrive(self, *, has_webhook: bool = False, has_mail: bool = False) -> Life:
        """Signs up. Faults are off meanwhile, because a repeated sign-up has no key."""
        guest = yield from self.asked("POST", "/players", {"name": self.name})
        self.token, self.id = guest.body["token"], guest.body["id"]
        if has_webhook:
            made = yield from self.asked("POST", "/me/webhooks", {"url": f"https://{self.host}/hook"})
            self.has_webhook = made.status == 201
        if has_mail:
            from events.users.models import Player

            wishes = {"email_on_turn": True, "email_on_start": True, "email_on_over": True, "email_on_round": True}
            Player.objects.filter(pk=self.id).update(email=self.email, is_email_confirmed=True, notifications=wishes)
        self.clients.world.readers[f"player:{self.id}"] = self._read_soon

    # Notifications

    def _read_soon(self) -> None:
        self.clients.send(self._resumed(), self._received)

    def _resumed(self) -> Call:
        after = self.notices[-1].number if self.notices else 0
        return Call("GET", "/me/stream", token=self.token, after=after)

    def _received(self, reply: Reply | None) -> None:
        """Handles the data that a stream sent before it was cut; the stream is resumed after the last id."""
        if reply is None or reply.status in AGAIN:
            self.scheduler.after(3_000, self._read_soon)
            return
        for event in reply.content.decode().split("\n\n"):
            lines = dict(line.partition(": ")[::2] for line in event.splitlines())
            if "id" in lines and "data" in lines:
                data = json.loads(lines["data"])
                self._notified(Notified(int(lines["id"]), lines["event"], data, self.scheduler.now_ms))

    def _notified(self, notice: Notified) -> None:
        last = self.notices[-1].number if self.notices else 0
        if notice.number <= last:
            return  # there are two streams at once, and each is complete
        if notice.number != last + 1:
            raise Broken(f"{self.name} receives notice {notice.number} after {last}")
        self.notices.append(notice)
        if notice.kind == "match_started":  # the server opens a tournament's table for its players
            match = notice.data["match"]
            self.seats[match], self.games[match] = notice.data["seat"], notice.data["game"]
        if not self.is_gone:
            if notice.kind in ("your_turn", "deadline_near"):
                self.told.add(notice.data["match"])
            self.tell()

    # Playing

    def live(self) -> Life:
        """Looks at intervals, and after each notification."""
        while True:
            yield Nap(self.random.randrange(self.looks_ms // 2, self.looks_ms), ends_by_news=True)
            if self._is_leaving():
                self.is_gone = True
                return
            if self.faults.happens("absence", 0.1):
                yield Nap(self.random.randrange(HOUR_MS, 30 * HOUR_MS))
            yield from self._look()

    def _is_leaving(self) -> bool:
        return self.leaves_ms is not None and self.scheduler.now_ms >= self.leaves_ms

    def _look(self) -> Life:
        """Acts at every match with news for the player; without any news, at every match that waits for the player."""
        told, self.told = sorted(self.told), set()
        if not told:
            waiting = yield from self.asked("GET", "/matches?to_act=me&limit=50")
            told = [line["id"] for line in waiting.body["items"]]
        for match in told:
            if match not in self.seats:
                continue  # a table of a tournament that the player has not seen yet
            for _ in range(MOST_IN_A_ROW):
                yield Nap(1 + self.random.randrange(self.pace_ms))
                if self.faults.happens("absence", 0.03) or not (yield from self._act(match)):
                    break  # the player forgets, or has no move
                if self.most_moves is not None and self._moves_in(match) >= self.most_moves:
                    yield from self.asked("POST", f"/matches/{match}/resign", once=True)
                    break

    def _moves_in(self, match: str) -> int:
        return sum(one.match == match for one in self.acknowledged)

    def _act(self, match: str) -> Generator[Call | Nap, Reply | None, bool]:
        """Plays one move, by a heuristic or at random; returns whether a move was played."""
        seat = self.seats[match]
        reply = yield from self.asked("GET", f"/matches/{match}/view")
        if reply.status != 200:
            raise Broken(f"{self.name} cannot look at {match}: {reply}")
        view = reply.body
        if view["seq"] < self.seen.get(match, -1):
            raise Broken(f"{self.name} sees event {view['seq']} of {match} after {self.seen[match]}")
        self.seen[match] = view["seq"]
        chosen = self._chosen(match, seat, view)
        if chosen is None:
            return False
        prompt, move = chosen
        body = {"prompt": prompt, "verb": move.verb, "args": json.loads(json.dumps(move.args))}
        reply = yield from self.asked("POST", f"/matches/{match}/moves", body, once=True)
        if reply.status < 300:
            self.acknowledged.append(Acknowledged(match, seat, body, reply, self.scheduler.now_ms))
            self.seen[match] = max(self.seen[match], reply.body["seq"] or 0)
            return True
        if reply.body["code"] not in REFUSALS:
            raise Broken(f"a legal move of {self.name} is refused: {body} {reply}")
        self.refused.append((match, reply.body["code"]))
        return False

    def _chosen(self, match: str, seat: int, view: Mapping[str, Any]) -> tuple[int, Move] | None:
        game = self._rules(match, view)
        answered = {prompt["id"] for prompt in view["prompts"] if "answer" in prompt}
        table = view_from(game, view)
        for prompt in game.prompts_for(table, seat):
            if prompt.id in answered:
                continue
            moves = game.legal_moves(table, prompt.id)
            if not moves:
                continue
            draws = policy_draws(b"person", self.random.randrange(2**32))
            name = "greedy" if self.random.random() < 0.8 else "uniform"
            move = policy_of(game.key, name)(table, moves, draws)
            if move is not None:
                return prompt.id, move
        return None

    def _rules(self, match: str, view: Mapping[str, Any]) -> Any:
        return registry.get(self.games[match], view["rules_version"])
