"""A match without its table: its settings, seats and stage, in lists and alone.

A member of a response that is a column of `Match` needs no code here: `events.selectors.responses` names it.
"""

from __future__ import annotations

from typing import Any, cast

from events.fairness import server_commit
from events.match_seeds import server_seed_of
from events.models import Match, Seat
from events.selectors import states
from events.selectors.consents import agreements
from events.selectors.responses import MatchHead, MatchLine, SeatOut
from events.selectors.sealing import sealing, settles_seeds
from events.selectors.states import game_of
from events.selectors.table_views import deadline
from events.signing import signer

COLUMNS = frozenset(field.name for field in Match._meta.concrete_fields) - {"id", "created_at", "creator"}
"""The columns of a match that responses show as they are."""


def seats_of(match: Match) -> list[SeatOut]:
    """The seats of a match in order, each with its occupant."""
    return [_seat(seat) for seat in _seats(match)]


def _seats(match: Match) -> list[Seat]:
    return list(Seat.objects.filter(match=match).select_related("player", "invited").order_by("number"))


def _seat(seat: Seat) -> SeatOut:
    return {
        "seat": seat.number,
        "kind": seat.kind,
        "player": {"id": str(seat.player_id), "name": seat.player.name} if seat.player else None,
        "invited": seat.invited.name if seat.invited else None,
        "policy": seat.policy or None,
        "resigned": seat.resigned,
    }


def match_detail(match: Match) -> MatchHead:
    """A match as `GET /matches/{id}` returns it."""
    seats = _seats(match)
    members = {
        **_common(match, MatchHead.__annotations__, seats),
        "creator": match.creator.name if match.creator else None,
        "agreements": agreements(match, seats),
        **_turns(match),
        "fairness": fairness(match),
    }
    return cast(MatchHead, members)


def match_summary(match: Match) -> MatchLine:
    """A match as lists show it: without what needs a look at the table."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    return cast(MatchLine, _common(match, MatchLine.__annotations__, seats))


def _common(match: Match, members: Any, seats: list[Seat]) -> dict[str, Any]:
    """The members that the summary and the detail share, and all columns among the members of a response."""
    return {
        "id": str(match.id),
        **{name: getattr(match, name) for name in members if name in COLUMNS},
        "seq": match.head_seq,
        "created_at": match.created_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "seats": [_seat(seat) for seat in seats],
    }


def _turns(match: Match) -> dict[str, Any]:
    """Whose turn it is and until when."""
    if match.status != Match.Status.RUNNING:
        return {"to_act": [], "may_act": [], "deadlines": []}
    match_state, game = states.head(match), game_of(match)
    deadlines = [
        {"prompt": prompt.id, "seats": list(prompt.seats), "at": at}
        for prompt in match_state.state.open_prompts
        if (at := deadline(match, match_state, prompt)) is not None
    ]
    return {
        "to_act": list(game.to_act(match_state.state)), "may_act": list(game.may_act(match_state.state)),
        "deadlines": deadlines,
    }  # fmt: skip


def fairness(match: Match) -> dict[str, Any]:
    """How the match draws at random, with the commitment that the server published before any seat was taken."""
    if match.practice:
        return {"mode": "fixed_seed", "prng": "tt1"}
    commit = server_commit(match.id.bytes, server_seed_of(match)).hex()
    progress = sealing(match) if settles_seeds(match) else {}
    return {"mode": match.fairness, "prng": "tt1", "server_commit": commit, "key_id": signer().key_id, **progress}
