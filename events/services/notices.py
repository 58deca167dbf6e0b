"""Each player's outbox: what `/me/stream` notifies them of, written in the transaction of what it reports.

A notice holds public facts of the match alone. `your_turn` is written if, and only if, the public state comes to wait
for the seat at a prompt at which it did not wait for it before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from events.clock import now_ms, rfc3339
from events.models import Match, Notice, Pending, Seat
from events.selectors.states import MatchState, game_of
from events.selectors.table_views import deadline_ms
from games.kernel.state import Json

KEPT_MS = 7 * 86_400_000
PRUNED_AT_ONCE = 5_000
NEAR_MS = 3_600_000  # the longest time before a deadline at which it is near
NEAR_SHARE = 4  # a deadline is near in the last quarter of the time for one move
NEAR_WITHOUT_CLOCK_MS = 15_000  # where a prompt has a time of its own, a live one as a rule
NEAR_AT_ONCE = 200

Facts = Mapping[str, Json]

# Rows are locked in the order of players, so that transactions of two matches never wait for each other in a ring.
_COUNT = """
    INSERT INTO events_noticehead AS head (player_id, last)
    SELECT player, count FROM unnest(%s::uuid[], %s::bigint[]) AS part (player, count) ORDER BY player
    ON CONFLICT (player_id) DO UPDATE SET last = head.last + excluded.last
    RETURNING player_id, last
"""


def match_started_notify(match: Match, seq: int) -> None:
    """Notifies the players of a match that it has started; seq: the row that says so."""
    _notify(match, Notice.Kind.MATCH_STARTED, {seat.number: {"seq": seq} for seat in _people(match)})


def match_over_notify(match: Match) -> None:
    """Notifies the players of a match that it has ended, in whatever way."""
    facts = {"seq": match.head_seq, "status": match.status, "standings": match.standings}
    _notify(match, Notice.Kind.MATCH_OVER, {seat.number: facts for seat in _people(match)})


def message_notify(match: Match, seq: int, speaker: int) -> None:
    """Notifies the other players of a match that somebody spoke; the words are in the log, where they can be withdrawn.

    speaker: the seat of the player who spoke.
    """
    facts = {"seq": seq, "from": speaker}
    others = [seat.number for seat in _people(match) if seat.number != speaker]
    _notify(match, Notice.Kind.MESSAGE, dict.fromkeys(others, facts))


def invitations_notify(match: Match) -> None:
    """Notifies the players for whom a new match keeps seats."""
    invited = Seat.objects.filter(match=match, invited__isnull=False).exclude(invited=match.creator_id)
    _write(match, Notice.Kind.INVITED, {seat.invited_id: {"seat": seat.number} for seat in invited})  # type: ignore[misc]


def turns_notify(match: Match, before: MatchState, after: MatchState) -> None:
    """Notifies the players for whom the table has come to wait between two positions."""
    new = {seat for _, seat in _waits(match, after) - _waits(match, before)}
    playing = [seat.number for seat in _people(match) if not seat.resigned] if new else []
    turns = {seat: _turn(match, after, seat) for seat in playing if seat in new}
    _notify(match, Notice.Kind.YOUR_TURN, turns)


def _turn(match: Match, position: MatchState, seat: int) -> Facts:
    prompts = sorted(prompt for prompt, waiting in _waits(match, position) if waiting == seat)
    deadlines = [deadline_ms(match, position, position.state.prompts[prompt]) for prompt in prompts]
    soonest = min((at_ms for at_ms in deadlines if at_ms is not None), default=None)
    deadline = None if soonest is None else rfc3339(soonest)
    return {"seq": match.head_seq, "prompts": prompts, "deadline": deadline}


def _waits(match: Match, position: MatchState) -> set[tuple[int, int]]:
    """For which seats the table waits at which prompts, as everybody knows: (prompt, seat)."""
    phases, state = game_of(match).phases, position.state
    return {
        (prompt.id, seat)
        for prompt in state.open_prompts
        for seat in phases[prompt.phase].required_seats(state, prompt)
    }


def deadlines_notify() -> int:
    """Notifies the players whose deadlines have come near, once for each prompt; returns how many. For the sweeper."""
    written = 0
    for pending in _near():
        with transaction.atomic():
            match = Match.objects.get(pk=pending.match_id)
            player = Seat.objects.values_list("player_id", flat=True).get(match=match, number=pending.seat)
            notified = Notice.objects.filter(match=match, player=player, prompt=pending.prompt)
            if player is not None and not notified.filter(kind=Notice.Kind.DEADLINE_NEAR).exists():
                facts = {"seat": pending.seat, "prompts": [pending.prompt], "deadline": rfc3339(pending.at_ms)}
                _write(match, Notice.Kind.DEADLINE_NEAR, {player: facts}, pending.prompt)
                written += 1
    return written


def _near() -> Iterator[Pending]:
    """Pending work of players whose deadline, `at_ms`, is near and who are not notified yet."""
    of_prompt = Pending.objects.filter(match=OuterRef("match"), prompt=OuterRef("prompt"), seat=None)
    seats = Seat.objects.filter(match=OuterRef("match"), number=OuterRef("seat"), kind=Seat.Kind.PLAYER, resigned=False)
    notified = Notice.objects.filter(
        match=OuterRef("match"), prompt=OuterRef("prompt"), kind=Notice.Kind.DEADLINE_NEAR,
        player__seats__match=OuterRef("match"), player__seats__number=OuterRef("seat"),
    )  # fmt: skip
    pending = (
        Pending.objects.filter(required=True, bot=False, seat__isnull=False)
        .annotate(
            at_ms=Coalesce(F("deadline_ms"), Subquery(of_prompt.values("deadline_ms")[:1])), clock=F("match__clock")
        )
        .filter(Exists(seats), ~Exists(notified), at_ms__gt=now_ms(), at_ms__lte=now_ms() + NEAR_MS)
    )
    for row in pending.order_by("at_ms", "pk")[:NEAR_AT_ONCE]:
        if row.at_ms - now_ms() <= near_ms(row.clock.get("per_move")):
            yield row


def near_ms(per_move: int | None) -> int:
    """How long before its end the time for a move is nearly over. per_move: seconds, of the match's clock."""
    return NEAR_WITHOUT_CLOCK_MS if per_move is None else min(NEAR_MS, per_move * 1000 // NEAR_SHARE)


def notices_prune() -> int:
    """Deletes some of the notices that are too old; returns how many. For the sweeper."""
    old = Notice.objects.filter(created_ms__lt=now_ms() - KEPT_MS).order_by("created_ms").values("pk")
    return Notice.objects.filter(pk__in=old[:PRUNED_AT_ONCE]).delete()[0]


def _people(match: Match) -> QuerySet[Seat]:
    """The seats that players hold, those included who have resigned."""
    return Seat.objects.filter(match=match, kind=Seat.Kind.PLAYER, player__isnull=False).only(
        "number", "player_id", "resigned"
    )


def _notify(match: Match, kind: str, facts: Mapping[int, Facts]) -> None:
    """Writes a notice to the holders of some seats; facts: by seat."""
    if facts:
        holders = {seat.number: seat.player_id for seat in _people(match)}
        _write(match, kind, {holders[seat]: {"seat": seat, **of_seat} for seat, of_seat in facts.items()})


def _write(match: Match, kind: str, facts: Mapping[UUID, Facts], prompt: int | None = None) -> None:
    """Writes a notice to each player; facts: by player.

    The heads of all players of the match are locked at the first notice, since later ones may be for others of them.
    """
    if not facts:
        return
    everybody = {seat.player_id for seat in _people(match)} | set(facts)
    numbers = _numbers({player: int(player in facts) for player in everybody if player is not None})
    at_ms = now_ms()
    Notice.objects.bulk_create(
        Notice(
            player_id=player, number=numbers[player], kind=kind, match=match, prompt=prompt, created_ms=at_ms,
            data={"game": match.game, **of_player},
        )
        for player, of_player in facts.items()
    )  # fmt: skip


def _numbers(counts: Mapping[UUID, int]) -> dict[UUID, int]:
    """Counts the players' notices on and returns the new numbers; each row stays locked until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [list(counts), list(counts.values())])
        return dict(cursor.fetchall())
