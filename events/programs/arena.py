"""What an arena needs of the server: who may be named, its matches, and which of them are over."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from events.base.player_names import name_key
from events.log.access import ENDED
from events.matches.lobby.clock_settings import clock_settings
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.models import Match, Player
from events.people.bots import seatable_bot


def operator_named(name: str) -> Player | None:
    """The account of an operator; None if nobody of that name is one."""
    return Player.objects.filter(name_key=name_key(name), is_staff=True, is_active=True).first()


def program_named(name: str, game: str, operator: Player) -> str | None:
    """The name of a bot account as it is written, if it plays the game and the operator may seat it."""
    bot = seatable_bot(name, game, operator)
    return None if bot is None else bot.name


def arena_match_open(
    *,
    operator: Player,
    game: str,
    options: Mapping[str, Any],
    seats: Sequence[SeatRequest],
    seconds: int,
    seed: bytes,
    title: str,
) -> UUID:
    """Opens a match with everybody seated, so it starts. Who does not answer within the seconds resigns, by the clock.

    Its cards are shown to nobody once it is over, because others still play the same deal.
    Raises Malformed if a bot has been closed, or its name has changed, since it was named.
    """
    timing = clock_settings({"per_move": seconds, "on_timeout": "resign"}, substitutes=False)
    request = MatchRequest(game, options, seats, clock=timing, reveal="auditor", seed=seed, title=title)
    return match_create(player=operator, request=request).pk


def ended_among(matches: Collection[UUID]) -> set[UUID]:
    """Those of some matches that are over."""
    return set(Match.objects.filter(pk__in=matches, status__in=ENDED).values_list("pk", flat=True))


def matches_by_id(matches: Collection[UUID]) -> dict[UUID, Match]:
    """The matches, by id."""
    return Match.objects.in_bulk(list(matches))
