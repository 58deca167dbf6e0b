"""The rules of a match: its version of the game, its options, and the position from which it begins."""

from __future__ import annotations

from functools import lru_cache
from uuid import UUID

from events.base.caches import CACHED_MATCHES
from events.log import log
from events.log.models import Match
from games import registry
from games.kernel.audit import POSITION
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.position import Position, position_from


def game_of(match: Match) -> Game:
    """Returns the version of the rules that the match follows."""
    return registry.get(match.game, match.rules_version)


@lru_cache(maxsize=CACHED_MATCHES)
def _options(match_id: UUID, key: str, version: int, size: int, stored: str) -> Options:
    game = registry.get(key, version)
    return game.options(**log.decode(stored))


def options_of(match: Match) -> Options:
    """Returns the options of a match, with defaults for missing ones."""
    return _options(
        match.id,
        match.game,
        match.rules_version,
        match.size,
        log.encode(match.options).decode(),
    )


def position_of(match: Match) -> Position | None:
    """Returns the position from which a fork begins, as its first event states it; None for other matches."""
    if not match.practice:  # every fork is a practice match
        return None
    position = next(log.read(match.id, limit=1)).hidden.get(POSITION)
    return None if position is None else position_from(game_of(match), match.size, options_of(match), position)
