"""Stores what the players of matches did, once everybody may know that the matches are over.

The sweeper does so, with the logs as the source: rows of a match that is gone from the table can be written again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import QuerySet

from events.base.alarms import OUTAGES, error_alarm
from events.base.nodes import parts
from events.log import log
from events.log.delays import ends_unseen
from events.models import FormerHolder, Match, Participation, Player, Seat
from events.participations.folding import TYPES, Holder, parts_of

logger = structlog.get_logger()
AT_ONCE = 100
RECKONED = 50
"""Of how many of the last matches of a player it is said whether they kept to them."""
KEPT = (Participation.End.PLAYED, Participation.End.RESIGNED)


def participations_store() -> int:
    """Stores what players did in matches that have ended since; returns how many matches. For the sweeper."""
    due = parts.listed(_unstored().values_list("pk")[:AT_ONCE], "match uuid")
    return sum(_stored(match_id) for (match_id,) in due)


def _stored(match_id: UUID) -> bool:
    """Whether the parts of a match were stored; one that cannot be read stops no other."""
    try:
        with transaction.atomic():
            _store(Match.objects.get(pk=match_id))
    except OUTAGES:
        raise
    except Exception as error:
        logger.exception("participations_stuck", match=str(match_id))
        error_alarm("sweep_failed", error, f"participations of match {match_id}")
        return False
    return True


def _unstored() -> QuerySet[Match]:
    """The matches that are over as everybody may know, and are not stored."""
    over = Match.objects.filter(
        has_participations=False, status__in=(Match.Status.FINISHED, Match.Status.VOID), over_ms__isnull=False,
        is_blinded=False, damaged_seq=None,
    )  # fmt: skip
    return over.exclude(ends_unseen(None)).order_by("over_ms")


def _store(match: Match) -> None:
    """Stores the parts of one match; another sweeper may do so at the same time."""
    locked = Match.objects.select_for_update(no_key=True).filter(pk=match.pk, has_participations=False)
    if not locked.exists():
        return
    if match.visibility == Match.Visibility.PUBLIC and not match.practice:
        rows = _rows_of(match)
        Participation.objects.bulk_create(rows, ignore_conflicts=True)
        for row in rows:
            _reckon(row.player_id)
    Match.objects.filter(pk=match.pk).update(has_participations=True)


def _rows_of(match: Match) -> list[Participation]:
    """What the players of a match did, from its log; locks the players, so that none closes their account meanwhile."""
    cores = (event.core for event in log.read(match.pk) if event.type in TYPES)
    parts = parts_of(cores, _holders(match.pk))
    known = Player.objects.select_for_update(no_key=True).filter(pk__in=parts, closed_ms=None).order_by("pk")
    players = dict(known.values_list("pk", "is_bot"))  # locked: another match of theirs may be stored at the same time
    people = {player for player, is_bot in players.items() if not is_bot}
    return [
        Participation(
            player_id=player, match=match.pk, game=match.game, over_ms=match.over_ms, number=part.seat,
            place=part.place, seats=match.size, people=len(people - {player}), moves=part.moves, missed=part.missed,
            end=part.end,
        )
        for player, part in sorted(parts.items())
        if player in players
    ]  # fmt: skip


def _holders(match_id: UUID) -> dict[int, list[Holder]]:
    """By seat, the players who had it; deleted accounts and bots without one are left out."""
    holders = defaultdict[int, list[Holder]](list)
    former = FormerHolder.objects.filter(match=match_id).order_by("seq")
    for seat, player, seq in former.values_list("number", "player", "seq"):
        holders[seat] += [Holder(player, seq)] if player else []
    seats: Iterable[tuple[int, UUID | None]] = Seat.objects.filter(match=match_id).values_list("number", "player")
    for seat, player in seats:
        holders[seat] += [Holder(player)] if player else []
    return holders


def _reckon(player_id: UUID) -> None:
    """Counts again how many of their last matches with other people a player has kept to."""
    last = Participation.objects.filter(player=player_id, people__gt=0).order_by("-over_ms")[:RECKONED]
    ends = list(last.values_list("end", flat=True))
    Player.objects.filter(pk=player_id).update(reckoned=len(ends), kept=sum(end in KEPT for end in ends))
