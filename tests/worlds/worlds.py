"""Paired worlds through HTTP: two real matches look the same to a viewer who may not know their differences.

`tests.games.harness.paired_worlds` makes the two worlds. The services play both, each in a transaction that is rolled
back; in world B the registry contains the rigged dealer. Ids, clock and the server's own randomness are the same in
both. Commitments are computed from their places alone, so they hide perfectly. The comparison of everything that the
viewer receives (`sights.py`) is therefore exact: byte for byte, and by the number of SQL statements, which stands for
time. Other happenings accompany the moves (`happenings.py`); secrets of other players happen only in world B. One
comparison is one viewer at one moment. Other tests prove that real commitments hide their contents.
"""

from __future__ import annotations

import hashlib
import json
import logging
import uuid
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from itertools import count
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import quote

from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test import Client

from events.base import caches, clock
from events.base.exceptions import Problem
from events.http import answers, auth
from events.log import match_seeds, states
from events.log.deadlines import deadline_ms, opens_ms
from events.log.match_state import folding
from events.log.models import Match, SealedAnswer, Seat
from events.matches.lobby.clock_settings import clock_settings
from events.matches.lobby.seats import seat_resign, seat_take
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.matches.record.conditions import Order
from events.matches.table.moves import Submission, _all_in, move_submit, prompt_expire
from events.notifications.models import Notification
from events.notifications.pushes import subscription_create
from events.notifications.webhooks import webhook_create
from events.users.models import BotAccount, Player, Token
from games import registry
from games.kernel.effect import Shuffled
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.rng import Draws, policy_draws
from games.kernel.state import Seat as SeatNumber
from games.kernel.view import view_of
from games.kernel.words.texts import texts
from tests.events.calls import Caller
from tests.events.notifications.receivers import Device
from tests.events.tables import START_MS
from tests.games.harness.card_knowledge import Divergence, reshuffled
from tests.games.harness.paired_worlds import Outputs, Pair, _opens
from tests.games.harness.simulate import FIRST_ID, Decision, Players
from tests.games.harness.simulate import Match as Played
from tests.worlds.happenings import ENDINGS, HAPPENINGS, ORDER_SECONDS, do_due
from tests.worlds.sights import ENDED, MOMENT, WIDELY, Eyes, Lines, Sent

MATCH_ID = uuid.UUID("018f0000-0000-7000-8000-000000000001")
COMMITTING = ("events.log.log", "events.proofs.selectors", "events.matches.lobby.seats")


class Leak(AssertionError):
    """Error for a response that depends on something that its viewer cannot know."""


class OnlyRows(Outputs):
    """The events alone; this module compares all other responses itself."""

    def view(self, *_: Any) -> Any:
        return None

    legal = refusal = bot = view


class Script(NamedTuple):
    """A world as a list of commands; sealed: the final answer of each seat to each sealed prompt.

    withheld: sealed answers that have not arrived yet, as (prompt, seat). is_other: whether this is world B.
    """

    rules: Game
    decisions: list[Decision]
    sealed: dict[tuple[int, SeatNumber], Any]
    withheld: frozenset[tuple[int, SeatNumber]] = frozenset()
    is_other: bool = False


class Plan(NamedTuple):
    """Happenings beside the moves, each as the place of the next decision and a name, and the ending of the match."""

    happenings: tuple[tuple[int, str], ...] = ()
    ending: str = "nothing"

    def wish(self) -> dict[str, Any]:
        """Returns the settings of a match in which these happenings are possible."""
        kinds = [*(HAPPENINGS[name] for _, name in self.happenings), ENDINGS[self.ending]]
        return {name: value for kind in kinds for name, value in kind.wish.items()}


class Scripts(NamedTuple):
    """Worlds A and B, the viewer to whom they look the same, and the happenings in both."""

    one: Script
    other: Script
    viewer: SeatNumber | None
    plan: Plan


class Wanted(NamedTuple):
    """A pair of worlds: the maximum number of decisions, and the viewer (None: drawn).

    plan: the happenings before each decision, separated by `, `, and the ending; None: drawn.
    """

    game: str
    seats: int
    options: Options
    seed: int
    most: int = 10
    plan: tuple[str, str] | None = None
    with_seat: bool | None = None

    def planned(self, draws: Draws, length: int, viewer: SeatNumber | None) -> Plan:
        """Returns the plan. A drawn plan has about half of all happenings, each before one decision, and one ending."""
        if self.plan is not None:
            names, ending = self.plan
            return Plan(tuple((place, name) for place in range(length) for name in names.split(", ") if name), ending)
        chosen = [(draws.below(length), name) for name in HAPPENINGS if draws.below(2)]
        endings = [name for name in ENDINGS if name != "unseen" or viewer is None]
        return Plan(tuple(chosen), endings[(self.seed + registry.PACKAGES.index(self.game)) % len(endings)])


def scripts(wanted: Wanted) -> Scripts:
    """Plays world A, and world B for a viewer to whom it looks the same. Raises Divergence if B cannot be built."""
    game, seats, seed = registry.get(wanted.game), wanted.seats, wanted.seed
    draws = policy_draws(b"http", seed)
    one, players = Played(game, seats, wanted.options, seed), Players.of_seed(seed)
    length = 1 + draws.below(wanted.most)
    while not one.state.is_over and len(one.decisions) < length:
        one.decide(players.decision(one))
    viewer = (None, *range(seats))[draws.below(seats + 1)]
    if wanted.with_seat is not None:
        viewer = draws.below(seats) if wanted.with_seat else None
    plan = wanted.planned(draws, len(one.decisions), viewer)
    if not one.state.is_over:
        ENDINGS[plan.ending].decides(one, viewer)
    pair = Pair(one, viewer, len(one.decisions), draws, OnlyRows())
    pair.compare()
    waiting = [(prompt, seat) for prompt, answers in one.sealed.items() for seat in answers if seat != viewer]
    shows = {prompt: game.phases[one.state.prompts[prompt].phase].shows_arrival for prompt, _ in waiting}  # type: ignore[attr-defined]
    withheld = frozenset(answer for answer in waiting if not shows[answer[0]] and draws.below(2))
    other = _script(redealt(game, pair.other, one), pair.other)._replace(withheld=withheld, is_other=True)
    return Scripts(_script(game, one), other, viewer, plan)


def redealt(game: Game, played: Played, fair: Played) -> Game:
    """Returns the same rules with a dealer that repeats the shuffles of a finished match; other matches are unchanged.

    fair: the same match with shuffles as its seed has them.
    """
    orders, usual = _orders(played), _orders(fair)

    def order(drawn: Shuffled, _: Any) -> Sequence[int]:
        number = drawn.draw["k"]
        return orders[number] if number in orders and drawn.order == usual.get(number) else drawn.order

    return reshuffled(game, order)


def _orders(played: Played) -> dict[int, Sequence[int]]:
    shuffles = [effect for step in played.steps for effect in step.outcome.effects if isinstance(effect, Shuffled)]
    return {effect.draw["k"]: effect.order for effect in shuffles}


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
    now, numbers, ids, matches = [START_MS], count(1), count(2), count(0)

    def random(size: int) -> bytes:
        return hashlib.shake_256(b"%d" % next(numbers)).digest(size)

    def new_id() -> uuid.UUID:
        return uuid.UUID(int=MATCH_ID.int + next(ids))

    def hiding(match_id: bytes, seq: int, path: str, salt: bytes, value: Any) -> bytes:
        return hashlib.sha256(b"%s %d %s" % (match_id, seq, path.encode())).digest()

    with ExitStack() as stack:
        stack.enter_context(clock.clock(lambda: now[0]))
        for name, value in {
            "django.utils.timezone.now": lambda: datetime.fromtimestamp(START_MS / 1000, UTC),
            "events.base.models.uuid7": new_id,
            "events.matches.lobby.services.new_id": lambda: new_id() if next(matches) else MATCH_ID,
            "uuid.uuid4": lambda: uuid.UUID(int=1),
            "events.http.auth.CACHE_SECONDS": 1e9,
            "events.matches.record.order_plans.delay_ms": lambda *_, **__: 1000 * ORDER_SECONDS,
            "os.urandom": random,
            "secrets.token_urlsafe": lambda size: random(size).hex()[: size * 4 // 3 + 1],
            **{f"{module}.cell_commit": hiding for module in COMMITTING},
        }.items():
            stack.enter_context(patch(name, value))
        stack.enter_context(patch.dict(registry.GAMES, {rules.key: {rules.version: rules}}))  # type: ignore[arg-type]
        forget()
        stack.callback(forget)
        yield lambda until: now.__setitem__(0, max(now[0], until))


def forget() -> None:
    """Empties the caches of the process: both worlds have the same hashes, but not the same cards."""
    caches.forget()
    ContentType.objects.clear_cache()
    match_seeds.forget()
    states.forget()
    auth.forget()


class World:
    """One world in a real match: plays the script, and looks as the viewer after each decision.

    only: a pattern of the sights; it does not restrict the moves.
    """

    def __init__(
        self, script: Script, viewer: SeatNumber | None, plan: Plan, people: Sequence[Caller], seed: int
    ) -> None:
        self.script, self.viewer, self.plan, self.seed, self.is_other = script, viewer, plan, seed, script.is_other
        *seated, spare, stranger = people
        self.caller = stranger if viewer is None else seated[viewer]
        self.people = [Player.objects.get(pk=caller.player) for caller in seated]
        self.spare = Player.objects.get(pk=spare.player)
        self.verbs = sorted(texts(f"games.{script.rules.key}", "en")["verbs"])
        self.place, self.played = 0, set[int]()
        self.last_seen: int | None = None  # the last event that requests may name, if the viewer does not know the head

    def lived(self, wanted: Wanted, only: str = "") -> Generator[list[Sent], None, None]:
        """Yields what the viewer sees after each event, from the start. Replaces randomness until it is closed."""
        with same_circumstances(self.script.rules) as set_clock, transaction.atomic(), _kept_lines() as lines:
            self.set_clock = set_clock
            _count_anew()
            self._become_a_bot()
            self._open(wanted)
            self.eyes = Eyes(self.caller, str(MATCH_ID), _operator(), lines, only)
            self.eyes.is_late = self.plan.ending == "unseen"
            self.eyes.others_have_more = any(name == "own matters" for _, name in self.plan.happenings)
            self.caller.get("/me")
            yield self._look(MOMENT)
            for place, decision in enumerate(self.script.decisions):
                self.place = place
                for name in (name for before, name in self.plan.happenings if before == place):
                    if self.is_going_on:
                        yield from (self._look(MOMENT) for _ in HAPPENINGS[name].goes_on(self))
                responses = [] if place in self.played else self._happen(decision)
                yield [*responses, *self._look(MOMENT)]
            yield self._look(WIDELY)
            yield from (self._look(MOMENT, WIDELY) for _ in ENDINGS[self.plan.ending].goes_on(self))
            if not self.is_going_on:
                yield self._look(ENDED)
            transaction.set_rollback(True)

    def _open(self, wanted: Wanted) -> None:
        seats = [SeatRequest("me"), *[SeatRequest("open")] * (wanted.seats - 1)]
        wish = self.plan.wish()
        timing = clock_settings({"on_timeout": "default_move", **wish.pop("clock", {})}, substitutes=False)
        request = MatchRequest(
            wanted.game,
            json.loads(json.dumps(wanted.options.to_json())),
            seats,
            clock=timing,
            reveal="auditor",
            seed=self.seed.to_bytes(32, "big"),
            **wish,
        )
        match_create(player=self.people[0], request=request)
        viewer = Player.objects.get(pk=self.caller.player)
        _, self.hook = webhook_create(player=viewer, url="https://example.org/hook", kinds=None)
        device = Device.at("https://push.example.org/device")
        subscription_create(player=viewer, token=None, **device, kinds=[*Notification.Kind.values], label="")
        for number in range(1, wanted.seats):
            seat_take(match_id=MATCH_ID, player=self.people[number], number=number, nonce=None)

    def _become_a_bot(self) -> None:
        """Lets the viewer, a program, lease decisions in addition to all actions of a person."""
        Player.objects.filter(pk=self.caller.player).update(is_bot=True)
        Token.objects.filter(player=self.caller.player).update(scopes="read play bot")
        BotAccount.objects.create(player_id=self.caller.player, level="good", games=[self.script.rules.key])

    # Helpers of happenings

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=MATCH_ID)

    @property
    def head(self) -> folding.MatchState:
        return states.head(self.match)

    @property
    def is_going_on(self) -> bool:
        return self.match.status == Match.Status.RUNNING

    @property
    def voters(self) -> list[Player]:
        """Returns the people whose consent counts: all players except the viewer, who is a program."""
        seats = Seat.objects.filter(match=MATCH_ID, resigned=False, kind=Seat.Kind.PLAYER).order_by("number")
        return [self.people[seat.number] for seat in seats if seat.number != self.viewer]

    @property
    def another(self) -> Player:
        """Returns another person at the table."""
        return self.voters[0]

    def later(self, seconds: float) -> None:
        """Advances the clock."""
        self.set_clock(clock.now_ms() + int(1000 * seconds))

    def attempt(self, service: Callable[..., Any], player: Player) -> None:
        """Calls a service, which may raise a refusal."""
        try:
            with transaction.atomic():
                service(match_id=MATCH_ID, player=player)
        except Problem:
            return

    def next_of_others(self) -> tuple[Decision | None, dict[str, Any]]:
        """Returns the next decision if a standing order can make it (otherwise None), and the order."""
        decision = self.script.decisions[self.place]
        prompt = self.head.state.prompts.get(-1 if decision.prompt is None else decision.prompt)
        if self.place in self.played or decision.kind != "move" or decision.seat == self.viewer or prompt is None:
            return None, {}
        if prompt.mode != "once" or self.script.rules.is_sealed(prompt):
            return None, {}
        move = decision.move
        assert move is not None
        return decision, {
            "phase": prompt.phase,
            "move": {"verb": move.verb, "args": wire(dict(move.args))},
            "once": True,
        }

    def play_any(self, seat: SeatNumber) -> None:
        """Plays a first legal move."""
        rules, state = self.script.rules, self.head.state
        prompt = next(prompt for prompt in state.open_prompts if seat in prompt.seats)
        move = next(iter(rules.legal_moves(view_of(state, seat), prompt.id)))
        move_submit(match_id=MATCH_ID, seat=seat, submission=Submission(prompt.id, move.verb, dict(move.args)))

    # Acts

    def _happen(self, decision: Decision) -> list[Sent]:
        responses: list[Sent] = []
        self.later(decision.seat or 1)
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
            return [self.eyes.sent(f"POST /matches/{MATCH_ID}/moves?view=1&legal=9 {json.dumps(body)}")]
        move_submit(match_id=MATCH_ID, seat=seat, submission=Submission(prompt, move.verb, body["args"]))
        return []

    def _time_is_up(self, prompt: int) -> None:
        """Makes the timeout move. The scheduler makes it at every expired prompt, so there may be no other prompt."""
        position = self.head
        open_prompt = position.state.prompts[prompt]
        self.set_clock(deadline_ms(position, open_prompt) or 0)
        if len(position.state.open_prompts) == 1:
            do_due()
            return
        is_of_one = open_prompt.mode == "once" and not self.script.rules.is_sealed(open_prompt)
        prompt_expire(match_id=MATCH_ID, prompt=prompt, seat=open_prompt.seats[0] if is_of_one else None)

    def _open_what_is_complete(self) -> None:
        """Ends the windows whose answers have all arrived."""
        match = self.match
        position = states.head(match)
        for prompt in position.state.open_prompts if match.status == "running" else ():
            waiting = SealedAnswer.objects.filter(match=match, prompt=prompt.id).exists()
            if self.script.rules.is_sealed(prompt) and waiting and _all_in(match, prompt):
                self.set_clock(opens_ms(position, prompt))
                prompt_expire(match_id=MATCH_ID, prompt=prompt.id, seat=None)

    # Requests of the viewer

    def _look(self, *when: str) -> list[Sent]:
        answers._rendered.clear()  # a cached response could hide a leak in the current one
        draws, match = policy_draws(b"look", self.seed, self.place), self.match
        mine = [prompt for prompt in states.head(match).state.open_prompts if self.viewer in prompt.seats]
        card, head = draws.below(250), match.head_seq if self.last_seen is None else self.last_seen
        args = ({}, {"card": card}, {"card": card}, {"cards": [card, draws.below(250)]})[draws.below(4)]
        other, named = ((self.viewer or 0) + 1) % len(self.people), self.people[(self.viewer or 0) - 1]
        rules = self.script.rules
        phase = mine[0].phase if mine else min(rules.phases)
        self.eyes.known |= {
            "head": head,
            "recent": max(0, head - 2),
            "at": draws.below(head + 1),
            "dealt": self._dealt(),
            "card": card,
            "other": other,
            "number": draws.below(3),
            "prompt": draws.below(self.place + 4),
            "verb": self.verbs[draws.below(len(self.verbs))],
            "args": json.dumps(args),
            "name": quote(named.name),
            "mine": mine[0].id if mine else 0,
            "phase": phase,
            "answer": Order(rules, len(self.people), phase).verbs[0],
            "game": rules.key,
            "hook": self.hook.pk,
        }
        return self.eyes.look(*when)

    def _dealt(self) -> int:
        """Returns an early event from which a fork can begin."""
        rows = self.match.events.filter(type__in=("match.started", "move")).order_by("seq")
        return list(rows.values_list("seq", flat=True)[:3])[-1]


def _count_anew() -> None:
    """Restarts the sequences of all tables, because operators see ids; the end of the transaction reverts this."""
    with connection.cursor() as cursor:
        cursor.execute("""
            DO $$ DECLARE name regclass; BEGIN FOR name IN SELECT oid FROM pg_class WHERE relkind = 'S'
            LOOP EXECUTE format('ALTER SEQUENCE %s RESTART WITH 1000000', name); END LOOP; END $$
        """)


@contextmanager
def _kept_lines() -> Iterator[list[str]]:
    handler = Lines()
    logging.getLogger().addHandler(handler)
    try:
        yield handler.kept
    finally:
        logging.getLogger().removeHandler(handler)


def _operator() -> Client:
    """Returns a client of an operator who has signed in to the operator's pages."""
    operator = Player(name="Operator", name_key="operator", is_staff=True, is_superuser=True)
    operator.set_unusable_password()
    operator.save()
    browser = Client()
    browser.force_login(operator)
    return browser


def compare(callers: Sequence[Caller], wanted: Wanted, only: str = "") -> tuple[int, int]:
    """Compares two worlds at each moment; returns the number of moments and of outputs. Raises Leak or Divergence."""
    one, other, viewer, plan = scripts(wanted)
    people = [*callers[: wanted.seats], *callers[-2:]]
    assert not Seat.objects.filter(match_id=MATCH_ID).exists(), "the last world is still there"
    first = list(World(one, viewer, plan, people, wanted.seed).lived(wanted, only))
    with closing(World(other, viewer, plan, people, wanted.seed).lived(wanted, only)) as second:
        for place, (a, b) in enumerate(zip(first, second, strict=True)):
            for response, again in zip(a, b, strict=True):
                if response != again:
                    where = f"{wanted.game}, seed {wanted.seed}, {plan}: viewer {viewer} after {place} looks"
                    raise Leak(f"{where}, {parting(response, again)}")
                if response.status >= 500:
                    raise AssertionError(f"{response} in {wanted.game}, seed {wanted.seed}, {plan}")
    return len(first), sum(map(len, first))


def parting(one: Sent, other: Sent) -> str:
    """Returns the first difference, with some context before it."""
    values = {name: (getattr(one, name), getattr(other, name)) for name in ("request", "status", "queries")}
    odd = {name: pair for name, pair in values.items() if pair[0] != pair[1]}
    odd |= {
        name: (one.headers.get(name), other.headers.get(name))
        for name in {*one.headers, *other.headers}
        if one.headers.get(name) != other.headers.get(name)
    }
    at = next((i for i, (x, y) in enumerate(zip(one.body, other.body)) if x != y), min(len(one.body), len(other.body)))
    first = max(0, at - 150)
    return f"{one.request}\n{odd}\nA …{one.body[first : at + 150]!r}\nB …{other.body[first : at + 150]!r}"


class Tally(NamedTuple):
    """The numbers of pairs of worlds, of pairs that could not be built, of compared moments, and of outputs."""

    pairs: int = 0
    rejected: int = 0
    moments: int = 0
    outputs: int = 0

    def plus(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


def compared(callers: Sequence[Caller], wanted: Wanted, only: str = "") -> Tally:
    """Compares one pair of worlds and counts it; only: a pattern of sights. Raises Leak."""
    try:
        return Tally(1, 0, *compare(callers, wanted, only))
    except Divergence:
        return Tally(rejected=1)
