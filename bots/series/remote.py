"""Plays a series on this server: ordinary matches, which programs play by their leases and policies by the workers.

A program that does not answer a decision within the seconds of the series resigns that match: its clock does so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from bots.series.deals import FORMAT, Meeting, Series
from bots.series.recount import rows_of, table_from
from events.base.canon import canon
from events.base.policies import policies_of
from events.base.signing import public_keys, signer
from events.log.access import Viewer
from events.matches.lobby.services import SeatRequest
from events.programs.arena import arena_match_open, ended_among, matches_by_id, program_named
from events.proofs.selectors import bundle_for

if TYPE_CHECKING:
    from events.models import Player

Played = tuple[Meeting, UUID]


class Unknown(ValueError):
    """Nobody of that name can be seated."""


def entrant(game: str, name: str, operator: Player) -> tuple[str, bool]:
    """Who plays under a name, and whether that is a program. Policies come first. Raises Unknown."""
    if name in policies_of(game):
        return name, False
    program = program_named(name, game, operator)
    if program is None:
        raise Unknown(f"expected a policy or an open bot that plays {game}, got {name!r}")
    return program, True


def play(series: Series, operator: Player, at_once: int, wait: Callable[[], None]) -> Iterator[Played]:
    """Opens the matches, so many at once; yields each when it is over. wait: called while none is."""
    waiting, running = list(series.meetings())[::-1], list[Played]()
    while waiting or running:
        while waiting and len(running) < at_once:
            meeting = waiting.pop()
            running.append((meeting, _opened(series, meeting, operator)))
        ended = ended_among([match for _, match in running])
        if not ended:
            wait()
        yield from (played for played in running if played[1] in ended)
        running = [played for played in running if played[1] not in ended]


def _opened(series: Series, meeting: Meeting, operator: Player) -> UUID:
    """Opens a match of the series."""
    seats = [
        SeatRequest("bot", player=series.entrants[number])
        if series.programs[number]
        else SeatRequest("bot", series.entrants[number])
        for number in meeting.lineup
    ]
    return arena_match_open(
        operator=operator, game=series.game, options=series.options, seats=seats,
        seconds=series.seconds, seed=series.seed_of(meeting.deal),
        title=f"Arena {series.commit.hex()[:16]}, deal {meeting.deal + 1}",
    )  # fmt: skip


def file_of(series: Series, played: Sequence[Played]) -> dict[str, Any]:
    """The file of a series: every log, the table that follows from them, and the signature of the server."""
    matches, everybody = matches_by_id([match for _, match in played]), Viewer(None, all=True)
    exports = [
        {"deal": meeting.deal, "lineup": [*meeting.lineup], "export": dict(bundle_for(matches[match], everybody))}
        for meeting, match in sorted(played)
    ]
    file = {
        "format": FORMAT, **series.to_json(), "commit": series.commit.hex(), "matches": exports, "keys": public_keys(),
    }  # fmt: skip
    plain = json.loads(json.dumps(file))
    whole = {**plain, "table": table_from(series, plain["matches"], rows_of)}
    key = signer()
    return {**whole, "seal": {"key_id": key.key_id, "signature": key.sign_bundle(series.id, canon(whole)).hex()}}
