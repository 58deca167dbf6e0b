"""Plays a series on this server as ordinary matches: programs lease their decisions, and workers play the policies.

If a program does not answer a decision within the seconds of the series, its clock resigns the match.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from bots.series.deals import FORMAT, ArenaSeries, Seating
from bots.series.recount import rows_of, table_from
from events.base.canonical_json import canonical_json
from events.base.policies import policies_of
from events.base.signing import public_keys, signer
from events.bot_accounts.arena import arena_match_open, bot_account_named, ended_among, matches_by_id
from events.log.access import Viewer
from events.matches.lobby.services import SeatRequest
from events.proofs.selectors import bundle_for

if TYPE_CHECKING:
    from events.users.models import Player

Played = tuple[Seating, UUID]


class UnknownEntrant(ValueError):
    """Error for a name that belongs to no policy and no bot account that may play."""


def entrant(game: str, name: str, operator: Player) -> tuple[str, bool]:
    """Returns a name's player, and whether it is a bot account. A policy takes precedence. Raises UnknownEntrant."""
    if name in policies_of(game):
        return name, False
    account = bot_account_named(name, game, operator)
    if account is None:
        raise UnknownEntrant(f"expected a policy or an open bot that plays {game}, got {name!r}")
    return account, True


def play(series: ArenaSeries, operator: Player, at_once: int, wait: Callable[[], None]) -> Iterator[Played]:
    """Opens matches, `at_once` at a time; yields each when it is over. wait: called while no match has ended."""
    waiting, running = list(series.seatings())[::-1], list[Played]()
    while waiting or running:
        while waiting and len(running) < at_once:
            seating = waiting.pop()
            running.append((seating, _opened(series, seating, operator)))
        ended = ended_among([match for _, match in running])
        if not ended:
            wait()
        yield from (played for played in running if played[1] in ended)
        running = [played for played in running if played[1] not in ended]


def _opened(series: ArenaSeries, seating: Seating, operator: Player) -> UUID:
    """Opens a match of the series."""
    seats = [
        SeatRequest("bot", player=series.entrants[number])
        if series.programs[number]
        else SeatRequest("bot", series.entrants[number])
        for number in seating.lineup
    ]
    return arena_match_open(
        operator=operator,
        game=series.game,
        options=series.options,
        seats=seats,
        seconds=series.seconds,
        seed=series.seed_of(seating.deal),
        title=f"Arena {series.commit.hex()[:16]}, deal {seating.deal + 1}",
    )


def file_of(series: ArenaSeries, played: Sequence[Played]) -> dict[str, Any]:
    """Returns the file of a series: every log, the table that follows from the logs, and the server's signature."""
    matches, everybody = matches_by_id([match for _, match in played]), Viewer(None, all=True)
    exports = [
        {"deal": seating.deal, "lineup": [*seating.lineup], "export": dict(bundle_for(matches[match], everybody))}
        for seating, match in sorted(played)
    ]
    file = {
        "format": FORMAT,
        **series.to_json(),
        "commit": series.commit.hex(),
        "matches": exports,
        "keys": public_keys(),
    }
    plain = json.loads(json.dumps(file))
    whole = {**plain, "table": table_from(series, plain["matches"], rows_of)}
    key = signer()
    return {
        **whole,
        "seal": {"key_id": key.key_id, "signature": key.sign_bundle(series.id, canonical_json(whole)).hex()},
    }
