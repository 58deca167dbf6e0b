"""Storage of the records of players in matches, computed from the logs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

from events.log import log
from events.log.models import FormerHolder, Match, Seat
from events.match_history.folding import TYPES, Holder, parts_of
from events.ratings.models import Participation
from events.users.models import Player

RECKONED = 50
"""The number of a player's last matches that count for the reliability."""
KEPT = (Participation.End.PLAYED, Participation.End.RESIGNED)


def participations_store(*, match: Match) -> None:
    """Stores the records of a match's players within the caller's transaction, if the match was played and is
    public.
    """
    was_played = match.status in (Match.Status.FINISHED, Match.Status.VOID) and match.over_ms is not None
    if not was_played or match.visibility != Match.Visibility.PUBLIC or match.practice:
        return
    rows = _rows_of(match)
    Participation.objects.bulk_create(rows, ignore_conflicts=True)
    for row in rows:
        _reckon(row.player_id)


def _rows_of(match: Match) -> list[Participation]:
    """Returns the records of a match's players, computed from its log.

    It locks the players, so that no account is closed meanwhile.
    """
    assert match.over_ms is not None  # it is over
    cores = (event.core for event in log.read(match.pk) if event.type in TYPES)
    parts = parts_of(cores, _holders(match.pk))
    known = Player.objects.select_for_update(no_key=True).filter(pk__in=parts, closed_ms=None).order_by("pk")
    players = dict(known.values_list("pk", "is_bot"))  # locked: their other matches may be stored now
    people = {player for player, is_bot in players.items() if not is_bot}
    return [
        Participation(
            player_id=player,
            match=match.pk,
            game=match.game,
            over_ms=match.over_ms,
            number=part.seat,
            place=part.place,
            seats=match.size,
            people=len(people - {player}),
            moves=part.moves,
            missed=part.missed,
            end=part.end,
        )
        for player, part in sorted(parts.items())
        if player in players
    ]


def _holders(match_id: UUID) -> dict[int, list[Holder]]:
    """Returns the holders of each seat, by seat, without deleted accounts and bots without an account."""
    holders = defaultdict[int, list[Holder]](list)
    former = FormerHolder.objects.filter(match=match_id).order_by("seq")
    for seat, player, seq in former.values_list("number", "player", "seq"):
        holders[seat] += [Holder(player, seq)] if player else []
    seats: Iterable[tuple[int, UUID | None]] = Seat.objects.filter(match=match_id).values_list("number", "player")
    for seat, present in seats:
        holders[seat] += [Holder(present)] if present else []
    return holders


def _reckon(player_id: UUID) -> None:
    """Recomputes the number of a player's last matches with other people, and the number that the player finished."""
    last = Participation.objects.filter(player=player_id, people__gt=0).order_by("-over_ms")[:RECKONED]
    ends = list(last.values_list("end", flat=True))
    Player.objects.filter(pk=player_id).update(reckoned=len(ends), kept=sum(end in KEPT for end in ends))
