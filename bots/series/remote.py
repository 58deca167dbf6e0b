"""Plays a series on this server: ordinary matches, which programs play by their leases and policies by the workers.

A program that does not answer a decision within the seconds of the series resigns that match: its clock does so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

from bots.series.deals import FORMAT, Meeting, Series
from bots.series.recount import rows_of, table_from
from events.base.canon import canon
from events.base.policies import policies_of
from events.base.signing import public_keys, signer
from events.log.access import ENDED, Viewer
from events.matches.lobby.clock_settings import clock_settings
from events.matches.lobby.services import MatchRequest, SeatRequest, match_create
from events.models import Match, Player
from events.people.bots import seatable_bot
from events.proofs.selectors import bundle_for

Played = tuple[Meeting, UUID]


class Unknown(ValueError):
    """Nobody of that name can be seated."""


def entrant(game: str, name: str, operator: Player) -> tuple[str, bool]:
    """Who plays under a name, and whether that is a program. Policies come first. Raises Unknown."""
    if name in policies_of(game):
        return name, False
    bot = seatable_bot(name, game, operator)
    if bot is None:
        raise Unknown(f"expected a policy or an open bot that plays {game}, got {name!r}")
    return bot.name, True


def play(series: Series, operator: Player, at_once: int, wait: Callable[[], None]) -> Iterator[Played]:
    """Opens the matches, so many at once; yields each when it is over. wait: called while none is."""
    waiting, running = list(series.meetings())[::-1], list[Played]()
    while waiting or running:
        while waiting and len(running) < at_once:
            meeting = waiting.pop()
            running.append((meeting, _opened(series, meeting, operator)))
        ended = set(
            Match.objects.filter(pk__in=[pk for _, pk in running], status__in=ENDED).values_list("pk", flat=True)
        )
        if not ended:
            wait()
        yield from (played for played in running if played[1] in ended)
        running = [played for played in running if played[1] not in ended]


def _opened(series: Series, meeting: Meeting, operator: Player) -> UUID:
    """Opens a match with everybody seated."""
    seats = [
        SeatRequest("bot", player=series.entrants[number])
        if series.programs[number]
        else SeatRequest("bot", series.entrants[number])
        for number in meeting.lineup
    ]
    timing = {"per_move": series.seconds, "on_timeout": "resign"}
    request = MatchRequest(
        series.game, json.loads(json.dumps(series.options)), seats, clock=clock_settings(timing, substitutes=False),
        seed=series.seed_of(meeting.deal), title=f"Arena {series.commit.hex()[:16]}, deal {meeting.deal + 1}",
    )  # fmt: skip
    return match_create(player=operator, request=request).pk


def file_of(series: Series, played: Sequence[Played]) -> dict[str, Any]:
    """The file of a series: every log, the table that follows from them, and the signature of the server."""
    matches = Match.objects.in_bulk([pk for _, pk in played])
    exports = [
        {
            **meeting._asdict(),
            "lineup": [*meeting.lineup],
            "export": dict(bundle_for(matches[pk], Viewer(None, all=True))),
        }
        for meeting, pk in sorted(played)
    ]
    file = {
        "format": FORMAT, **series.to_json(), "commit": series.commit.hex(), "matches": exports,
        "keys": public_keys(),
    }  # fmt: skip
    plain = json.loads(json.dumps(file))
    whole = {**plain, "table": table_from(series, plain["matches"], rows_of)}
    key = signer()
    return {**whole, "seal": {"key_id": key.key_id, "signature": key.sign_bundle(series.id, canon(whole)).hex()}}
