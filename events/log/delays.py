"""Matches with a delay for spectators: viewers without a seat see an earlier state.

A late match is the match as it was after the last event that is old enough (`Match.horizon`). Its head, stage and
result are from that time, so everything computed from them is late too. `delayed_matches` adapts the other data: it
leaves out consents, and `occupied` gives the occupants of the seats at that time.

Events before the start and the fact that the match has started are shown at once; the deal is delayed. Spectators see
the end of a match once its last event is old enough. Operators and auditors see the present state of every match.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from events.base.clock import now_ms
from events.base.policies import DEFAULT_POLICY
from events.log import log, statements
from events.log.models import ActionEvent, FormerHolder, Horizon, Match, Seat
from events.users.models import Player

ENDS = ("match.over", "match.void")
REPLACED, RESIGNED = "seat.replaced", "seat.resigned"
LONGEST_MS = 86_400_000  # the longest delay, in milliseconds
_LOBBY = (Match.Status.OPEN, Match.Status.SEALING)


def is_live(match: Match, player: Player | None, seat: int | None) -> bool:
    """Returns whether a caller sees the present state of a match. seat: the caller's seat in the match, if any."""
    if seat is not None or not match.spectator_delay:
        return True
    return _is_official(player)


def _is_official(player: Player | None) -> bool:
    return player is not None and (player.is_staff or player.is_auditor)


def match_known(match: Match, player: Player | None, seat: int | None) -> Match:
    """Returns a match as a caller may know it now."""
    return match if is_live(match, player, seat) else delayed_matches([match])[0]


def match_known_to(match: Match, player: Player) -> Match:
    """Returns a match as a player may know it now, after reading their seat."""
    if not match.spectator_delay:
        return match
    seat = Seat.objects.filter(match=match, player=player).values_list("number", flat=True).first()
    return match_known(match, player, seat)


def delayed_matches(matches: Sequence[Match]) -> list[Match]:
    """Returns matches with a delay, each as a caller without a seat may know it now."""
    moments = {match.pk: now_ms() - 1000 * match.spectator_delay for match in matches}
    behind = [match for match in matches if _hides_something(match, moments[match.pk])]
    if not behind:
        return list(matches)
    queries = [(match.pk, match.head_seq, moments[match.pk], match.status != Match.Status.RUNNING) for match in behind]
    heads = statements.delayed_heads(queries, (REPLACED, RESIGNED), ENDS)
    return [_at(match, heads[match.pk]) if match.pk in heads else match for match in matches]


def _hides_something(match: Match, moment: int) -> bool:
    """Returns whether a match may have events or consents that callers without a seat may not know yet."""
    return match.status == Match.Status.RUNNING or (match.status not in _LOBBY and match.last_at_ms > moment)


def _at(match: Match, head: statements.DelayedHead) -> Match:
    """Returns a match as it was after an event. The frontier is left out; `receipts` computes it from the hashes."""
    known = copy(match)
    next_ms = None if head.next_ms is None else head.next_ms + 1000 * match.spectator_delay
    known.horizon = Horizon(next_ms, head.reseated)
    if head.seq < match.head_seq:
        known.head_seq, known.head_hash, known.last_at_ms, known.frontier = head.seq, head.hash, head.at_ms, b""
        if not head.is_over:
            known.status, known.standings, known.scores = Match.Status.RUNNING, None, None
    return known


# Seats


def occupied(match: Match, seats: Iterable[Seat]) -> list[Seat]:
    """Returns the seats of a match with their occupants at its head. seats: the present seats."""
    if match.horizon is None or not match.horizon.reseated:
        return list(seats)
    changes = list(
        ActionEvent.objects.filter(match=match, type__in=(REPLACED, RESIGNED), seq__gt=match.head_seq).order_by("seq")
    )
    holders = FormerHolder.objects.filter(match=match, seq__gt=match.head_seq).select_related("player")
    former = {holder.seq: holder.player for holder in holders}
    return [
        _occupied(match, seat, [change for change in changes if change.seat == seat.number], former) for seat in seats
    ]


def _occupied(match: Match, seat: Seat, changes: Sequence[ActionEvent], former: dict[int, Player | None]) -> Seat:
    """Returns a seat as it was before some changes.

    former: the previous holder of the seat, by the `seq` of the change.
    """
    before = copy(seat)
    if any(change.type == RESIGNED for change in changes):
        before.resigned = False
    replaced = next((change.seq for change in changes if change.type == REPLACED), None)
    if replaced in former:
        before.kind, before.player, before.policy, before.stand_in = Seat.Kind.PLAYER, former[replaced], "", ""
    elif replaced is not None:
        before.kind, before.player = Seat.Kind.BOT, None
        before.policy, before.stand_in = DEFAULT_POLICY, _stand_in(match, seat.number)
    return before


def _stand_in(match: Match, number: int) -> str:
    """Returns the `stand_in` of a bot that had a seat at the head of a match."""
    steps = match.clock.get("ladder") or ()
    rows = [row for row in log.read(match.pk, upto=match.head_seq, type=REPLACED) if row.core["actor"] == number]
    by_clock = bool(rows) and rows[-1].core["by"] == "clock"
    return "kept" if by_clock and "bot" in steps else "wanted"


# Lists


def ends_unseen(caller: Player | None) -> Q:
    """Returns a filter for matches that have ended but that a caller still sees as running."""
    if _is_official(caller):
        return Q(pk__in=())
    now = now_ms()
    recent = Q(over_ms__gt=now - 1000 * F("spectator_delay")) & Q(
        over_ms__gt=now - LONGEST_MS
    )  # the second condition lets the query use the index
    return recent & Q(spectator_delay__gt=0) & _without_seat(caller)


def with_holder(caller: Player | None, **player: Any) -> Q:
    """Returns a filter for matches in which a player holds a seat, as a caller may know it.

    player: conditions on the player. It reads the seats of those late matches whose occupants may differ from the
    present occupants.
    """
    people = list(Player.objects.filter(**player).values_list("pk", flat=True))  # in another database than seats
    if not people:
        return Q(pk__in=())
    seats, former = Seat.objects.filter(player__in=people), FormerHolder.objects.filter(player__in=people)
    holds = Q(Exists(seats.filter(match=OuterRef("pk"))))
    if _is_official(caller):
        return holds
    reseated = delayed_matches(
        list(_behind(caller).filter(pk__in=seats.values("match_id").union(former.values("match_id"))))
    )
    known = {match.pk: _holds(match, **player) for match in reseated}
    if not known:
        return holds
    return holds & ~Q(pk__in=[*known]) | Q(pk__in=[pk for pk, is_holder in known.items() if is_holder])


def _behind(caller: Player | None) -> QuerySet[Match]:
    """Returns the matches with events that a caller may not know yet. The caller is no operator."""
    matches = Match.objects.filter(spectator_delay__gt=0, last_at_ms__gt=now_ms() - 1000 * F("spectator_delay"))
    return matches.filter(_without_seat(caller)).prefetch_related("seats__player")


def _without_seat(caller: Player | None) -> Q:
    return Q() if caller is None else ~Q(Exists(Seat.objects.filter(match=OuterRef("pk"), player=caller)))


def _holds(match: Match, **player: Any) -> bool:
    """Returns whether a player with these attributes holds a seat at the head of a match."""
    holders = [seat.player for seat in occupied(match, match.seats.all()) if seat.player is not None]
    return any(all(getattr(holder, name) == value for name, value in player.items()) for holder in holders)
