"""The functions of the server that an arena uses: accounts by name, the arena's matches, and their ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID

from events.base.player_names import name_key
from events.log.models import ENDED, Match
from events.matches.lobby.clock_settings import clock_settings
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.users.bots import seatable_bot
from events.users.models import Player


def operator_named(name: str) -> Player | None:
    """Returns the operator's account with a name; None if no operator has that name."""
    return Player.objects.filter(name_key=name_key(name), is_staff=True, is_active=True).first()


def bot_account_named(name: str, game: str, operator: Player) -> str | None:
    """Returns the name of a bot account in its registered spelling.

    Returns None if the bot does not play the game or the operator may not seat it.
    """
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
    """Opens a match in which every seat is taken, so that it starts. A seat that misses a deadline resigns.

    Its cards are never revealed, because other matches of the same deal may still run. Raises Malformed for a closed or
    renamed bot.
    """
    timing = clock_settings({"per_move": seconds, "on_timeout": "resign"}, substitutes=False)
    request = MatchRequest(game, options, seats, clock=timing, reveal="auditor", seed=seed, title=title)
    return match_create(player=operator, request=request).pk


def ended_among(matches: Collection[UUID]) -> set[UUID]:
    """Returns the ids of the matches that are over."""
    return set(Match.objects.filter(pk__in=matches, status__in=ENDED).values_list("pk", flat=True))


def matches_by_id(matches: Collection[UUID]) -> dict[UUID, Match]:
    """Returns the matches, by id."""
    return Match.objects.in_bulk(list(matches))
