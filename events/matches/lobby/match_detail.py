"""Matches in lists and in detail: settings, seats and stage, without the table.

A response member that is a column of `Match` needs no code here; its declaration in `events.matches.serializers` is
enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, cast

from events.base.clock import rfc3339_or_none, utc
from events.base.fairness import server_commit
from events.base.signing import signer
from events.log import states
from events.log.delays import occupied
from events.log.match_seeds import drawn_for, server_seed_of
from events.log.models import Match, Seat
from events.log.sealing import sealing, settles_seeds
from events.matches.lobby.rematch_of import rematch_agreements, rematch_of
from events.matches.models import Fork
from events.matches.record import statements
from events.matches.record.agreements import KINDS, agreements
from events.matches.record.waiting import waiting_json, waiting_now
from events.matches.serializers.lobby import ForkedFromOut, MatchHead, MatchSummary, PlayerName, SeatClockOut, SeatOut
from events.users.models import Player
from games.kernel.timing.clock import BANK, Hours, SeatClocks

COLUMNS = frozenset(field.name for field in Match._meta.concrete_fields) - {"id", "created_at", "creator"}
"""The columns of a match that responses show as they are."""

_NO_AGREEMENTS: dict[str, list[int]] = {kind: [] for kind in (*KINDS, "rematch")}
"""The agreements of a delayed match. The log contains no consents, so past consents are unknown."""
_analysis: list[Callable[[Match, Player], str | None]] = []


def seats_of(match: Match) -> list[SeatOut]:
    """Returns the seats of a match in order, each with its occupant."""
    return [_seat(seat) for seat in occupied(match, statements.seats(match.pk))]


def _seat(seat: Seat) -> SeatOut:
    return {
        "seat": seat.number,
        "kind": seat.kind,  # type: ignore[typeddict-item]
        "player": player_name(seat.player) if seat.player and seat.player.name else None,
        "invited": seat.invited.name if seat.invited else None,
        "policy": seat.policy or None,
        "resigned": seat.resigned,
        "stand_in": seat.stand_in or None,  # type: ignore[typeddict-item]
    }


def player_name(player: Player) -> PlayerName:
    """Returns a player as responses describe the holder of a seat."""
    return {"id": str(player.pk), "name": player.name, "face": player.face or None, "bot": player.is_bot}


def match_detail(match: Match, player: Player | None = None) -> MatchHead:
    """Returns a match as a player receives it from `GET /matches/{id}`."""
    seats = statements.seats(match.pk)
    members = {
        **_common(match, MatchHead.__annotations__, occupied(match, seats)),
        "forked_from": forked_from(match),
        "creator": _creator_name(match, seats),
        **_turns(match),
        **_clocks(match),
        "fairness": fairness(match),
    }
    if match.horizon is not None:
        return cast(MatchHead, {**members, "agreements": _NO_AGREEMENTS, "rematch": None, "analysis": None})
    rematch = rematch_of(match)
    own = {
        "agreements": {**agreements(match, seats), "rematch": rematch_agreements(match, rematch)},
        "rematch": str(rematch.pk) if rematch else None,
        "analysis": analysis_stage(match, player),
    }
    return cast(MatchHead, {**members, **own})


def _creator_name(match: Match, seats: list[Seat]) -> str | None:
    """Returns the name of a match's creator. Creators usually hold a seat, so the name usually needs no query."""
    players = {seat.player_id: seat.player for seat in seats if seat.player is not None}
    creator = players.get(match.creator_id) or match.creator
    return creator.name if creator else None


def follows_from_head(match: Match) -> bool:
    """Returns whether only events change the match's detail, for every viewer.

    This is so while the match is running and no seat has given a consent.
    """
    return match.status == Match.Status.RUNNING and (match.horizon is not None or not match.has_consents)


def forked_from(match: Match) -> ForkedFromOut | None:
    """Returns the origin of a fork; None for other matches."""
    fork = Fork.objects.filter(match=match).first() if match.practice else None
    if fork is None:
        return None
    mode: Literal["exact", "resampled"] = "exact" if fork.mode == "exact" else "resampled"
    return {"match": str(fork.origin), "seq": fork.seq, "mode": mode}


def match_summary(match: Match) -> dict[str, Any]:
    """Returns the summary of a match. Its seats must be prefetched."""
    seats = occupied(match, sorted(match.seats.all(), key=lambda seat: seat.number))
    return _common(match, MatchSummary.__annotations__, seats)


def _common(match: Match, members: Any, seats: list[Seat]) -> dict[str, Any]:
    """Returns the members that the summary and the detail share, and all columns that the response has as members."""
    return {
        "id": str(match.id),
        **{name: getattr(match, name) for name in members if name in COLUMNS},
        "seq": match.head_seq,
        "created_at": utc(match.created_at),
        "seats": [_seat(seat) for seat in seats],
    }


def _turns(match: Match) -> dict[str, Any]:
    """Returns the seats that the match waits for, and their deadlines."""
    return waiting_json(waiting_now(match).to_json())


def fairness(match: Match) -> dict[str, Any]:
    """Returns the mode of the random draws, and the commitment that the server published before any seat was taken."""
    if match.practice:
        return {"mode": "fixed_seed", "prng": "tt1"}
    commit = server_commit(drawn_for(match), server_seed_of(match)).hex()
    progress = sealing(match) if settles_seeds(match) else {}
    if match.deal is not None:
        progress = {"deal": match.deal["id"]}
    return {"mode": match.fairness, "prng": "tt1", "server_commit": commit, "key_id": signer().key_id, **progress}


def tell_analysis(stage_for: Callable[[Match, Player], str | None]) -> None:
    """Sets the function that returns the stage of a player's analysis of a match (`events.replays`).

    The function returns None if the player has not requested an analysis.
    """
    _analysis[:] = [stage_for]


def analysis_stage(match: Match, player: Player | None) -> str | None:
    """Returns the stage of a player's analysis of a match; None if the player has not requested one."""
    if player is None or match.status != Match.Status.FINISHED:
        return None
    return next((stage_for(match, player) for stage_for in _analysis), None)


# Clocks


def _clocks(match: Match) -> dict[str, Any]:
    """Returns `clocks` and `paused_until` after the last event; an empty list and null unless the match is running."""
    if match.status != Match.Status.RUNNING:
        return {"clocks": [], "paused_until": None}
    times = states.head(match).times
    seats = [] if times.seats is None else [_clock_of(times.seats, seat) for seat in range(match.size)]
    return {"clocks": seats, "paused_until": rfc3339_or_none(times.until_ms)}


def _clock_of(clocks: SeatClocks, seat: int) -> SeatClockOut:
    hours = clocks.hours.get(seat)
    return {
        "seat": seat,
        "bank_ms": clocks.left.get((BANK, seat)),
        "hours": None if hours is None else _hours(hours),
        "vacation_until": rfc3339_or_none(clocks.until.get(seat)),
        "vacation_ms": clocks.vacation.get(seat, 0),
    }


def _hours(hours: Hours) -> Any:
    return {"start": hours.start, "minutes": hours.minutes, "offsets": [list(offset) for offset in hours.offsets]}
