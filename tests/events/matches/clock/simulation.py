"""A whole table in one thread: one seed decides when clients, workers, queue and sweeper act, and which faults occur.

The services are the real ones, on the test's database; the game is the toy. Each step is one service call, or one half
of a bot's turn. A crash before the commit rolls the call back; a crash after it loses the response and the message to
the workers. Messages are lost or delivered twice, and the process that answers a client may have a wrong clock. Clients
repeat a request with its key until they receive a response. The same seed gives the same log.
"""

from __future__ import annotations

import hashlib
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any, NamedTuple
from unittest.mock import patch

from django.db import connection, transaction

from bots import tasks
from events import sweeper
from events.base import clock
from events.base.exceptions import Problem
from events.base.fairness import event_hash, genesis
from events.log import log, match_seeds, states
from events.log.idempotency import Reply
from events.matches.lobby.seats import seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.record.pending import LEASE_MS, lease_holds
from events.matches.record.table_views import Choices
from events.matches.table.decisions import decision
from events.matches.table.moves import Submission, move_submit
from events.models import Match, Pending, Player, SealedAnswer
from games import registry
from games.kernel.errors import RulesError
from games.kernel.rng import Draws, policy_draws
from games.kernel.state import Json
from tests.events.tables import START_MS, player, ready_turns_of
from tests.kernel.toy import GAME as TOY

PEOPLE, BOTS, TURNS = 2, 1, 4
FAULTY_STEPS, MOST_STEPS = 60, 600
# The clock of one process is an hour behind or some seconds ahead, but never an hour ahead: times in the log never
# decrease, so one row from such a process would move every deadline and window of the match by an hour.
SKEWS_MS = (-3_600_000, 5_000)
ONCE = ("turn", "guard")


class Broken(AssertionError):
    """A promise was broken; the note lists the steps that led there."""


class Crash(Exception):
    """A process died."""


class Report(NamedTuple):
    """The result of a run: its steps, its faults, and a hash over the log."""

    steps: tuple[str, ...]
    faults: Counter[str]
    digest: str


class Client:
    """A client that repeats each request with its key until it receives a response."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.waiting: Submission | None = None
        self.committed: dict[str, Reply] = {}
        self.answered: dict[str, tuple[Submission, Reply]] = {}


class Table:
    """One simulated table."""

    def __init__(self, seed: int, people: list[Player], sweeps: bool = True) -> None:
        self.seed, self.people, self.sweeps = seed, people, sweeps
        self.draws: Draws = policy_draws(b"simulation", seed)
        self.now, self.skew = START_MS, 0
        self.queue: list[str] = []
        self.clients = [Client(seat) for seat in range(PEOPLE)]
        self.thinking: list[tuple[int, int, Any, uuid.UUID]] = []
        self.leases: dict[tuple[int, int], int] = {}
        self.steps: list[str] = []
        self.faults: Counter[str] = Counter()
        self.phases: dict[int, str] = {}

    def run(self) -> Report:
        """Plays to the end; raises Broken if a promise is broken."""
        try:
            with circumstances(self), transaction.atomic():
                self._open()
                self._play()
                digest = self._verify()
                transaction.set_rollback(True)
        except Broken as broken:
            broken.add_note(f"seed {self.seed}: " + "; ".join(self.steps[-40:]))
            raise
        finally:
            connection.run_on_commit.clear()
        return Report(tuple(self.steps), self.faults, digest)

    def _open(self) -> None:
        seats = [SeatRequest("me"), SeatRequest("open"), *[SeatRequest("bot", "uniform")] * BOTS]
        wish = MatchRequest("toy", {"turns": TURNS}, seats, clock={"per_move": None, "on_timeout": "default_move"})
        self.match = match_create(player=self.people[0], request=wish).id
        seat_take(match_id=self.match, player=self.people[1], number=None, nonce=None)
        self._committed()

    def _play(self) -> None:
        for step in range(MOST_STEPS):
            if Match.objects.get(pk=self.match).status == "finished":
                return
            self.faulty = step < FAULTY_STEPS
            self.now += self.draws.below(900)
            self.phases |= {p.id: p.phase for p in self._match_state().state.prompts.values()}
            self._one(self._client, self._client, self._worker, self._worker, self._think, self._sweep)()
        raise Broken(f"no end; pending: {list(Pending.objects.values_list('prompt', 'seat', 'ready_ms'))}")

    def _one(self, *things: Any) -> Any:
        return things[self.draws.below(len(things))]

    def _goes_wrong(self, *faults: str) -> str:
        """Injects one of these faults from time to time."""
        if not self.faulty or self.draws.below(3):
            return "none"
        fault = str(self._one(*faults))
        self.faults[fault] += 1
        return fault

    def _match_state(self) -> states.MatchState:
        return states.head(Match.objects.get(pk=self.match))

    # Service calls that may crash

    def _called(self, name: str, call: Callable[[], Any], *faults: str) -> Any:
        """Returns the result of a service call; None if it was lost. Runs its hooks unless the process crashes."""
        fault = self._goes_wrong("crash before commit", "crash after commit", *faults)
        self.steps.append(f"{name} ({fault})")
        result, leases = None, dict(self.leases)
        try:
            with transaction.atomic():
                result = call()
                if fault == "crash before commit":
                    raise Crash
        except Crash:
            self.leases = leases  # the messages of the call were rolled back with it
            states.forget()  # the process that starts next knows nothing
            return None
        if fault == "crash after commit":
            connection.run_on_commit.clear()
            states.forget()
        self._committed()
        return (result, fault == "none")

    def _committed(self) -> None:
        waiting, connection.run_on_commit = connection.run_on_commit, []
        for _, outcome, _ in waiting:
            outcome()

    # Actors

    def _client(self) -> None:
        client = self._one(*self.clients)
        self.skew = self._one(*SKEWS_MS) if self._goes_wrong("wrong clock") == "wrong clock" else 0
        try:
            if client.waiting is None:
                client.waiting = self._wish(client)
            if client.waiting is not None:
                self._request(client, client.waiting)
        finally:
            self.skew = 0

    def _wish(self, client: Client) -> Submission | None:
        choices = Choices(Match.objects.get(pk=self.match), client.seat)
        if not choices.moves or SealedAnswer.objects.filter(prompt=choices.prompt, seat=client.seat).exists():
            return None
        move = choices.sample(self.draws)
        key = f"{self.seed}-{client.seat}-{len(client.answered)}-{len(self.steps)}"
        args: Json = move["args"]
        return Submission(choices.prompt or 0, str(move["verb"]), args, key)  # type: ignore[arg-type]

    def _request(self, client: Client, wish: Submission) -> None:
        key = wish.key or ""

        def submit() -> Reply | None:
            try:
                return move_submit(match_id=self.match, seat=client.seat, submission=wish)
            except (Problem, RulesError):
                return None

        called = self._called(f"client {client.seat} {wish.verb}", submit, "answer lost")
        if called is None:
            return
        answer, arrived = called
        before = client.committed.get(key)
        if before is not None and (answer is None or answer.body != before.body or not answer.replayed):
            raise Broken(f"a request that was carried out is answered differently when it is repeated: {wish}")
        if answer is not None:
            client.committed.setdefault(key, answer)
        if arrived:
            client.waiting = None
            if answer is not None:
                client.answered[key] = wish, client.committed[key]

    def _worker(self) -> None:
        if not self.queue:
            return
        message = self.queue.pop(self.draws.below(len(self.queue)))
        fault = self._goes_wrong("message lost", "message twice")
        if fault == "message lost":
            self.steps.append("message lost")
            return
        if fault == "message twice":
            self.queue.append(message)
        for prompt, seat in ready_turns_of(self.match):
            if self.draws.below(3) == 0:
                self._begin(prompt, seat)
            else:
                self._called(f"bot {seat}", lambda p=prompt, s=seat: tasks.play_turn(self.match, p, s))

    def _begin(self, prompt: int, seat: int) -> None:
        """Lets a worker take a turn, and play it later or die."""
        called = self._called(
            f"bot {seat} thinks", lambda: tasks.turn_lease(match_id=self.match, prompt=prompt, seat=seat)
        )
        if called is None or called[0] is None:
            return
        move = tasks.chosen(decision(self.match, seat), prompt, seat)
        if move is not None and called[1]:
            self.thinking.append((prompt, seat, move, called[0]))

    def _think(self) -> None:
        """Lets a slow worker play its turn at last, unless it has died."""
        if not self.thinking:
            return
        prompt, seat, move, token = self.thinking.pop(0)
        if self._goes_wrong("worker dies") == "worker dies":
            return

        def submit() -> None:
            try:
                submission = Submission(prompt, move.verb, move.args, precondition=lambda _: lease_holds(token))
                move_submit(match_id=self.match, seat=seat, submission=submission, by="bot")
            except (Problem, RulesError):
                return

        self._called(f"bot {seat} {move.verb}", submit)

    def _sweep(self) -> None:
        self.now += 2_000
        if self.sweeps:
            self._called("sweeper", sweeper.sweep)

    def claimed(self, prompt: int, seat: int, token: uuid.UUID | None) -> None:
        """Checks a lease: no worker gets a turn that, by its own clock, another worker still holds."""
        if token is None:
            return
        is_held = any((prompt, seat) == turn[:2] for turn in self.thinking)
        if is_held and self.leases[prompt, seat] > self.now + self.skew:
            raise Broken(f"two workers hold the turn of seat {seat} at prompt {prompt}")
        self.leases[prompt, seat] = self.now + self.skew + LEASE_MS

    # Properties of the log

    def _verify(self) -> str:
        rows = list(log.read(self.match))
        before, hashed = genesis(self.match.bytes), hashlib.sha256()
        for seq, row in enumerate(rows):
            if row.seq != seq or event_hash(before, row.core_bytes) != row.hash:
                raise Broken(f"the log breaks at row {row.seq}")
            before = row.hash
            hashed.update(row.core_bytes)
        times = [row.core["at_ms"] for row in rows]
        if times != sorted(times):
            raise Broken("the times of the log go back")
        self._verify_prompts(rows)
        for client in self.clients:
            self._verify_acts(client, rows)
        return hashed.hexdigest()

    def _verify_prompts(self, rows: list[log.StoredEvent]) -> None:
        prompts = Counter(row.core["prompt"] for row in rows if row.type in ("move", "clock"))
        twice = [prompt for prompt, times in prompts.items() if times > 1 and self.phases.get(prompt) in ONCE]
        if twice:
            raise Broken(f"prompts {twice} were answered twice")

    def _verify_acts(self, client: Client, rows: list[log.StoredEvent]) -> None:
        """Checks that every acknowledged act is in the log at the place of its response, and none occurs twice."""
        places = [answer.body["seq"] for answer in client.committed.values() if answer.body["seq"] is not None]
        if len(set(places)) != len(places):
            raise Broken("two acts of one seat have the same place")
        for wish, answer in client.answered.values():
            seq = answer.body["seq"]
            if seq is not None and (seq >= len(rows) or rows[seq].core["actor"] != client.seat):
                raise Broken(f"an acknowledged act is not in the log: {wish}")
        mine = [row for row in rows if row.type == "move" and row.core["actor"] == client.seat and row.core["move"]]
        if len(mine) != len(places):
            raise Broken(f"seat {client.seat} acted {len(places)} times, the log has {len(mine)} rows of it")


@contextmanager
def circumstances(table: Table) -> Iterator[None]:
    """Sets up the toy in the registry, the clock and queue of the table, and reproducible randomness."""
    numbers, claim = count(1), tasks.turn_lease

    def claimed(*, match_id: uuid.UUID, prompt: int, seat: int) -> uuid.UUID | None:
        token = claim(match_id=match_id, prompt=prompt, seat=seat)
        table.claimed(prompt, seat, token)
        return token

    def queued(**_: Any) -> None:
        table.queue.append("wake")

    with ExitStack() as stack:
        stack.enter_context(clock.clock(lambda: table.now + table.skew))
        stack.enter_context(patch.dict(registry.GAMES, {"toy": {1: TOY}}))  # type: ignore[arg-type]
        for name, value in {
            "os.urandom": lambda size: hashlib.shake_256(b"%d %d" % (table.seed, next(numbers))).digest(size),
            "events.matches.lobby.services.new_id": lambda: uuid.UUID(int=(7 << 76) + (2 << 62) + table.seed),
            "bots.tasks.turn_lease": claimed,
            "bots.tasks.wake.apply_async": queued,
        }.items():
            stack.enter_context(patch(name, value))
        states.forget()
        match_seeds.forget()
        yield
    states.forget()
    match_seeds.forget()


def people() -> list[Player]:
    """Creates the players of all runs."""
    return [player("Simulated") for _ in range(PEOPLE)]
