"""Paired worlds through HTTP: two real matches that differ only in what a viewer cannot know look the same to them.

`tests.games.paired_worlds` makes the two worlds. Both are played through the services, world B with the rigged dealer
in the registry, each in a transaction that is rolled back. Ids, clock and the server's own randomness are the same in
both, and commitments are computed from their places alone, so they hide perfectly. Everything the viewer receives can
therefore be compared byte for byte: status, headers, body, and the number of queries. One comparison is one viewer at
one prefix. That real commitments hide is tested where they are made.
"""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from itertools import count
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import quote

import http_ece
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from events.base import clock
from events.http import auth
from events.live import selectors as streams
from events.log import match_seeds, states
from events.log.deadlines import deadline_ms, opens_ms
from events.matches.lobby.seats import seat_resign, seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.table.moves import Submission, _all_in, move_submit, prompt_expire
from events.models import BotAccount, Delivery, Match, Notice, Player, SealedAnswer, Seat, StandingOrder, Token
from events.notices.needs import reason_to_skip
from events.notices.pushes import push_post, subscription_create
from events.notices.webhooks import webhook_create
from events.people.mails import EMAILED, write_mail
from games import registry
from games.kernel.effect import Shuffled
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import policy_draws
from games.kernel.state import Seat as SeatNumber
from games.kernel.words.texts import texts
from tests.events.calls import Caller
from tests.events.notices.receivers import Device, key_and_secret
from tests.events.tables import START_MS
from tests.games.card_knowledge import Divergence, reshuffled
from tests.games.paired_worlds import Outputs, Pair, _opens
from tests.games.simulate import FIRST_ID, Decision, Players
from tests.games.simulate import Match as Played

MATCH_ID = uuid.UUID("018f0000-0000-7000-8000-000000000001")
UNCOMPARED_HEADERS = ("Date", "X-Request-Id")
WIDELY = 8
WEBHOOK_ID = uuid.UUID("018f0000-0000-7000-8000-000000000002")
DEVICE = key_and_secret(1)
UNCOMPARED_MAIL = re.compile(rb"(?m)^(Date|Content-.*): .*$")


class Leak(AssertionError):
    """A response depends on something that its viewer cannot know."""


class Sent(NamedTuple):
    """The response to one request."""

    request: str
    status: int
    headers: dict[str, str]
    body: bytes
    queries: int


class OnlyRows(Outputs):
    """The events alone; this module compares all other responses."""

    def view(self, *_: Any) -> Any:
        return None

    legal = refusal = bot = view


class Script(NamedTuple):
    """A world as a list of commands; sealed: the final answer of each seat to each sealed prompt.

    withheld: sealed answers that have not arrived yet, as (prompt, seat)."""

    rules: Game
    decisions: list[Decision]
    sealed: dict[tuple[int, SeatNumber], Any]
    withheld: frozenset[tuple[int, SeatNumber]] = frozenset()


def scripts(game: Game, seats: int, options: Options, seed: int, most: int) -> tuple[Script, Script, SeatNumber | None]:
    """Worlds A and B, and the viewer to whom they look the same. Raises Divergence if B cannot be built."""
    draws = policy_draws(b"http", seed)
    one, players, length = Played(game, seats, options, seed), Players.of_seed(seed), 1 + draws.below(most)
    while not one.state.is_over and len(one.decisions) < length:
        one.decide(players.decision(one))
    viewer = (None, *range(seats))[draws.below(seats + 1)]
    pair = Pair(one, viewer, len(one.decisions), draws, OnlyRows())
    pair.compare()
    waiting = [(prompt, seat) for prompt, answers in one.sealed.items() for seat in answers if seat != viewer]
    quiet = [pair for pair in waiting if not game.phases[one.state.prompts[pair[0]].phase].shows_arrival]  # type: ignore[attr-defined]
    withheld = frozenset(pair for pair in quiet if draws.below(2))
    return _script(game, one), _script(redealt(game, pair.other), pair.other)._replace(withheld=withheld), viewer


def redealt(game: Game, played: Played) -> Game:
    """Returns the same rules with a dealer that repeats the shuffles of a finished match."""
    shuffles = [effect for step in played.steps for effect in step.outcome.effects if isinstance(effect, Shuffled)]
    orders = {effect.draw["k"]: effect.order for effect in shuffles}
    return reshuffled(game, lambda fair, _: orders.get(fair.draw["k"], fair.order))


def _script(rules: Game, played: Played) -> Script:
    sealed = {(prompt, seat): move for prompt, answers in played.sealed.items() for seat, move in answers.items()}
    for step in played.steps:
        for effect in step.outcome.effects:
            if _opens(effect):
                sealed[effect.prompt, effect.seat] = effect.move  # type: ignore[attr-defined]
    return Script(rules, list(played.decisions), sealed)


def wire(value: Any) -> Any:
    """Returns a value with the card ids of a real match."""
    if type(value) is int and value >= FIRST_ID:
        return value - FIRST_ID
    if isinstance(value, list | tuple):
        return [wire(item) for item in value]
    if isinstance(value, dict):
        return {wire(key): wire(item) for key, item in value.items()}
    return value


@contextmanager
def same_circumstances(rules: Game) -> Iterator[Callable[[int], None]]:
    """Fixes clock, ids and randomness of the process; yields a function that advances the clock."""
    now, numbers = [START_MS], count(1)

    def random(size: int) -> bytes:
        return hashlib.shake_256(b"%d" % next(numbers)).digest(size)

    def hiding(match_id: bytes, seq: int, path: str, salt: bytes, value: Any) -> bytes:
        return hashlib.sha256(b"%s %d %s" % (match_id, seq, path.encode())).digest()

    with ExitStack() as stack:
        stack.enter_context(clock.clock(lambda: now[0]))
        for name, value in {
            "django.utils.timezone.now": lambda: datetime.fromtimestamp(START_MS / 1000, UTC),
            "events.matches.lobby.services.new_id": lambda: MATCH_ID,
            "events.http.middleware.uuid.uuid4": lambda: uuid.UUID(int=1),
            "events.http.auth.CACHE_SECONDS": 1e9,
            "os.urandom": random,
            **{f"{module}.cell_commit": hiding for module in COMMITTING},
        }.items():
            stack.enter_context(patch(name, value))
        stack.enter_context(patch.dict(registry.GAMES, {rules.key: {rules.version: rules}}))  # type: ignore[arg-type]
        match_seeds.forget()
        states.forget()
        streams._rendered.clear()
        auth.forget()
        yield lambda until: now.__setitem__(0, max(now[0], until))


COMMITTING = ("events.log.log", "events.proofs.selectors", "events.matches.lobby.seats")


class World:
    """One world in a real match: plays the script, and reads as the viewer after each decision.

    only: a pattern of what is read, such as `GET .*/view`; moves are made in any case.
    """

    def __init__(
        self, script: Script, callers: list[Caller], viewer: SeatNumber | None, seed: int, only: str = ""
    ) -> None:
        self.script, self.callers, self.viewer, self.seed, self.only = script, callers, viewer, seed, only
        self.caller = callers[-1] if viewer is None else callers[viewer]
        self.people = [Player.objects.get(pk=caller.player) for caller in callers]
        self.path = f"/matches/{MATCH_ID}"

    def lived(self, seats: int, options: Options) -> Generator[list[Sent], None, None]:
        """Yields the responses to the viewer after each decision, from the start. Until closed, it replaces chance."""
        with same_circumstances(self.script.rules) as set_clock, transaction.atomic():
            self.set_clock = set_clock
            self._become_a_bot()
            self._open(seats, options)
            self.caller.get("/me")
            yield self._looked(0, last=not self.script.decisions)
            for place, decision in enumerate(self.script.decisions, start=1):
                responses = self._happen(decision)
                yield [*responses, *self._looked(place, last=place == len(self.script.decisions))]
            transaction.set_rollback(True)
        states.forget()
        streams._rendered.clear()
        match_seeds.forget()

    def _open(self, seats: int, options: Options) -> None:
        wished = [SeatRequest("me"), *[SeatRequest("open")] * (seats - 1)]
        wish = MatchRequest(
            self.script.rules.key, json.loads(json.dumps(options.to_json())), wished,
            clock={"per_move": None, "on_timeout": "default_move"}, reveal="auditor",
            seed=self.seed.to_bytes(32, "big"),
        )  # fmt: skip
        match_create(player=self.people[0], request=wish)
        viewer = Player.objects.get(pk=self.caller.player)
        with patch("events.models.player.uuid7", lambda: WEBHOOK_ID):
            webhook_create(player=viewer, url="https://example.org/hook", kinds=None)
            subscription_create(
                player=viewer, token=None, **Device.at("https://push.example.org/device"), kinds=Notice.Kind.values,
                label="",
            )  # fmt: skip
        for number in range(1, seats):
            seat_take(match_id=MATCH_ID, player=self.people[number], number=number, nonce=None)
        self._order(((self.viewer or 0) + 1) % seats)

    def _order(self, seat: SeatNumber) -> None:
        """Gives another seat a standing order about its cards, which never answers: only its list may tell of it."""
        faces = sorted(states.head(Match.objects.get(pk=MATCH_ID)).state.faces.items())
        move = {"verb": "pass", "args": {"cards": repr(faces)}}
        StandingOrder.objects.create(match_id=MATCH_ID, seat=seat, number=0, phase="never", move=move)

    def _become_a_bot(self) -> None:
        """Lets the viewer lease decisions, beside all that a person may do."""
        Player.objects.filter(pk=self.caller.player).update(is_bot=True)
        Token.objects.filter(player=self.caller.player).update(scopes="read play bot")
        BotAccount.objects.create(player_id=self.caller.player, level="good", games=[self.script.rules.key])

    # Acts

    def _happen(self, decision: Decision) -> list[Sent]:
        responses: list[Sent] = []
        if decision.kind == "resign":
            assert decision.seat is not None
            seat_resign(match_id=MATCH_ID, player=self.people[decision.seat])
        elif decision.kind == "clock":
            self._time_is_up(decision.prompt or 0)
        elif (decision.prompt, decision.seat) not in self.script.withheld:
            responses = self._move(decision)
        self._open_what_is_complete()
        return responses

    def _move(self, decision: Decision) -> list[Sent]:
        prompt, seat = decision.prompt, decision.seat
        assert prompt is not None and seat is not None
        move = self.script.sealed.get((prompt, seat), decision.move)
        body = {"prompt": prompt, "verb": move.verb, "args": wire(dict(move.args))}
        if seat == self.viewer:
            return [self._sent("POST", f"{self.path}/moves", body)]
        move_submit(match_id=MATCH_ID, seat=seat, submission=Submission(prompt, move.verb, body["args"]))
        return []

    def _time_is_up(self, prompt: int) -> None:
        match = Match.objects.get(pk=MATCH_ID)
        position = states.head(match)
        open_prompt = position.state.prompts[prompt]
        self.set_clock(deadline_ms(position, open_prompt) or 0)
        seat = (
            open_prompt.seats[0]
            if open_prompt.mode == "once" and not self.script.rules.is_sealed(open_prompt)
            else None
        )
        prompt_expire(match_id=MATCH_ID, prompt=prompt, seat=seat)

    def _open_what_is_complete(self) -> None:
        """Ends the windows whose answers have all arrived."""
        match = Match.objects.get(pk=MATCH_ID)
        position = states.head(match)
        for prompt in position.state.open_prompts if match.status == "running" else ():
            waiting = SealedAnswer.objects.filter(match=match, prompt=prompt.id).exists()
            if self.script.rules.is_sealed(prompt) and waiting and _all_in(match, prompt):
                self.set_clock(opens_ms(position, prompt))
                prompt_expire(match_id=MATCH_ID, prompt=prompt.id, seat=None)

    # Requests of the viewer

    def _looked(self, place: int, last: bool) -> list[Sent]:
        head = Match.objects.values_list("head_seq", flat=True).get(pk=MATCH_ID)
        requests = [*self._briefly(place, head), *(self._widely(place, head) if last or place % WIDELY == 0 else ())]
        responses = [
            self._sent(method, path, body, **headers)
            for method, path, body, headers in requests
            if re.search(self.only, f"{method} {path}")
        ]
        others = [
            read for name, read in (("e-mail", self._mailed), ("push", self._pushed)) if re.search(self.only, name)
        ]
        return [*responses, *(sent for read in others for sent in read())]

    def _mailed(self) -> Iterator[Sent]:
        """The e-mail with all notices of the viewer, and what is still needed of it, as if it were sent now."""
        player = Player.objects.get(pk=self.caller.player)
        player.email = "viewer@example.org"
        deliveries = Delivery.objects.filter(player=player).select_related("notice")
        deliveries = deliveries.order_by("number", "subscription", "webhook")
        reasons = [reason_to_skip(delivery) for delivery in deliveries]
        notices = [delivery.notice for delivery in deliveries if delivery.notice.kind in EMAILED]
        body = write_mail(player, notices).message().as_bytes() if notices else b""
        yield Sent("the e-mail", 0, {"reasons": repr(reasons)}, UNCOMPARED_MAIL.sub(b"", body), 0)

    def _pushed(self) -> Iterator[Sent]:
        """What the push service and the device of the viewer learn of the last notices, as if they were sent now."""
        key, auth = DEVICE
        deliveries = Delivery.objects.filter(subscription=WEBHOOK_ID).select_related("notice", "subscription")
        for delivery in deliveries.order_by("-number")[:3]:
            posted: list[Any] = []
            with patch("events.base.outbound.post", lambda *request, posted=posted: posted.append(request) or 201):
                assert delivery.subscription is not None
                outcome = push_post(delivery.subscription, delivery.notice, "en")
            [(target, body, headers, _)] = posted
            shown = {name: headers[name] for name in headers if name != "authorization"}  # signed with new randomness
            opened = http_ece.decrypt(body, private_key=key, auth_secret=auth)
            yield Sent(f"a push to {target}: {outcome}, {len(body)} bytes", 0, shown, opened, 0)

    def _briefly(self, place: int, head: int) -> Iterator[tuple[str, str, Any, dict[str, str]]]:
        path = self.path
        rows = f"?after={max(0, head - 2)}&core=1"
        for name in ("/view", "", f"/events{rows}", "/legal-moves?limit=30", f"/stream{rows}&legal=9"):
            yield "GET", path + name, None, {}
        for name in ("/me/stream?after=0", "/me/decisions", "/matches"):
            yield "GET", name, None, {}
        yield "GET", f"/me/webhooks/{WEBHOOK_ID}/deliveries", None, {}
        yield "GET", "/me/push-subscriptions", None, {}
        yield "POST", "/bots/decisions", {"max": 16}, {}
        draws = policy_draws(b"door", self.seed, place)
        mine = self._open_prompt()
        for _ in range(3):
            body = {"prompt": draws.below(place + 4), "verb": self._verb(draws), "args": self._args(draws)}
            yield "POST", path + "/legal-moves", {**body, "prompt": mine or body["prompt"]}, {}
        yield "POST", path + "/moves", {**body, "prompt": mine or 0, "args": {**body["args"], "no_such": 1}}, {}

    def _widely(self, place: int, head: int) -> Iterator[tuple[str, str, Any, dict[str, str]]]:
        path, draws = self.path, policy_draws(b"widely", self.seed, place)
        other = (self.viewer or 0) + 1
        for name in (
            f"/view?at={draws.below(head + 1)}", "/view?as=omniscient", f"/view?as=seat:{other % len(self.people)}",
            "/view?as=spectator", "/events", f"/events?as=seat:{other % len(self.people)}", "/proof", "/export",
            "/messages", f"/legal-moves?prompt={draws.below(place + 4)}", "/view?at=99999", "/stream",
            "/standing-orders", "/presence", "/waiting-list",
        ):  # fmt: skip
            yield "GET", path + name, None, {}
        yield "GET", path + "/events", None, {"Accept": "application/x-ndjson"}
        yield "GET", path + "/stream?as=spectator&core=1", None, {"Last_Event_ID": str(draws.below(head + 1))}
        yield "GET", path + "/view", None, {"If_None_Match": '"0"'}
        for name in (
            "/matches?seat=me", "/matches?to_act=me&game=" + self.script.rules.key, "/matches?invited=me", "/me",
            "/me/reports", "/me/avoided", "/me/webhooks", f"/me/webhooks/{WEBHOOK_ID}", "/me/export",
            f"/players/{quote(self.people[other % len(self.people)].name)}",
            f"/matches?practice=true&clock=days&rated=false&player={quote(self.people[0].name)}",
        ):  # fmt: skip
            yield "GET", name, None, {}
        yield "POST", path + "/moves", {"prompt": 0, "verb": "pass"}, {"If_Match": '"0"'}
        for method, name in (
            ("POST", "/start"), ("POST", "/rematch"), ("DELETE", "/rematch"), ("PUT", f"/seats/{draws.below(3)}"),
            ("GET", "/invitations"), ("POST", "/invitations"), ("GET", "/analysis"), ("POST", "/analysis"),
            ("GET", "/replay-links"), ("POST", "/replay-links"), ("POST", "/forks"),
        ):  # fmt: skip
            yield method, path + name, {} if method != "GET" else None, {}
        for name in ("/ratings", f"/ratings/{self.script.rules.key}"):
            yield "GET", name, None, {}

    def _open_prompt(self) -> int | None:
        """Returns a prompt that is open to the viewer."""
        state = states.head(Match.objects.get(pk=MATCH_ID)).state
        return next((prompt.id for prompt in state.open_prompts if self.viewer in prompt.seats), None)

    def _verb(self, draws: Any) -> str:
        verbs = sorted(texts(f"games.{self.script.rules.key}", "en")["verbs"])
        return verbs[draws.below(len(verbs))]

    def _args(self, draws: Any) -> dict[str, Any]:
        card = draws.below(250)
        return ({}, {"card": card}, {"card": card}, {"cards": [card, draws.below(250)]})[draws.below(4)]

    def _sent(self, method: str, path: str, body: Any = None, **headers: str) -> Sent:
        with CaptureQueriesContext(connection) as queries:
            answer = self.caller.call(method, path, body, **headers)
        response_headers = {name: value for name, value in answer.headers.items() if name not in UNCOMPARED_HEADERS}
        request = f"{method} {path} {json.dumps(body)}"
        return Sent(request, answer.status_code, response_headers, answer.content, len(queries))


def compare(callers: list[Caller], key: str, seats: int, options: Options, seed: int, most: int, only: str = "") -> int:
    """Compares two worlds at each prefix; returns the number of prefixes. Raises Leak or Divergence."""
    one, other, viewer = scripts(registry.get(key), seats, options, seed, most)
    seated = [*callers[:seats], callers[-1]]
    assert not Seat.objects.filter(match_id=MATCH_ID).exists(), "the last world is still there"
    first = list(World(one, seated, viewer, seed, only).lived(seats, options))
    with closing(World(other, seated, viewer, seed, only).lived(seats, options)) as second:
        for place, (a, b) in enumerate(zip(first, second, strict=True)):
            for response, again in zip(a, b, strict=True):
                if response != again:
                    raise Leak(_parting(key, seed, viewer, place, response, again))
                if response.status >= 500:
                    raise AssertionError(f"{response} in {key}, seed {seed}")
    return len(first)


def _parting(key: str, seed: int, viewer: SeatNumber | None, place: int, one: Sent, other: Sent) -> str:
    """Returns the first difference, with some context before it."""
    where = f"{key}, seed {seed}: viewer {viewer} after {place} decisions, {one.request}"
    values = {name: (getattr(one, name), getattr(other, name)) for name in ("request", "status", "queries")}
    odd = {name: pair for name, pair in values.items() if pair[0] != pair[1]}
    odd |= {name: (one.headers.get(name), other.headers.get(name)) for name in {*one.headers, *other.headers}
            if one.headers.get(name) != other.headers.get(name)}  # fmt: skip
    at = next((i for i, (x, y) in enumerate(zip(one.body, other.body)) if x != y), 0)
    first = max(0, at - 150)
    return f"{where}\n{odd}\nA …{one.body[first : at + 150]!r}\nB …{other.body[first : at + 150]!r}"


class Tally(NamedTuple):
    """The numbers of comparisons, of pairs of worlds, and of pairs that could not be built."""

    comparisons: int = 0
    pairs: int = 0
    rejected: int = 0


def compared(
    callers: list[Caller], key: str, seats: int, options: Options, seed: int, most: int, only: str = ""
) -> Tally:
    """Compares one pair of worlds and counts it; only: a pattern of what is read. Raises Leak."""
    try:
        return Tally(compare(callers, key, seats, options, seed, most, only), 1, 0)
    except Divergence:
        return Tally(0, 0, 1)
