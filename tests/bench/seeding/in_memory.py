"""Matches that are played in memory and then stored in bulk, for measurements on a full database.

The same functions make each row as for a match that is played through the services: `match_new`, `draft_events`,
`side_effects_of`, `stored_reply` and their neighbours. Only parts for concurrent players are left out: the lock, a
transaction for each move, and messages. Rows that would have been deleted by now (`events.log.retention`,
`notices_prune`) are not made.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from unittest.mock import patch
from uuid import UUID

from django.conf import settings

from events.base.clock import now_ms
from events.base.fairness import genesis, match_seed
from events.log import match_seeds
from events.log.deadlines import opens_ms
from events.log.idempotency import Reply
from events.log.log import StoredEvent, StoredReply
from events.log.match_state import folding, occupants
from events.log.match_state.occupants import Occupant
from events.log.match_state.rules import game_of, options_of
from events.log.models import IdempotencyRecord, Match, PendingAction, Seat, Secret
from events.log.receipts import receipt
from events.matches.lobby.seeds import nonce_contribution
from events.matches.lobby.services import MatchRequest, created_members, joined_members, match_new
from events.matches.record.pending import pending_work
from events.matches.record.recording import EventDraft, draft_beside, draft_events, side_effects_of
from events.matches.table.moves import Submission, reply_body, scope_of, sealed_replies, stored_reply
from events.notifications.models import Notification
from events.notifications.services import KEPT_MS
from events.users.models import Player
from games import registry
from games.kernel.game import Outcome
from games.kernel.rng import Rng
from games.kernel.state import Move, Prompt
from games.kernel.template import LegalMoves
from games.kernel.view import Window

Choose = Callable[[Window, LegalMoves], Move]
_secrets: dict[tuple[UUID, str], bytes] = {}  # of the match that began last
ACCEPTED = Reply(201, {"seq": None, "accepted": True})


class Since(NamedTuple):
    """The times after which rows have not been deleted yet, in milliseconds since 1970."""

    replies_ms: int
    notices_ms: int


def kept_at(at_ms: int) -> Since:
    """Returns the times since which a database keeps rows, as of a given time."""
    days = settings.COMPTOIR_COMMAND_DAYS
    return Since(at_ms - days * 86_400_000 if days else 0, at_ms - KEPT_MS)


@contextmanager
def unstored_secrets() -> Iterator[None]:
    """Reads the secrets of a match from memory, because its rows are not stored while it is played."""
    with patch.object(match_seeds, "_opened", lambda match_id, kind: _secrets[match_id, kind]):
        yield


class Table:
    """A match in memory. `match`, `seats`, `secrets`, `events`, `replies` and `notices` are its rows, not stored yet.

    Play it within `unstored_secrets`, to its end or as far as needed, before the next match begins. holders: the holder
    of each seat; None for a bot. The clock is `events.base.clock`; sleep: the function that passes time, in ms.
    """

    def __init__(
        self, request: MatchRequest, holders: Sequence[Player | None], since: Since, sleep: Callable[[int], None]
    ) -> None:
        game = registry.get(request.game)
        options = game.options.from_json(request.options, len(request.seats))
        creator = next((holder for holder in holders if holder is not None), None)
        self.match, self._since, self._sleep = match_new(creator, game, options, request), since, sleep
        self.match.id = id_at(now_ms())
        self.match.head_hash, self.match.created_at = genesis(self.match.id.bytes), _moment(now_ms())
        self.seats, self.secrets = list[Seat](), list[Secret]()
        self.events, self.replies, self.notices = list[StoredEvent](), list[IdempotencyRecord](), list[Notification]()
        self.state = folding.opening(self.match)
        _secrets.clear()
        server_seed = self._secret(match_seeds.SERVER_SEED)
        self._secret(match_seeds.SALT_KEY)
        self._write("match.created", **created_members(self.match, game, options, server_seed))
        nonces = [self._seat(number, holder, request) for number, holder in enumerate(holders)]
        self._rng = Rng(match_seed(server_seed, self.match.id.bytes, nonces))
        self._deal()

    @property
    def is_over(self) -> bool:
        """Returns whether the match has ended."""
        return self.state.state.is_over

    def step(self, choose: Choose) -> None:
        """Plays a move for a seat that the match waits for."""
        state, game = self.state.state, game_of(self.match)
        seat = (game.to_act(state) or game.may_act(state))[0]
        prompt = game.prompts_for(state, seat)[0]
        if game.is_sealed(prompt):
            self._open(prompt, choose)
        else:
            self._play(seat, prompt, choose)

    def pending(self) -> list[PendingAction]:
        """Returns the pending actions of a running match."""
        names = ("prompt", "seat", "required", "deadline_ms", "opens_ms", "bot", "ready_ms")
        work = pending_work(self.match, self.state)
        return [PendingAction(match=self.match, **{name: item[name] for name in names}) for item in work]

    def _secret(self, kind: str) -> bytes:
        secret = os.urandom(32)
        _secrets[self.match.id, kind] = secret
        self.secrets.append(match_seeds.sealed(self.match, kind, secret))
        return secret

    def _seat(self, number: int, holder: Player | None, request: MatchRequest) -> bytes:
        """Seats a player or a bot; returns the seat's contribution to the match seed."""
        kind, source = (Seat.Kind.BOT, "bot") if holder is None else (Seat.Kind.PLAYER, "player")
        policy = "" if holder else request.seats[number].policy
        nonce, contribution = nonce_contribution(source, os.urandom(32))
        self.seats.append(Seat(match=self.match, number=number, kind=kind, player=holder, policy=policy, nonce=nonce))
        self._write("seat.joined", **joined_members(number, kind, policy, contribution))
        return nonce

    def _write(self, type: str, **parts: object) -> None:
        self.events.append(draft_beside(self.match, type, **parts))

    def _deal(self) -> None:
        self.match.status = Match.Status.RUNNING
        outcome = game_of(self.match).start(self.match.size, options_of(self.match), self._rng)
        self._record("match.started", outcome, "setup")

    def _play(self, seat: int, prompt: Prompt, choose: Choose) -> None:
        game, state = game_of(self.match), self.state.state
        move = choose(Window(state, seat), game.legal_moves(Window(state, seat), prompt.id))
        submission = Submission(prompt.id, move.verb, move.args)
        outcome = game.play(state, seat, prompt.id, move, self._rng)
        draft = self._record("move", outcome, "player" if outcome.seat is None else self._by(seat))
        if self._keeps_replies():
            reply = Reply(201, reply_body(self.match, draft.event, seat, receipt(self.match)))
            scope = scope_of(self.match, seat)
            self._store(stored_reply(scope, prompt, submission, reply, list(outcome.ordered)))

    def _open(self, prompt: Prompt, choose: Choose) -> None:
        """Lets every seat seal an answer, and opens the answers."""
        game, answers = game_of(self.match), dict[int, Move]()
        for seat in prompt.seats:
            state = self.state.state
            view = Window(state, seat)
            answers[seat] = choose(view, game.legal_moves(view, prompt.id))
            outcome = game.validate(state, seat, prompt.id, answers[seat])
            if self._keeps_replies():
                submission = Submission(prompt.id, answers[seat].verb, answers[seat].args)
                for reply in sealed_replies(self.match, prompt, seat, submission, ACCEPTED, list(outcome.ordered)):
                    self._store(reply)
            assert outcome.move is not None, "a checked move has a normal form"
            answers[seat] = outcome.move
            if (arrived := game.arrive(state, seat, prompt.id)) is not None:
                self._record("move", arrived, self._by(seat))
        self._sleep(max(0, opens_ms(self.state, prompt) - now_ms()))
        self._record("move", game.open(self.state.state, prompt.id, answers, self._rng), "player")

    def _by(self, seat: int) -> str:
        return "bot" if self.seats[seat].kind == Seat.Kind.BOT else "player"

    def _record(self, type: str, outcome: Outcome, by: str) -> EventDraft:
        before = self.state
        events, self.state = draft_events(self.match, before, type, outcome, by=by)
        self.events += events
        self.match.over_ms = self.match.last_at_ms if self.state.state.is_over else None
        if type == "match.started":
            occupants._occupants.put((self.match.id, self.state.seated), tuple(self._occupants()))
        if self.match.last_at_ms >= self._since.notices_ms:
            self._notify(side_effects_of(self.match, before, self.state, type).get("notices", ()))
        return EventDraft(self.match, events[0], events, self.state, {})

    def _occupants(self) -> Iterator[Occupant]:
        for seat in self.seats:
            is_bot_account = None if seat.player is None else False
            yield Occupant(seat.number, seat.kind, seat.player_id, seat.policy, False, is_bot_account)

    def _notify(self, notices: Sequence[dict[str, object]]) -> None:
        for notice in notices:
            self.notices.append(
                Notification(
                    player_id=notice["player"],
                    kind=notice["kind"],
                    match=self.match,
                    data=notice["data"],
                    created_ms=self.match.last_at_ms,
                )
            )

    def _keeps_replies(self) -> bool:
        return self.match.last_at_ms >= self._since.replies_ms

    def _store(self, reply: StoredReply | None) -> None:
        if reply is not None:
            row = IdempotencyRecord(
                owner=self.match.pk, **reply.details, body=reply.body, answer=reply.answer, created_at=_moment(now_ms())
            )
            self.replies.append(row)


def _moment(at_ms: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at_ms)


def id_at(at_ms: int) -> UUID:
    """Returns a UUIDv7 for a time."""
    chance = int.from_bytes(os.urandom(10))
    return UUID(int=at_ms << 80 | 7 << 76 | (chance >> 68 & 0xFFF) << 64 | 2 << 62 | chance & ((1 << 62) - 1))
